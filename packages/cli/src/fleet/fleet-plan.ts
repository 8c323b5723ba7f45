import type { WatchEdit, WatchInfo } from '@trigpoint/client';
import type { PolAsk } from '@trigpoint/proofs';
import { changeAsk, findProfile, proverAddressOf } from '@trigpoint/proofs/registry';
import { proverIdOf } from '@trigpoint/protocol';
import { lengthWords } from '../durations.ts';
import { type Fleet, FleetError, hasLabels, type Member, type Rule } from './fleet-file.ts';

/** One rule for one member: a watch of its own. */
export interface Wanted {
  /** fleet/rule/member: by this name the watch is found again. */
  readonly name: string;
  readonly rule: Rule;
  readonly member: Member;
  /** The prover as the service names it in watches. */
  readonly prover: string;
}

export type Step =
  | { readonly does: 'add'; readonly wanted: Wanted }
  | {
      readonly does: 'change';
      readonly watch: WatchInfo;
      readonly changes: readonly string[];
      readonly isPaused: boolean;
      /** Undefined if the watch only has to be resumed. */
      readonly edit: WatchEdit | undefined;
    }
  | { readonly does: 'end'; readonly watch: WatchInfo; readonly why: string };

export interface Plan {
  readonly steps: readonly Step[];
  /** How many watches are as the file says. */
  readonly kept: number;
}

const longestName = 64;

/** Every watch that the file wants. */
export const wantedOf = ({ name: fleet, members, rules }: Fleet): Wanted[] =>
  rules.flatMap((rule) =>
    members
      .filter((it) => hasLabels(it, rule.labels))
      .map((member) => {
        const name = `${fleet}/${rule.name}/${member.name}`;
        if (name.length > longestName)
          throw new FleetError(`"${name}" has more than ${longestName} letters: choose shorter names.`);
        return { name, rule, member, prover: proverOf(member.prover) };
      }),
  );

function proverOf(given: string): string {
  const { address, isIPv6 } = proverAddressOf(given);
  return proverIdOf({ prover: address, isIPv6 });
}

/**
 * The steps after which exactly the wanted watches run. Watches with other names are not touched. `mine` are all watches that are not
 * over, newest first.
 */
export function planFleet(fleet: Fleet, mine: readonly WatchInfo[], now: number): Plan {
  const own = mine.filter((it) => it.state !== 'over' && it.name.startsWith(`${fleet.name}/`));
  const kept = new Set<WatchInfo>();
  const steps: Step[] = [];
  for (const wanted of wantedOf(fleet)) {
    // Two runs at the same time may have added two watches. The oldest is kept, because its certificate goes back the furthest.
    const watch = own.filter((it) => it.name === wanted.name && it.prover === wanted.prover).at(-1);
    if (!watch) {
      steps.push({ does: 'add', wanted });
      continue;
    }
    kept.add(watch);
    const change = changeOf(watch, wanted, now);
    if (change) steps.push(change);
  }
  const wantedNames = new Map(wantedOf(fleet).map((it) => [it.name, it.prover]));
  for (const watch of own.filter((it) => !kept.has(it))) {
    const prover = wantedNames.get(watch.name);
    const why =
      prover === undefined ? 'not in the file' : prover === watch.prover ? 'a second one' : 'about another prover';
    steps.push({ does: 'end', watch, why });
  }
  return { steps, kept: kept.size - steps.filter((it) => it.does === 'change').length };
}

function changeOf(watch: WatchInfo, wanted: Wanted, now: number): Step | undefined {
  const asks = askChanges(watch, wanted);
  const times = timeChanges(watch, wanted.rule, now);
  const isPaused = watch.state === 'paused';
  const changes = [...(isPaused ? ['paused → running'] : []), ...asks.changes, ...times.changes];
  if (changes.length === 0) return undefined;
  const edit = { ...asks.edit, ...times.edit };
  return { does: 'change', watch, changes, isPaused, edit: Object.keys(edit).length > 0 ? edit : undefined };
}

interface Changes {
  readonly changes: readonly string[];
  readonly edit: WatchEdit;
}

const words = {
  zone: 'zone',
  challengers: 'challengers',
  radiusKm: 'radius',
  liars: 'liars',
  withstands: 'withstands',
};

/**
 * A place that the file does not name stays as it was when the watch was added. So a prover that moves cannot take the watch along.
 */
function askChanges({ ask }: WatchInfo, { rule, member }: Wanted): Changes {
  const profile = findProfile('pol');
  if (!profile) throw new Error('Places are not known here.');
  const now = profile.decode(ask as `0x${string}`) as PolAsk;
  const { zone, radiusKm, liars, withstands, challengers = profile.challengers.usual } = rule;
  const wanted = { zone, radiusKm, liars, withstands, challengers };
  const short = (value: string | number | undefined) => (value === undefined ? 'none' : String(value).slice(0, 40));
  const changes = (Object.keys(words) as (keyof typeof words)[])
    .filter((name) => now[name] !== wanted[name])
    .map((name) => `${words[name]} ${short(now[name])} → ${short(wanted[name])}`);
  const { place } = member;
  if (place && (place.latitude !== now.latitude || place.longitude !== now.longitude))
    changes.push(`place ${now.latitude}, ${now.longitude} → ${place.latitude}, ${place.longitude}`);
  if (changes.length === 0) return { changes, edit: {} };
  return { changes, edit: { ask: changeAsk(profile, ask as `0x${string}`, { ...wanted, ...place }) } };
}

/** Clocks differ by less than this. */
const slackMs = 60_000;

function timeChanges(watch: WatchInfo, { everySeconds, end }: Rule, now: number): Changes {
  const every = watch.every_seconds !== everySeconds;
  const until = endAt(end, Date.parse(watch.until), now);
  return {
    changes: [
      ...(every ? [`every ${lengthWords(watch.every_seconds)} → ${lengthWords(everySeconds)}`] : []),
      ...(until === undefined ? [] : [`until ${watch.until} → ${new Date(until).toISOString()}`]),
    ],
    edit: {
      ...(every ? { every_seconds: everySeconds } : {}),
      ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
    },
  };
}

/** The new end of a watch. Undefined if its end need not change. */
function endAt(end: Rule['end'], ends: number, now: number): number | undefined {
  if ('until' in end) return Date.parse(end.until) === ends ? undefined : Date.parse(end.until);
  const [left, wanted] = [ends - now, end.forSeconds * 1_000];
  return left < wanted / 2 || left > wanted + slackMs ? now + wanted : undefined;
}
