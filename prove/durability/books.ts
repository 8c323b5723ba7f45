import { Client } from '@trigpoint/client';
import type { Crowd } from '@trigpoint/dev/crowd';
import { checkEvidence, pol } from '@trigpoint/proofs';
import { isFinal } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import { brokenInvariants, type Db } from '@trigpoint/server';
import { findChallenge, listAssignments, readEvidence } from '@trigpoint/server/parts';
import type { Acknowledged } from './people.ts';

/** Sessions must still open doors. */
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

/** Everything acknowledged is there once, and everything that follows from it has happened once. */
export const checkBooks = async (db: Db, said: Acknowledged, recorded: Crowd['recorded']): Promise<string[]> => {
  const violations = await brokenInvariants(db);
  for (const name of said.campaigns) {
    const found = await db.get('SELECT COUNT(*) AS n FROM campaign WHERE name = ?', [name]);
    if (Number(found?.n) !== 1) violations.push(`${name} is there ${found?.n} times`);
  }
  for (const id of said.challenges) {
    const complain = (problem: string) => violations.push(`challenge ${id} ${problem}`);
    const challenge = await findChallenge(db, id);
    if (!challenge) complain('is gone');
    else if (!isFinal(challenge.state)) complain(`is still ${challenge.state}`);
    else violations.push(...(await checkEnded(db, challenge, recorded.get(id) ?? new Set())));
  }
  for (const id of recorded.keys())
    if (!(await findChallenge(db, id))) violations.push(`challenge ${id} had readings and is gone`);
  return violations;
};

const checkEnded = async (
  db: Db,
  challenge: NonNullable<Awaited<ReturnType<typeof findChallenge>>>,
  heard: ReadonlySet<string>,
): Promise<string[]> => {
  const { id } = challenge;
  const parts = await listAssignments(db, id);
  const read = new Set(parts.filter((it) => it.state === 'read').map((it) => `${it.attempt}/${it.challengerId}`));
  const problems = [...heard]
    .filter((it) => !read.has(it))
    .map((it) => `challenge ${id}: the reading ${it} was acknowledged and is gone`);
  const events = await db.all("SELECT seq FROM challenge_event WHERE challenge_id = ? AND kind = 'ended'", [id]);
  if (events.length !== 1) problems.push(`challenge ${id} ended ${events.length} times`);
  const paid = await db.all('SELECT reason FROM ledger_transfer WHERE reason >= ? AND reason < ? AND amount > 0', [
    `reading:${id}:`,
    `reading:${id};`,
  ]);
  const evidence = await readEvidence(db, challenge, async () => null);
  if (!evidence) return [...problems, `challenge ${id} has no evidence`];
  const owed = evidence.transcript.void === null ? read.size : 0;
  if (paid.length !== owed) problems.push(`challenge ${id}: ${paid.length} readings are paid, not ${owed}`);
  const check = async (it: { key_type: 'ethereum' | 'solana'; public_key: string }, text: string, signature: string) =>
    verifySignature(it.key_type, it.public_key, text, signature);
  for (const it of await checkEvidence(pol, evidence, check)) problems.push(`challenge ${id}: ${it}`);
  return problems;
};
