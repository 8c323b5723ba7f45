import { Client } from '@trigpoint/client';
import type { Crowd } from '@trigpoint/dev/crowd';
import { brokenInvariants, type Db } from '@trigpoint/server';
import { findChallenge, listAssignments } from '@trigpoint/server/parts';
import { checkEnded, rewardedOf } from '../books/ended.ts';
import type { Acknowledged } from './people.ts';

/** Checks that the sessions are still valid. */
export const checkSessions = async (url: string, { tokens }: Acknowledged): Promise<string[]> => {
  const lost: string[] = [];
  for (const token of tokens) {
    const client = new Client({ url, proofType: 'pol' });
    const reply = await client
      .request('/proof/v1/pol/user-info', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      })
      .catch((error: Error) => error);
    if (reply instanceof Error) lost.push(`a session that was acknowledged is gone: ${reply.message}`);
  }
  return lost;
};

/** Checks that everything acknowledged is there once, and that everything that follows from it has happened once. */
export const checkBooks = async (db: Db, said: Acknowledged, recorded: Crowd['recorded']): Promise<string[]> => {
  const violations = await brokenInvariants(db);
  for (const name of said.campaigns) {
    const found = await db.get('SELECT COUNT(*) AS n FROM campaign WHERE name = ?', [name]);
    if (Number(found?.n) !== 1) violations.push(`${name} is there ${found?.n} times`);
  }
  for (const id of said.challenges)
    for (const it of await checkChallenge(db, id, recorded.get(id) ?? new Set()))
      violations.push(`challenge ${id} ${it}`);
  for (const id of recorded.keys())
    if (!(await findChallenge(db, id))) violations.push(`challenge ${id} had readings and is gone`);
  const paid = await db.get(`SELECT COUNT(*) AS n FROM ledger_transfer WHERE reason LIKE 'reading:%' AND amount > 0`);
  if (Number(paid?.n) === 0) violations.push('no reading was ever paid: nothing of the pay was tried');
  return violations;
};

const checkChallenge = async (db: Db, id: string, heard: ReadonlySet<string>): Promise<string[]> => {
  const { problems, evidence } = await checkEnded(db, await findChallenge(db, id));
  if (!evidence) return [...problems];
  const parts = await listAssignments(db, id);
  const read = new Set(parts.filter((it) => it.state === 'read').map((it) => `${it.attempt}/${it.challengerId}`));
  const lost = [...heard].filter((it) => !read.has(it)).map((it) => `has lost the acknowledged reading ${it}`);
  const paid = await db.all('SELECT reason FROM ledger_transfer WHERE reason >= ? AND reason < ? AND amount > 0', [
    `reading:${id}:`,
    `reading:${id};`,
  ]);
  const owed = rewardedOf(evidence, parts);
  const mispaid = paid.length === owed ? [] : [`has paid ${paid.length} readings, not ${owed}`];
  return [...problems, ...lost, ...mispaid];
};
