import { brokenInvariants, type Db } from '@trigpoint/server';
import { type ChallengeRow, findChallenge, listAssignments } from '@trigpoint/server/parts';
import { checkEnded, lateness, rewardedOf } from '../books/ended.ts';
import type { Agents } from './agents.ts';
import type { Acknowledged } from './payers.ts';

/** Checks that everything that was acknowledged is there once, that everything has ended in time, and that the sums are right. */
export const checkBooks = async (db: Db, said: Acknowledged, agents: Agents): Promise<string[]> => {
  const violations = await brokenInvariants(db);
  const ids = (await db.all<{ id: string }>('SELECT id FROM challenge')).map((it) => it.id);
  for (const id of said.challenges) if (!ids.includes(id)) violations.push(`challenge ${id} was accepted and is gone`);
  let paid = 0;
  for (const id of ids) {
    const challenge = (await findChallenge(db, id)) as ChallengeRow;
    const { problems, evidence } = await checkEnded(db, challenge);
    const told = said.ended.get(id) ?? challenge.state;
    const changed = told === challenge.state ? [] : [`was ${told} and is ${challenge.state}`];
    for (const it of [...problems, ...lateness(challenge), ...changed]) violations.push(`challenge ${id} ${it}`);
    if (evidence) paid += rewardedOf(evidence, await listAssignments(db, id));
  }
  const rewards = await db.get(
    `SELECT COUNT(*) AS n FROM ledger_transfer WHERE reason LIKE 'reading:%' AND amount > 0`,
  );
  if (rewards?.n !== paid) violations.push(`${rewards?.n} readings were paid, and ${paid} count`);

  const campaigns = await db.all<{ name: string; n: number }>('SELECT name, COUNT(*) AS n FROM campaign GROUP BY name');
  const named = new Map(campaigns.map(({ name, n }) => [name, n]));
  for (const it of said.campaigns)
    if (named.get(it) !== 1) violations.push(`${it} was created, and is there ${named.get(it) ?? 0} times`);
  const keys = new Set(
    (await db.all<{ public_key: string }>(`SELECT public_key FROM session WHERE state = 'active'`)).map(
      (it) => it.public_key,
    ),
  );
  for (const it of said.keys) if (!keys.has(it)) violations.push(`${it} has logged in, and its session is gone`);
  for (const it of agents.challengers) {
    const rows = await db.get(`SELECT COUNT(*) AS n FROM assignment WHERE challenger_id = ? AND state = 'read'`, [
      it.id,
    ]);
    const { accepted } = it.status().totals;
    if (accepted > Number(rows?.n))
      violations.push(`${accepted} readings of ${it.id} were confirmed, ${rows?.n} are there`);
  }
  return violations;
};
