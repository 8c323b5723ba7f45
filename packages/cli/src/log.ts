import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogTrust } from '@trigpoint/client';
import type { Look, MonitorOptions, MonitorState } from '@trigpoint/log';
import type { Command } from 'commander';
import type { Typed } from './challenges.ts';
import {
  action,
  counted,
  examples,
  exitCodes,
  oneLine,
  print,
  show,
  someNumber,
  UsageError,
  wholeNumber,
} from './output.ts';
import { type ServiceFlags, withAnyProofType, withService } from './session.ts';
import { howToTrust, type LogTrustFlags, readTrust, type TrustFlags, withLogTrust, withTrust } from './trust.ts';
import { loadEvidence } from './verify.ts';

interface FollowFlags extends TrustFlags {
  readonly hours: number;
  readonly json?: boolean;
}

interface MonitorFlags extends FollowFlags {
  readonly state: string;
  readonly every?: number;
}

const withHours = (command: Command): Command =>
  command
    .option(
      '--hours <n>',
      'a challenge that was accepted longer ago should have ended',
      someNumber('--hours', 0, 8760),
      24,
    )
    .option('--json', 'JSON instead of text');

/** Commands about the transparency log: what the service said in public, and whether it said the same to everybody. */
export const addLogCommands = (program: Command): void => {
  const log = program.command('log').description('the transparency log of a service, read by you');
  const verify = withLogTrust(
    withAnyProofType(
      withService(log.command('verify <file|id>').description('whether evidence is in the log that you name')),
    ),
  ).action(action(verifyEntry));
  examples(verify, 'trigpoint log verify challenge.json --trust trust.json');
  const monitor = withTrust(
    withHours(
      log.command('monitor').description('follow a log: read what is new, and compare it with what it said before'),
    ),
  )
    .requiredOption('--state <file>', 'where to remember what was seen; made if missing')
    .option('--every <seconds>', 'look again and again (default: once)', wholeNumber('--every', 1, 86_400))
    .action(action(monitorLog));
  examples(monitor, 'trigpoint log monitor --trust trust.json --state monitor.json');
  const audit = withTrust(
    withHours(log.command('audit').description('read a whole log, and compute its tree from the entries')),
  ).action(action(auditLog));
  examples(audit, 'trigpoint log audit --trust trust.json');
};

const logTrust = async (flags: LogTrustFlags): Promise<LogTrust> => {
  const { log } = await readTrust(flags);
  if (!log)
    throw new UsageError(
      `Name the key of the log: --log-vkey, or log_vkey in a file for --trust. This writes such a file: ${howToTrust(flags)}`,
    );
  return log;
};

async function verifyEntry(what: string, flags: ServiceFlags & Typed & LogTrustFlags): Promise<number> {
  const trust = await logTrust(flags);
  const evidence = await loadEvidence(what, flags);
  const { checkLogEntry } = await import('@trigpoint/client');
  const { openRemoteLog } = await import('@trigpoint/log');
  const { held, problems, unchecked, isComplete } = await checkLogEntry(
    evidence,
    trust,
    trust.url === undefined ? undefined : openRemoteLog(trust.url),
  );
  const isThere = isComplete && problems.length === 0;
  show(flags.json, { included: isThere, held, problems, unchecked }, () =>
    [
      isThere ? '✔ the log has it' : '✘ the log that you named does not have it',
      ...[...problems, ...held].map((it) => `    ${it}`),
      ...(unchecked.length > 0 ? ['Not checked:', ...unchecked.map((it) => `  ${it}`)] : []),
    ].join('\n'),
  );
  if (problems.length > 0) return exitCodes.contradicted;
  return isThere ? exitCodes.done : exitCodes.unanchored;
}

const optionsFor = async (flags: FollowFlags): Promise<() => MonitorOptions> => {
  const { vkey, url } = await logTrust(flags);
  if (url === undefined)
    throw new UsageError(
      `Name the address of the log: --log-url, or log_url in a file for --trust. This writes such a file: ${howToTrust(flags)}`,
    );
  const { openRemoteLog, parseVerifierKey } = await import('@trigpoint/log');
  const [files, log] = [openRemoteLog(url), parseVerifierKey(vkey)];
  return () => ({ files, log, now: Date.now(), endsWithinMs: flags.hours * 3_600_000 });
};

/** What was read besides challenges. */
const readWords = ({ tree = 0, calibration = 0, late = 0 }: NonNullable<Look['read']>): string[] => [
  `  ${counted(tree, 'eligible tree')} and ${counted(calibration, 'calibration')} are among the new ones`,
  ...(late > 0
    ? [
        `  ${counted(late, 'acceptance rests', 'acceptances rest')} on a tree that the log did not have before the request`,
      ]
    : []),
];

const tell = (json: boolean | undefined, { alarms, size, added, read }: Look): void =>
  show(json, { size, added, alarms, read }, () =>
    [
      ...alarms.map((it) => oneLine(`✘ ${it.kind}: ${it.sentence}`)),
      ...(alarms.length === 0
        ? [
            `✔ ${counted(size, 'entry', 'entries')}, ${added} of them new; all of them give the root that is signed`,
            ...readWords(read ?? { late: 0 }),
          ]
        : []),
    ].join('\n'),
  );

/** If a chain is named, the log must also continue the root that the chain has. */
const withRootOnChain = async (flags: FollowFlags, look: Look): Promise<Look> => {
  const { checkLogOnChain } = await import('@trigpoint/client');
  const { problems } = await checkLogOnChain(await readTrust(flags));
  return { ...look, alarms: [...look.alarms, ...problems.map((sentence) => ({ kind: 'fork' as const, sentence }))] };
};

async function auditLog(flags: FollowFlags): Promise<number> {
  const { lookAtLog } = await import('@trigpoint/log');
  const look = await withRootOnChain(flags, await lookAtLog(undefined, (await optionsFor(flags))()));
  tell(flags.json, look);
  return look.alarms.length > 0 ? exitCodes.contradicted : exitCodes.done;
}

async function monitorLog(flags: MonitorFlags): Promise<number> {
  const options = await optionsFor(flags);
  const { lookAtLog, LogUnreachable } = await import('@trigpoint/log');
  let state = await readState(flags.state);
  for (;;) {
    try {
      const look = await withRootOnChain(flags, await lookAtLog(state, options()));
      tell(flags.json, look);
      state = look.state;
      if (state) await keepState(flags.state, state);
      // After an alarm the monitor ends, so that whoever runs it looks at the log.
      if (look.alarms.length > 0) return exitCodes.contradicted;
    } catch (error) {
      if (flags.every === undefined || !(error instanceof LogUnreachable)) throw error;
      print(flags.json ? JSON.stringify({ unreachable: error.message }) : `? ${error.message}`);
    }
    if (flags.every === undefined) return exitCodes.done;
    await pause(flags.every * 1000);
  }
}

const readState = async (file: string): Promise<MonitorState | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const value = JSON.parse(text) as MonitorState;
  if (value.version !== 1 || typeof value.checkpoint !== 'string' || !Array.isArray(value.edge))
    throw new UsageError(`${file} is not what a monitor remembers.`);
  return value;
};

/** Replaces the file as a whole, so that a program that ends meanwhile leaves the old one. */
const keepState = async (file: string, state: MonitorState): Promise<void> => {
  await writeFile(`${file}.new`, JSON.stringify(state), { flush: true });
  await rename(`${file}.new`, file);
};
