import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Evidence, isEvidence, readEvidence, verifyEvidence } from '@trigpoint/client';
import type { Command } from 'commander';
import { shortId } from './challenge-view.ts';
import { action, examples, exitCodes, print, show, UsageError } from './output.ts';
import {
  type KeyFlags,
  logIn,
  ofAnyType,
  openClient,
  readAbout,
  type ServiceFlags,
  withAnyProofType,
  withKey,
  withService,
} from './session.ts';
import { networkNote, verdictLine, verdictWord } from './verdicts.ts';

interface Typed {
  readonly proofType?: string;
}

/** What happened in a challenge, and whether it can be believed. */
export const addChallengeCommands = (program: Command): void => {
  const status = withAnyProofType(
    withKey(program.command('status <id>').description('how far a challenge is, and its result')),
  ).action(action(printStatus));
  examples(status, 'trigpoint status <n>', 'trigpoint status <n> --json');
  const evidence = withAnyProofType(
    withService(
      program.command('evidence <id>').description('the whole signed transcript of an ended challenge, as JSON'),
    ),
  ).action(action(printEvidence));
  examples(evidence, 'trigpoint evidence <n> > challenge.json');
  const verify = withAnyProofType(
    withService(
      program
        .command('verify <file|id>')
        .description('check evidence: every signature, the choice, the verdict; a file needs no network'),
    ),
  ).action(action(verifyIt));
  examples(
    verify,
    'trigpoint verify challenge.json',
    'trigpoint verify <n>',
    'trigpoint evidence <n> | npx trigpoint verify -',
  );
};

async function printStatus(id: string, flags: KeyFlags & Typed): Promise<void> {
  const status = await ofAnyType(id, flags, async (proofType) => {
    const { client } = await logIn(flags, proofType);
    return client.call('challenge-status-dcl', { challenge_id: id });
  });
  show(flags.json, status, () => {
    const { reason: _reason, verified: _verified, ...found } = status.consolidated_result;
    const rowsOf = (pairs: Readonly<Record<string, string | number>>) =>
      Object.entries(pairs)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `    ${name.padEnd(28)} ${value}`);
    return [
      `Challenge ${status.id}  ${status.state}`,
      `  from ${status.challenge_start_time} to ${status.challenge_end_time}`,
      '  asked',
      ...rowsOf(status.challenge_parameters),
      ...(Object.keys(found).length > 0 ? ['  found', ...rowsOf(found)] : []),
      verdictLine(status),
    ].join('\n');
  });
}

async function printEvidence(id: string, flags: ServiceFlags & Typed): Promise<void> {
  print(JSON.stringify(await fetchEvidence(id, flags)));
}

const fetchEvidence = (id: string, flags: ServiceFlags & Typed): Promise<Evidence> =>
  ofAnyType(id, flags, async (proofType) => {
    const client = openClient(flags, proofType);
    await readAbout(client);
    return readEvidence(client, id);
  });

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A number that is no file is a challenge's id at the service. */
async function load(what: string, flags: ServiceFlags & Typed): Promise<Evidence> {
  const given = await (what === '-' ? text(process.stdin) : readFile(what, 'utf8')).catch((error: unknown) => {
    if (isMissing(error) && /^\d+$/.test(what)) return undefined;
    throw isMissing(error) ? new UsageError(`There is no file ${what}, and it is no challenge id.`) : error;
  });
  if (given === undefined) return fetchEvidence(what, flags);
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw new UsageError(`${what} is not JSON.`);
  }
  if (!isEvidence(value)) throw new UsageError(`${what} is not evidence: trigpoint evidence <id> writes it.`);
  return value;
}

async function verifyIt(what: string, flags: ServiceFlags & Typed): Promise<number> {
  const evidence = await load(what, flags);
  const { confirmed, problems, faults, verdict } = await verifyEvidence(evidence);
  const { transcript } = evidence;
  const found = faults.map(({ challenger, fault }) => ({ challenger, ...fault }));
  const readings = (transcript.draw?.seats ?? []).filter((it) => it.message !== null).length;
  const facts = {
    confirmed,
    challenge_id: transcript.challenge_id,
    proof_type: transcript.proof_type,
    readings,
    problems,
    faults: found,
    verdict,
  };
  show(flags.json, facts, () =>
    [
      ...problems.map((it) => `  ${it}`),
      confirmed
        ? `Confirmed: challenge ${transcript.challenge_id}, ${readings} signed readings; choosing and judging again give the same.`
        : 'Not confirmed: this evidence does not hold.',
      ...found.map((it) => `  ${it.kind.replace('_', ' ')} (${shortId(it.challenger)}): ${it.detail}`),
      ...(confirmed ? [`${verdictWord(verdict.verified)}: ${verdict.reason}${networkNote(transcript.settings)}`] : []),
    ].join('\n'),
  );
  return confirmed ? exitCodes.done : exitCodes.unconfirmed;
}
