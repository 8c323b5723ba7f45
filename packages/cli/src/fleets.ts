import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  addWatch,
  type Client,
  changeWatch,
  listWatches,
  type NewWatch,
  priceWatch,
  type ServiceInfo,
  type WatchInfo,
} from '@trigpoint/client';
import type { Command } from 'commander';
import { lengthWords } from './durations.ts';
import { findProver, isWholeProver } from './find-prover.ts';
import { csvOf } from './fleet/csv.ts';
import { type Fleet, FleetError, fleetOf, hasLabels, type Labels, labelWords } from './fleet/fleet-file.ts';
import { type Plan, planFleet, type Step, type Wanted, wantedOf } from './fleet/fleet-plan.ts';
import { action, columns, examples, examplesElsewhere, exitCodes, given, print, show, UsageError } from './output.ts';
import { zoneOrFile } from './request.ts';
import { type KeyFlags, logIn, withKey } from './session.ts';

interface ApplyFlags extends KeyFlags {
  readonly plan?: boolean;
  readonly end?: boolean;
}

interface FleetFlags extends KeyFlags {
  readonly label: Labels;
  readonly csv?: boolean;
}

/**
 * The exit code if there is something to do. As in other tools that plan, 0 says that there is nothing to do, and 1 that something
 * is wrong.
 */
const hasDrift = 2;

/** Many provers, watched as a file says. */
export const addFleetCommands = (program: Command): void => {
  const apply = withKey(
    program.command('apply <file>').description('add and change watches until they match a fleet file'),
  )
    .option('--plan', 'only tell what would be done; exit code 2 if that is anything')
    .option('--end', 'also end watches of this fleet that the file does not have; that cannot be undone')
    .action(action(applyFile));
  examplesElsewhere(
    apply,
    'the page on watches applies this file, and begins without',
    'trigpoint apply examples/fleet.yaml',
    'trigpoint apply examples/fleet.yaml --plan',
  );
  const fleet = withKey(
    program.command('fleet <file>').description('the provers of a fleet file, and how they are doing'),
  )
    .option('--label <name=value>', 'only provers that have it; may be given several times', readLabel, {})
    .option('--csv', 'as CSV')
    .action(action(showFleet));
  examples(fleet, 'trigpoint fleet examples/fleet.yaml', 'trigpoint fleet examples/fleet.yaml --label region=eu --csv');
};

const readLabel = (given: string, before: Labels): Labels => {
  const at = given.indexOf('=');
  if (at < 1 || at === given.length - 1) throw new UsageError(`--label takes a name and a value, not "${given}".`);
  return { ...before, [given.slice(0, at)]: given.slice(at + 1) };
};

/**
 * Turns errors about the file into errors that end the command with 1. Usage errors would end it with 2, which says that there is
 * something to do.
 */
const asFault = (error: unknown): never => {
  throw error instanceof Error && /^(Usage|Ask)Error$/.test(error.name) ? new FleetError(error.message) : error;
};

const loadFleet = (path: string, client: Client, about: ServiceInfo): Promise<Fleet> =>
  readFleet(path, client, about).catch(asFault);

