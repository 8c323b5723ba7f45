import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Checked, type Evidence, isEvidence, pause } from '@trigpoint/client';
import { parseInclusion } from '@trigpoint/log';
import type { Command } from 'commander';
import { fetchEvidence, type Typed } from './challenges.ts';
import { checkEvidence } from './evidence-check.ts';
import { otherSubject, type SubjectFlags, withSubject } from './evidence-subject.ts';
import { spin } from './live.ts';
import { action, examples, exitCodes, print, show, UsageError, unwrapped } from './output.ts';
import {
  commandLine,
  isChallengeId,
  openClient,
  readAbout,
  type ServiceFlags,
  servedTypes,
  withAnyProofType,
  withService,
} from './session.ts';
import { readTrust, type TrustFlags, withTrust } from './trust.ts';
import { cosignWithinMs, isCosigned, readWitnesses } from './witnesses.ts';

/** Commands that check evidence, and that write what to trust. */
export const addVerifyCommands = (program: Command): void => {
  const trust = withService(
    program
      .command('trust')
      .description(
        'write a trust file: the chain, the log and its key, as the service names them; compare it with what others were told, and keep it',
      ),
  )
    .option(
      '--witnesses',
      'also name the witnesses, who are others that cosigned its log last; certificates need them (without a chain: always)',
    )
    .action(action(printTrust));
  examples(trust, 'trigpoint trust > trust.json', 'trigpoint trust --witnesses > trust.json');
  const verify = withSubject(
    withTrust(
      withAnyProofType(
        withService(
          program
            .command('verify <file|id>')
            .description(
              'check evidence in three steps: consistent, signed, anchored to a chain and a log that you name',
            ),
        ),
      ),
    ),
  )
    .option('--evidence <folder>', 'of a certificate: evidence of its slots, to compare them again')
    .action(action(verifyIt));
  examples(
    verify,
    'trigpoint verify challenge.json --trust trust.json',
    'trigpoint verify <n> --trust trust.json --json',
    'trigpoint evidence <n> | npx trigpoint verify - --trust trust.json',
    'trigpoint verify <n> --trust trust.json --since 2026-01-01',
  );
};

async function printTrust(flags: ServiceFlags & { readonly witnesses?: boolean }): Promise<void> {
  const [first = ''] = await servedTypes(flags);
  const { chain, log } = await readAbout(openClient(flags, first));
  const witnesses = chain && !flags.witnesses ? undefined : await readWitnesses(flags.service);
  const facts = {
    ...(chain?.rpc_url ? { rpc: chain.rpc_url, chain_id: chain.id, contract: chain.request_handler } : {}),
    log_vkey: log.vkey,
    log_url: `${flags.service.replace(/\/+$/, '')}/log`,
    // Without a chain only witnesses keep the operator from changing its log. Of a certificate only the blocks are on a chain.
    ...(witnesses ? { witnesses: witnesses.keys, witness_quorum: witnesses.needed } : {}),
  };
  print(JSON.stringify(facts, null, flags.json ? 0 : 2));
}

const evidenceOf = ({ service }: ServiceFlags): string => commandLine('evidence <id>', { service });

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Fetches evidence until witnesses have cosigned its checkpoint. They do that every ten seconds, so it is not cosigned right after
 * the end.
 */
async function fetchCosigned(id: string, flags: ServiceFlags & Typed): Promise<Evidence> {
  for (const until = Date.now() + cosignWithinMs; ; await pause(2_000)) {
    const evidence = await fetchEvidence(id, flags);
    const isSeen = evidence.log && isCosigned(parseInclusion(evidence.log.proof).checkpoint);
    if (isSeen || Date.now() > until) return evidence;
  }
}

/** Loads evidence from a file, or from the service by the id of a challenge. */
export async function loadEvidence(what: string, flags: ServiceFlags & Typed): Promise<Evidence> {
  const value = await loadFile(what, flags);
  if (!isEvidence(value))
    throw new UsageError(`${what} is not evidence. This writes it: ${evidenceOf(flags)} > challenge.json`);
  return value;
}

/** Loads evidence, a certificate or anything else that a file can hold. */
async function loadFile(what: string, flags: ServiceFlags & Typed, waitsForWitnesses = false): Promise<unknown> {
  const given = await (what === '-' ? text(process.stdin) : readFile(what, 'utf8')).catch((error: unknown) => {
    if (isMissing(error) && isChallengeId(what)) return undefined;
    throw isMissing(error) ? new UsageError(`There is no file ${what}, and it is no challenge id.`) : error;
  });
  if (given === undefined)
    return waitsForWitnesses
      ? spin('witnesses cosign the log …', fetchCosigned(what, flags))
      : fetchEvidence(what, flags);
  try {
    return unwrapped(JSON.parse(given));
  } catch {
    throw new UsageError(`${what} is not JSON.`);
  }
}

async function verifyIt(
  what: string,
  flags: ServiceFlags & Typed & TrustFlags & SubjectFlags & { readonly evidence?: string },
): Promise<number> {
  const trust = await readTrust(flags);
  const evidence = await loadFile(what, flags, trust.log?.witnesses !== undefined);
  if ((evidence as { kind?: unknown } | null)?.kind === 'trigpoint certificate')
    return (await import('./certificates.ts')).verifyCertificateFile(evidence, flags);
  if (!isEvidence(evidence))
    throw new UsageError(
      `${what} is neither evidence (${evidenceOf(flags)}) nor a certificate (${commandLine('certificate <watch>', { service: flags.service })}).`,
    );
  const { checked, facts, lines } = await checkEvidence(evidence, trust);
  // Evidence that does not agree with itself says nothing about anybody.
  const others = checked.reached === 'nothing' ? [] : otherSubject(evidence, flags);
  show(flags.json, { ...facts, not_as_wanted: others }, () =>
    [...lines(flags), ...others.map((it) => `✘ not what was asked for: ${it}`)].join('\n'),
  );
  const code = codeOf(checked);
  return code === exitCodes.done && others.length > 0 ? exitCodes.contradicted : code;
}

const codeOf = ({ reached, problems }: Checked): number => {
  if (reached === 'nothing') return exitCodes.inconsistent;
  if (reached === 'consistent') return exitCodes.unsigned;
  if (reached === 'anchored') return exitCodes.done;
  return problems.length > 0 ? exitCodes.contradicted : exitCodes.unanchored;
};
