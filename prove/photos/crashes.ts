import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ethereumSigner, submitPhoto } from '@trigpoint/client';
import { startServiceProcess } from '@trigpoint/dev/processes';
import { serviceEnv } from '@trigpoint/dev/services';
import { ServiceError } from '@trigpoint/protocol';
import { type DbOptions, openDb, readConfig, startService } from '@trigpoint/server';
import type { Random } from '../proof.ts';
import { checkBooks, checkCleared } from './books.ts';
import { here, logIn, openCampaign, photoNumber } from './people.ts';

/** People upload without a pause while the service is killed with -9 again and again. */
export const crashUploads = async (
  place: DbOptions,
  { small, log, random }: { small: boolean; log(line: string): void; random: Random },
): Promise<{ tried: number; violations: string[] }> => {
  const violations: string[] = [];
  const signers = Array.from({ length: small ? 6 : 12 }, () => ethereumSigner(randomBytes(32)));
  const acknowledged = new Set<string>();
  let tried = 0;
  let campaign = '';
  const lives = small ? 2 : 25;
  for (let life = 0; life < lives; life++) {
    const service = await startServiceProcess({ place });
    let isOver = false;
    const people = await Promise.all(signers.map((signer) => logIn(service.url, signer)));
    campaign ||= await openCampaign(people[0] as (typeof people)[number], {
      max_submissions: 1_000_000,
      total_rewards: 1_000_000,
      fuel_required: 0.001,
    });
    const uploads = people.map(async ({ client }) => {
      while (!isOver) {
        const photo = photoNumber(tried++);
        try {
          acknowledged.add((await submitPhoto(client, { campaign, photo, ...here })).photo_id);
        } catch (error) {
          // Where the machine has no time, the service says to come back. Then it owes nothing.
          if (isOver || !(error instanceof ServiceError) || error.status === 503) continue;
          violations.push(`an upload was refused: ${error.message}`);
        }
      }
    });
    // The kill comes some time after so many answers, so that it falls on any point of the next uploads.
    const enough = acknowledged.size + random.int(small ? 8 : 40);
    while (acknowledged.size < enough && violations.length === 0) await pause(5);
    await pause(random.int(300));
    isOver = true;
    await service.end('SIGKILL');
    await Promise.all(uploads);
  }
  // Leases of the processes that were killed have run out by then.
  const last = await startService(readConfig(serviceEnv(place)), { now: () => Date.now() + 20 * 60_000 });
  await last.close();

  const db = await openDb(place);
  violations.push(...(await checkBooks(db, place.dataDir)), ...(await checkCleared(db, place.dataDir)));
  const ready = new Set(
    (await db.all<{ id: string }>(`SELECT id FROM photo WHERE state = 'ready' AND paid = 1`)).map((it) => it.id),
  );
  for (const id of acknowledged) if (!ready.has(id)) violations.push(`photo ${id} was acknowledged and is gone`);
  const counts = await db.all('SELECT state, count(*) AS n FROM photo GROUP BY state');
  log(
    `${lives} kills, ${tried} uploads, ${acknowledged.size} acknowledged; ${counts.map((it) => `${it.state} ${it.n}`).join(', ')}`,
  );
  if (acknowledged.size === 0) violations.push('no upload was ever acknowledged');
  await db.close();
  return { tried, violations };
};