/** Reads the fleet file. Short names of provers become whole ids, and files of zones become their content. */
async function readFleet(path: string, client: Client, about: ServiceInfo): Promise<Fleet> {
  const text = await readFile(path, 'utf8').catch(() => Promise.reject(new FleetError(`There is no file ${path}.`)));
  const { parse } = await import('yaml');
  let parsed: unknown;
  try {
    parsed = parse(text);
  } catch (error) {
    throw new FleetError(`${path} is not YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  const fleet = fleetOf(parsed);
  const members = [];
  for (const it of fleet.members) {
    // Anybody can claim any name, and can find a key with a given beginning by trying.
    if (!about.development && !isWholeProver(it.prover))
      throw new FleetError(`${it.name}: "${it.prover}" is no whole id or key.`);
    members.push({ ...it, prover: await findProver(client, about, it.prover) });
  }
  const inFolder = (zone: string) =>
    zoneOrFile('zone', /\.(geo)?json$/i.test(zone) ? resolve(dirname(path), zone) : zone);
  const rules = fleet.rules.map((it) => (it.zone === undefined ? it : { ...it, zone: inFolder(it.zone) }));
  return { ...fleet, members, rules };
}

const mostListed = 1_000;

async function openWatches(client: Client): Promise<readonly WatchInfo[]> {
  const open = await listWatches(client, { limit: mostListed, isOpen: true });
  // A watch that is not listed would be added again.
  if (open.length === mostListed)
    throw new FleetError(`You have ${mostListed} watches or more; that is too many here.`);
  return open;
}

async function applyFile(path: string, flags: ApplyFlags): Promise<number> {
  const { client, about } = await logIn(flags, 'pol');
  const fleet = await loadFleet(path, client, about);
  const now = Date.now();
  for (const [i, { end }] of fleet.rules.entries())
    if ('until' in end && Date.parse(end.until) <= now) throw new FleetError(`watches[${i}].until is over.`);
  const plan = await openWatches(client)
    .then((open) => planFleet(fleet, open, now))
    .catch(asFault);
  const isLeft = (it: Step) => it.does === 'end' && !flags.end;
  if (!flags.json) for (const line of await planLines(client, plan, isLeft)) print(line);
  if (!flags.plan) for (const step of inOrder(plan.steps.filter((it) => !isLeft(it)))) await take(client, step);
  if (flags.json) show(true, { applied: !flags.plan, kept: plan.kept, steps: plan.steps.map(wireOf) }, () => '');
  else if (!flags.plan && plan.steps.some((it) => !isLeft(it))) print('Done.');
  const left = flags.plan ? plan.steps : plan.steps.filter(isLeft);
  return left.length > 0 ? hasDrift : exitCodes.done;
}

/** Adds come first and ends last, so that a prover is watched all the time while one watch replaces another. */
const inOrder = (steps: readonly Step[]): Step[] =>
  (['add', 'change', 'end'] as const).flatMap((does) => steps.filter((it) => it.does === does));

const newWatch = ({ name, member, rule, prover }: Wanted): NewWatch => ({
  ...{ name, prover, every_seconds: rule.everySeconds },
  parameters: {
    ...given({ zone: rule.zone, radius_km: rule.radiusKm, liars: rule.liars, withstands: rule.withstands }),
    ...member.place,
  },
  ...given({ number_of_challengers: rule.challengers }),
  until: 'until' in rule.end ? rule.end.until : new Date(Date.now() + rule.end.forSeconds * 1_000 + 10_000),
});

async function take(client: Client, step: Step): Promise<void> {
  if (step.does === 'add') return void (await addWatch(client, newWatch(step.wanted)));
  if (step.does === 'end') return void (await changeWatch(client, step.watch.watch, 'end'));
  if (step.isPaused) await changeWatch(client, step.watch.watch, 'resume');
  if (step.edit) await changeWatch(client, step.watch.watch, 'edit', step.edit);
}

async function planLines(client: Client, { steps, kept }: Plan, isLeft: (it: Step) => boolean): Promise<string[]> {
  const rows = steps.map((it): string[] => {
    if (it.does === 'add')
      return ['+ add', it.wanted.name, `${it.wanted.prover} every ${lengthWords(it.wanted.rule.everySeconds)}`];
    if (it.does === 'change') return ['~ change', it.watch.name, it.changes.join(', ')];
    return ['- end', it.watch.name, `${it.watch.watch}, ${it.why}${isLeft(it) ? '; it goes on without --end' : ''}`];
  });
  const count = (does: Step['does']) => steps.filter((it) => it.does === does).length;
  return [
    ...(rows.length > 0 ? [columns(rows)] : []),
    ...(await priceLines(client, steps)),
    steps.length === 0
      ? `${kept} watches are as the file says.`
      : `${count('add')} to add, ${count('change')} to change, ${count('end')} to end, ${kept} as the file says.`,
  ];
}

/** What the new watches cost, asked once for each rule. */
async function priceLines(client: Client, steps: readonly Step[]): Promise<string[]> {
  const added = steps.flatMap((it) => (it.does === 'add' ? [it.wanted] : []));
  const lines = [];
  for (const rule of new Set(added.map((it) => it.rule))) {
    const some = added.filter((it) => it.rule === rule);
    const priced = await priceWatch(client, newWatch(some[0] as Wanted));
    lines.push(
      `${rule.name}: ${some.length} × ${priced.slots} slots at ${priced.price_per_slot} POINTS each at most. You have ${priced.balance}.`,
    );
  }
  return lines;
}

const wireOf = (step: Step) =>
  step.does === 'add'
    ? { does: step.does, name: step.wanted.name, prover: step.wanted.prover }
    : {
        ...{ does: step.does, name: step.watch.name, prover: step.watch.prover, watch: step.watch.watch },
        ...(step.does === 'change' ? { changes: step.changes } : { why: step.why }),
      };

async function showFleet(path: string, flags: FleetFlags): Promise<void> {
  if (flags.csv && flags.json) throw new UsageError('Choose one of --csv and --json.');
  const { client, about } = await logIn(flags, 'pol');
  const fleet = await loadFleet(path, client, about);
  const open = await openWatches(client);
  const rows = wantedOf(fleet)
    .filter(({ member }) => hasLabels(member, flags.label))
    .map(({ name, member, rule, prover }) => {
      const watch = open.filter((it) => it.name === name && it.prover === prover && it.state !== 'over').at(-1);
      return {
        ...{ name: member.name, rule: rule.name, labels: member.labels, prover },
        ...{ state: watch?.state ?? 'not watched', last_result: watch?.last_result ?? '' },
        ...{ last_asked_at: watch?.last_asked_at ?? null, until: watch?.until ?? null, watch: watch?.watch ?? null },
      };
    });
  const cells = rows.map((it) => [
    ...[it.name, it.rule, labelWords(it.labels), it.state, it.last_result || '–', it.last_asked_at ?? '–'],
    ...[it.watch ?? '–', it.prover],
  ]);
  if (flags.csv)
    process.stdout.write(
      csvOf([
        ['name', 'rule', 'labels', 'prover', 'state', 'last_result', 'last_asked_at', 'until', 'watch'],
        ...rows.map((it) => [
          ...[it.name, it.rule, labelWords(it.labels), it.prover, it.state, it.last_result],
          ...[it.last_asked_at ?? '', it.until ?? '', it.watch ?? ''],
        ]),
      ]),
    );
  else
    show(flags.json, { fleet: fleet.name, provers: rows }, () =>
      columns([['name', 'rule', 'labels', 'state', 'last', 'at', 'watch', 'prover'], ...cells]),
    );
}
