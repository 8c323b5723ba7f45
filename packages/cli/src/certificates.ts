import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Certificate,
  type ChainTrust,
  type CheckedCertificate,
  type CheckedFindings,
  type Client,
  type Evidence,
  isEvidence,
  pause,
  readCertificate,
  verifyCertificate,
  verifyFindings,
} from '@trigpoint/client';
import type { AskedFor } from '@trigpoint/client/certificate';
import { slotResults } from '@trigpoint/log';
import { zoneWords } from '@trigpoint/proofs';
import { antipodeKm } from '@trigpoint/proofs/geo';
import type { Command } from 'commander';
import { lengthWords, time } from './durations.ts';
import { listed } from './evidence-check.ts';
import { otherWatch, type SubjectFlags } from './evidence-subject.ts';
import { withWatch } from './find-watch.ts';
import { spin } from './live.ts';
import {
  action,
  counted,
  examplesElsewhere,
  exitCodes,
  given,
  oneLine,
  print,
  show,
  UsageError,
  unwrapped,
} from './output.ts';
import { printPage } from './print-page.ts';
import { commandLine, type KeyFlags, logIn, type ServiceFlags, withKey } from './session.ts';
import { resultWord } from './slot-words.ts';
import { localTime } from './times.ts';
import { readTrust, type TrustFlags } from './trust.ts';
import { cosignWithinMs, isCosigned, readWitnesses } from './witnesses.ts';

interface CertificateFlags extends KeyFlags {
  readonly from?: string;
  readonly to?: string;
  readonly html?: boolean;
  readonly pdf?: boolean;
  readonly output?: string;
}

/** Certificates: what became of a watch, to show to somebody else. */
export const addCertificateCommands = (program: Command): void => {
  const command = withKey(
    program
      .command('certificate <watch>')
      .description('what became of every slot of a watch, signed; trigpoint verify checks it offline'),
  )
    .option(
      '--from <time>',
      'the beginning of the period (default: of the watch); a day such as 2030-05-01 is 0:00 UTC',
      time('--from'),
    )
    .option(
      '--to <time>',
      'the end of the period (default: of the last window that is over); a day is 0:00 UTC',
      time('--to'),
    )
    .option('--html', 'one page to print, in place of the JSON that can be verified')
    .option('--pdf', 'the same page as a PDF; needs --output, and Chromium, Chrome or Edge on this machine')
    .option('--output <file>', 'into a file')
    .action(action(issue));
  examplesElsewhere(
    command,
    'a certificate needs a window that is over',
    'trigpoint certificate <watch> --output certificate.json',
    'trigpoint certificate <watch> --html --output certificate.html',
    'trigpoint certificate <watch> --pdf --output certificate.pdf',
  );
};

async function issue(watch: string, flags: CertificateFlags): Promise<void> {
  if (flags.pdf && (flags.html || flags.output === undefined))
    throw new UsageError('--pdf takes --output and a file name, and not --html.');
  const { client } = await logIn(flags, 'pol');
  const period = given({ from: flags.from, to: flags.to });
  const certificate = await spin(
    'witnesses cosign the log …',
    withWatch(client, watch, flags, (id) => cosigned(client, id, period)),
  );
  const text = flags.html || flags.pdf ? await pageOf(certificate) : JSON.stringify(certificate);
  if (flags.output === undefined) return void process.stdout.write(`${text}\n`);
  if (flags.pdf) await printPage(text, flags.output);
  else await writeFile(flags.output, `${text}\n`);
  const rest = await restLines(certificate);
  show(flags.json, { file: flags.output, summary: certificate.summary }, () =>
    [`Wrote ${flags.output}.`, ...summaryLines(certificate.summary), ...rest].join('\n'),
  );
}

/** Asks for the certificate again until witnesses have cosigned its checkpoint, if the service has witnesses. */
async function cosigned(
  client: Client,
  watch: string,
  period: { readonly from?: string; readonly to?: string },
): Promise<Certificate> {
  const first = await readCertificate(client, watch, period);
  if (isCosigned(first.checkpoint) || !(await readWitnesses(client.url))) return first;
  for (const until = Date.now() + cosignWithinMs; Date.now() < until; ) {
    await pause(2_000);
    const again = await readCertificate(client, watch, { from: first.from, to: first.to });
    if (isCosigned(again.checkpoint)) return again;
  }
  return first;
}

const pageOf = async (certificate: Certificate): Promise<string> => {
  const [{ certificatePage }, { readDrawingAtlas }] = await Promise.all([
    import('@trigpoint/client/certificate'),
    import('@trigpoint/proofs/node'),
  ]);
  return certificatePage(certificate, await readDrawingAtlas());
};

type Summary = Certificate['summary'];

/** Says that the watch goes on after the certificate, if it does. */
export const restLines = async (certificate: Certificate): Promise<string[]> => {
  const { goesOnUntil } = await import('@trigpoint/client/certificate');
  const until = goesOnUntil(certificate);
  if (!until) return [];
  return [
    `Its last window ends on ${localTime(until.getTime())}: slots after ${localTime(certificate.summary.to)} are not in it.`,
  ];
};

