import { type AttestationFormat, type Evidence, readAttestation, readEvidence } from '@trigpoint/client';
import { findProfile } from '@trigpoint/proofs/registry';
import { type Command, Option } from 'commander';
import { statusLines } from './challenge-words.ts';
import { action, columns, examples, print, show } from './output.ts';
import {
  type KeyFlags,
  type LoggedIn,
  logIn,
  ofAnyType,
  openClient,
  readAbout,
  type ServiceFlags,
  withAnyProofType,
  withKey,
  withService,
} from './session.ts';

export interface Typed {
  readonly proofType?: string;
}

/** Commands about one challenge: its status, evidence, attestation and result. */
export const addChallengeCommands = (program: Command): void => {
  const status = withAnyProofType(
    withKey(program.command('status <id>').description('progress and result of a challenge')),
  ).action(action(printStatus));
  examples(status, 'trigpoint status <n>', 'trigpoint status <n> --json');
  const evidence = withAnyProofType(
    withService(
      program
        .command('evidence <id>')
        .description('the evidence of an ended challenge as JSON: all that trigpoint verify checks again'),
    ),
  ).action(action(printEvidence));
  examples(evidence, 'trigpoint evidence <n> > challenge.json');
  const attest = withAnyProofType(
    withService(
      program
        .command('attest <id>')
        .description('a verified challenge as the service attests it, in a format that other software reads'),
    ),
  )
    .addOption(
      new Option(
        '--format <format>',
        'eas: an off-chain attestation of the Ethereum Attestation Service; stamp: a location stamp as Astral has it; vc: a W3C verifiable credential as a JWT',
      )
        .choices(['eas', 'stamp', 'vc'])
        .makeOptionMandatory(),
    )
    .action(action(printAttestation));
  examples(attest, 'trigpoint attest <n> --format eas', 'trigpoint attest <n> --format vc > credential.jwt');
  const result = withAnyProofType(
    withService(
      program.command('result <id>').description('what a contract needs to check the recorded result of a challenge'),
    ),
  ).action(action(printResult));
  examples(result, 'trigpoint result <n>', 'trigpoint result <n> --json');
};

async function printStatus(id: string, flags: KeyFlags & Typed): Promise<void> {
  const status = await fetchStatus({ ...flags, for: (proofType) => logIn(flags, proofType) }, id);
  show(flags.json, status.found, () => statusLines(status.profile, status.found).join('\n'));
}

/** The status of a challenge of any type, with the client that found it. */
export const fetchStatus = (
  session: ServiceFlags & Typed & { for(proofType: string): Promise<LoggedIn> },
  id: string,
) =>
  ofAnyType(id, session, async (proofType) => {
    const { client } = await session.for(proofType);
    const found = await client.call('challenge-status-dcl', { challenge_id: id });
    return { profile: findProfile(proofType), client, found };
  });

async function printAttestation(
  id: string,
  flags: ServiceFlags & Typed & { readonly format: AttestationFormat },
): Promise<void> {
  const found = await ofAnyType(id, flags, (proofType) =>
    readAttestation(openClient(flags, proofType), id, flags.format),
  );
  print(typeof found === 'string' && !flags.json ? found : JSON.stringify(found, null, flags.json ? 0 : 2));
}

async function printEvidence(id: string, flags: ServiceFlags & Typed): Promise<void> {
  print(JSON.stringify(await fetchEvidence(id, flags)));
}

export const fetchEvidence = (id: string, flags: ServiceFlags & Typed): Promise<Evidence> =>
  ofAnyType(id, flags, async (proofType) => {
    const client = openClient(flags, proofType);
    await readAbout(client);
    return readEvidence(client, id);
  });

async function printResult(id: string, flags: ServiceFlags & Typed): Promise<void> {
  const { transcript, transcript_hash: transcriptHash } = await fetchEvidence(id, flags);
  const { info, verdict, ended_at, proof_type } = transcript;
  const { resultFieldsOf, resultHashOf } = await import('@trigpoint/proofs');
  const profile = findProfile(proof_type);
  if (!profile) throw new Error(`This version knows no proof type "${proof_type}".`);
  const it = resultFieldsOf(profile, { info, verdict, endedAt: Date.parse(ended_at), transcriptHash });
  const facts = {
    prover: it.prover,
    outcome: it.outcome,
    radius_km: it.radiusKm,
    withstands: it.withstands,
    ended_at: it.endedAt,
    transcript_hash: it.transcriptHash,
    result_hash: resultHashOf(it),
  };
  show(flags.json, facts, () => columns(Object.entries(facts).map(([name, value]) => [name, String(value)])));
}
