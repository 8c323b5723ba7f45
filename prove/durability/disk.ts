import type { Db } from '@trigpoint/server';

const settings = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * A PostgreSQL that does not wait for the disk loses what it has acknowledged. The settings of the service's own connections
 * are checked.
 */
export const checkDisk = async (db: Db): Promise<string[]> => {
  if (db.dialect !== 'postgres') return [];
  const violations: string[] = [];
  for (const name of settings) {
    const row = await db.get(`SHOW ${name}`);
    if (row?.[name] !== 'on')
      violations.push(`PostgreSQL runs with ${name}=${row?.[name]}, so it proves no durability`);
  }
  return violations;
};