export const summaryLines = (it: Summary): string[] => [
  `${counted(it.due, 'slot')} from ${localTime(it.from)} to ${localTime(it.to)}: ${countWords(it)}.`,
  ...againLines(it),
  `Longest time without an answer that decides: ${lengthWords(it.longest_gap_seconds)}.`,
  ...(it.liars === null || it.held === 0 ? [] : [`Each answer holds even if ${it.liars} of its challengers lied.`]),
  ...(it.radius_km === null || it.radius_km >= Math.floor(antipodeKm)
    ? []
    : [
        `${(it.findings?.extra_outside ?? 0) > 0 ? 'At its slots never' : 'Never'} further than ${it.radius_km} km from its claim in fibre, ${it.radius_km_any_medium} km in any medium.`,
      ]),
  ...findingLines(it),
  ...(it.changes === 0 ? [] : [`The payer changed the watch ${it.changes === 1 ? 'once' : `${it.changes} times`}.`]),
  ...(it.unwitnessed === 0
    ? []
    : [`${counted(it.unwitnessed, 'slot was', 'slots were')} not seen by witnesses before their time.`]),
  ...(it.others.length === 0
    ? []
    : [`${counted(it.others.length, 'other watch', 'other watches')} of this prover: ${it.others.join(', ')}.`]),
];

/** What the counts of windows leave out, and a reader must not miss. */
const againLines = ({ findings: it }: Summary): string[] => {
  const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
  if (!it) return [];
  return [
    ...(it.extra_outside > 0
      ? [`Besides these slots it was seen elsewhere ${times(it.extra_outside)}, when asked again.`]
      : []),
    ...(it.moved > 0 ? [`${counted(it.moved, 'answer proves', 'answers prove')} that it has moved.`] : []),
  ];
};

const findingLines = ({ findings: it }: Summary): string[] => {
  if (!it) return ['Nobody compared where the prover is with where it was.'];
  const same = it.compared - it.moved - it.probably_moved - it.changed;
  const found = [
    `${same} from the same place`,
    `${it.moved} from another place (proven)`,
    `${it.probably_moved} probably from another place (no proof)`,
    `${it.changed} with other delays`,
  ];
  return [
    `${counted(it.compared, 'answer was', 'answers were')} compared with the one that first showed where the prover is: ${found.join(', ')}.`,
    ...(it.extra === 0
      ? []
      : [
          `${counted(it.extra, 'extra slot')} after changes: ${it.extra_held} with an answer, of which ${it.extra_outside} put it elsewhere.`,
        ]),
  ];
};

const countWords = (it: Summary): string =>
  slotResults
    .filter((name) => it[name] > 0)
    .map((name) => `${it[name]} ${resultWord(name)}`)
    .join(', ') || 'none';

const codes: Readonly<Record<CheckedCertificate['reached'], number>> = {
  nothing: exitCodes.inconsistent,
  consistent: exitCodes.unsigned,
  signed: exitCodes.unanchored,
  anchored: exitCodes.done,
};

/** `trigpoint verify` of a file that is a certificate. */
export const verifyCertificateFile = async (
  value: unknown,
  flags: ServiceFlags & TrustFlags & SubjectFlags & { readonly evidence?: string },
): Promise<number> => {
  if (flags.since ?? flags.verified)
    throw new UsageError('--since and --verified are about evidence, and this is a certificate.');
  const trust = await readTrust(flags);
  let checked = await verifyCertificate(value, trust.log);
  if (checked.reached !== 'nothing') {
    const certificate = value as Certificate;
    if (flags.evidence !== undefined)
      checked = withFindings(checked, await verifyFindings(certificate, await readFolder(flags.evidence)));
    checked = trust.chain ? await withBlocks(checked, certificate, trust.chain) : withoutChain(checked);
  }
  const { reached, problems, held, unchecked, asserted, summary } = checked;
  const { askedOf } = await import('@trigpoint/client/certificate');
  const asked = reached === 'nothing' ? [] : askedOf(value as Certificate);
  const others = summary && reached !== 'nothing' ? otherWatch(summary, asked, flags) : [];
  if (flags.json) {
    const facts = { reached, problems, held, unchecked, asserted_by_operator: asserted, summary: summary ?? null };
    show(true, { ...facts, asked, not_as_wanted: others }, () => '');
  } else
    for (const line of [
      ...linesFor(checked),
      ...(summary && reached !== 'nothing'
        ? [...(await restLines(value as Certificate)), ...aboutLines(summary, asked)]
        : []),
      ...others.map((it) => `✘ not what was asked for: ${it}`),
      ...(reached === 'signed' && problems.length === 0 && !trust.log?.witnesses?.length
        ? [
            `To anchor it, name witnesses: ${commandLine('trust --witnesses', { service: flags.service })} > trust.json, then add --trust trust.json`,
          ]
        : []),
    ])
      print(line);
  const code = reached === 'signed' && problems.length > 0 ? exitCodes.contradicted : codes[reached];
  return code === exitCodes.done && others.length > 0 ? exitCodes.contradicted : code;
};

/** Counts of slots say little without the prover and what was asked. Both are the payer's choice, so they are shown. */
const aboutLines = ({ prover, payer }: Summary, asked: readonly AskedFor[]): string[] => [
  `It is about ${oneLine(prover)}, and ${oneLine(payer)} asked:`,
  ...asked.map(({ zone, latitude, longitude, challengers }) =>
    oneLine(
      `  ${zone === undefined ? 'is it where it claims to be' : `is it in ${zoneWords(zone)}`}, claiming ${latitude}, ${longitude}, ${counted(challengers, 'challenger')} and lookouts`,
    ),
  ),
];

/** All evidence in a folder. */
async function readFolder(folder: string): Promise<Evidence[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new UsageError(`There is no folder ${folder}.`) : error;
  });
  const found: Evidence[] = [];
  for (const name of names.filter((it) => it.endsWith('.json')).sort()) {
    const value = unwrapped(JSON.parse(await readFile(join(folder, name), 'utf8')));
    if (isEvidence(value)) found.push(value);
  }
  return found;
}

const atMostSigned = ({ reached }: CheckedCertificate) => (reached === 'anchored' ? 'signed' : reached);

/** Adds what contradicts the certificate from outside of it. Nothing is anchored then. */
const contradictedBy = (it: CheckedCertificate, problems: readonly string[]): CheckedCertificate => ({
  ...it,
  reached: problems.length > 0 ? atMostSigned(it) : it.reached,
  problems: [...it.problems, ...problems.map((problem) => ({ step: 'anchored' as const, problem }))],
});

/** Adds the comparison of the blocks that decided the times with a chain. */
const withBlocks = async (
  it: CheckedCertificate,
  certificate: Certificate,
  trust: ChainTrust,
): Promise<CheckedCertificate> => {
  try {
    const { verifyBlocks } = await import('@trigpoint/client/certificate');
    const { problems, compared } = await verifyBlocks(certificate, trust);
    const held =
      problems.length === 0 && compared > 0
        ? [`The chain has the blocks that decided the times of ${counted(compared, 'slot')}.`]
        : [];
    return { ...contradictedBy(it, problems), held: [...it.held, ...held] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const unchecked = [
      ...it.unchecked,
      `The blocks that decided the times of slots: the chain could not be asked: ${why}`,
    ];
    return { ...it, reached: atMostSigned(it), unchecked };
  }
};

const withoutChain = (it: CheckedCertificate): CheckedCertificate => ({
  ...it,
  unchecked: [...it.unchecked, 'The blocks that decided the times of slots, if they name any: you named no chain.'],
});

/** Adds the comparison of the log's findings with the evidence. */
const withFindings = (
  it: CheckedCertificate,
  { problems, compared, unchecked }: CheckedFindings,
): CheckedCertificate => ({
  ...contradictedBy(it, problems),
  held:
    compared > 0 && problems.length === 0
      ? [...it.held, `Comparing ${counted(compared, 'slot')} again gives what the log says.`]
      : it.held,
  unchecked:
    unchecked > 0
      ? [...it.unchecked, `What ${counted(unchecked, 'comparison')} came to: the evidence is missing.`]
      : it.unchecked,
});

const mostShown = 10;

const linesFor = ({ reached, problems, held, unchecked, asserted, summary }: CheckedCertificate): string[] => {
  const steps = ['consistent', 'signed', 'anchored'] as const;
  const says = {
    consistent: 'every slot is there, in its order, at the time that was drawn',
    signed: 'the service signed it, and the log that it rests on',
    anchored: 'the log and the witnesses that you named have it',
  };
  const order = ['nothing', ...steps];
  const lines = steps.flatMap((step) => {
    const against = problems.filter((it) => it.step === step).map((it) => `    ${it.problem}`);
    const holds = order.indexOf(reached) >= order.indexOf(step);
    if (holds) return [`✔ ${step}: ${says[step]}.`];
    if (against.length === 0 && order.indexOf(reached) + 1 < order.indexOf(step)) return [];
    const more = against.length > mostShown ? [`    and ${against.length - mostShown} more`] : [];
    return [
      against.length > 0 ? `✘ not ${step}` : `? ${step}: not checked, or not in full`,
      ...against.slice(0, mostShown),
      ...more,
    ];
  });
  return [
    ...lines,
    ...held.map((it) => `  ${it}`),
    ...listed('Not checked:', unchecked),
    ...(reached === 'nothing' ? [] : listed("The operator's word alone:", asserted)),
    ...(summary && reached !== 'nothing' ? summaryLines(summary) : []),
    // Texts of the file stay on their lines. A line of their own would pass for one of ours.
  ].map(oneLine);
};
