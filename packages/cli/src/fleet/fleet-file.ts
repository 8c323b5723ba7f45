import { seconds } from '../durations.ts';
import { given } from '../output.ts';

/** A fleet file: provers, and what is to be watched of them. Only this file has labels; the service does not know them. */
export interface Fleet {
  /** The names of this fleet's watches begin with it. */
  readonly name: string;
  readonly members: readonly Member[];
  readonly rules: readonly Rule[];
}

export type Labels = Readonly<Record<string, string>>;

export interface Member {
  readonly name: string;
  /** Its whole id or key, because the beginning of a key can be somebody else's. */
  readonly prover: string;
  readonly labels: Labels;
  /** The place that is asked about. If the file does not name it, it is what the prover claims when the watch is added. */
  readonly place?: { readonly latitude: number; readonly longitude: number };
}

export interface Rule {
  readonly name: string;
  /** The rule is for members that have all of these labels. Without labels it is for everybody. */
  readonly labels: Labels;
  readonly zone?: string;
  readonly challengers?: number;
  readonly radiusKm?: number;
  readonly liars?: number;
  readonly withstands?: number;
  readonly everySeconds: number;
  /** When the watch ends, or for how long it runs. With a length it is renewed when half of that is over. */
  readonly end: { readonly until: string } | { readonly forSeconds: number };
}

/** Something is wrong with a fleet file. The message says what and where. */
export class FleetError extends Error {
  override readonly name = 'FleetError';
}

type Fields = Readonly<Record<string, unknown>>;

/** One segment of a watch's name. The whole name has 64 letters at most. */
const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,30}$/;

/** Reads a parsed fleet file. Unknown fields are refused, because with a misspelt field a server would not be watched. */
export const fleetOf = (value: unknown): Fleet => {
  const file = fieldsOf('the file', value, ['fleet', 'provers', 'watches']);
  const members = listOf('provers', file.provers).map(memberOf);
  const rules = listOf('watches', file.watches).map(ruleOf);
  unique('provers', members);
  unique('watches', rules);
  for (const [i, rule] of rules.entries())
    if (!members.some((it) => hasLabels(it, rule.labels)))
      throw new FleetError(`watches[${i}] is about no prover: none has ${labelWords(rule.labels)}.`);
  return { name: nameOf('fleet', file.fleet), members, rules };
};

export const hasLabels = ({ labels }: Member, wanted: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

export const labelWords = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

function memberOf(value: unknown, i: number): Member {
  const where = `provers[${i}]`;
  const it = fieldsOf(where, value, ['name', 'prover', 'labels', 'latitude', 'longitude']);
  if (typeof it.prover !== 'string' || it.prover === '')
    throw new FleetError(`${where}.prover is missing: name its whole id or key.`);
  if ((it.latitude === undefined) !== (it.longitude === undefined))
    throw new FleetError(`${where} has one of latitude and longitude: name both or neither.`);
  return {
    name: nameOf(`${where}.name`, it.name),
    prover: it.prover,
    labels: labelsOf(`${where}.labels`, it.labels),
    ...(it.latitude === undefined
      ? {}
      : {
          place: {
            latitude: numberOf(`${where}.latitude`, it.latitude, -90, 90),
            longitude: numberOf(`${where}.longitude`, it.longitude, -180, 180),
          },
        }),
  };
}

const terms = ['zone', 'challengers', 'radius', 'liars', 'withstands'] as const;

function ruleOf(value: unknown, i: number): Rule {
  const where = `watches[${i}]`;
  const it = fieldsOf(where, value, ['name', 'labels', 'every', 'until', 'for', ...terms]);
  if (it.zone !== undefined && (typeof it.zone !== 'string' || it.zone.trim() === ''))
    throw new FleetError(`${where}.zone must be a text such as EU.`);
  const whole = (name: (typeof terms)[number], most: number) =>
    it[name] === undefined ? undefined : wholeOf(`${where}.${name}`, it[name], 1, most);
  return {
    name: nameOf(`${where}.name`, it.name),
    labels: labelsOf(`${where}.labels`, it.labels),
    everySeconds: lengthOf(`${where}.every`, it.every),
    end: endOf(where, it),
    ...given({
      zone: it.zone?.trim(),
      challengers: whole('challengers', 100),
      radiusKm: whole('radius', 20_038),
      liars: whole('liars', 99),
      withstands: whole('withstands', 1_000_000),
    }),
  };
}

function endOf(where: string, it: Fields): Rule['end'] {
  if ((it.until === undefined) === (it.for === undefined))
    throw new FleetError(
      `${where} needs an end: until (a time) or for (such as 90d, renewed when half of it is over).`,
    );
  if (it.for !== undefined) return { forSeconds: lengthOf(`${where}.for`, it.for) };
  const ms = typeof it.until === 'string' ? Date.parse(it.until) : Number.NaN;
  if (Number.isNaN(ms)) throw new FleetError(`${where}.until must be a time such as 2030-05-01T12:00:00Z.`);
  return { until: new Date(ms).toISOString() };
}

function fieldsOf(where: string, value: unknown, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FleetError(`${where} must have the fields ${known.join(', ')}.`);
  const strange = Object.keys(value).find((name) => !known.includes(name));
  if (strange !== undefined) throw new FleetError(`${where} has a field ${strange}; there are ${known.join(', ')}.`);
  return value as Fields;
}

function listOf(where: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new FleetError(`${where} must be a list, and not an empty one.`);
  return value;
}

function nameOf(where: string, value: unknown): string {
  if (typeof value === 'string' && segment.test(value)) return value;
  throw new FleetError(`${where} must be a name: at most 31 letters, digits, dots, dashes and underscores.`);
}

function labelsOf(where: string, value: unknown): Labels {
  if (value === undefined) return {};
  const isText = (it: unknown) => typeof it === 'string' && it !== '';
  if (typeof value !== 'object' || value === null || !Object.values(value).every(isText))
    throw new FleetError(`${where} must be names with texts, such as { region: eu }. Put "quotes" around numbers.`);
  return value as Labels;
}

function numberOf(where: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw new FleetError(`${where} must be a number from ${min} to ${max}.`);
}

function wholeOf(where: string, value: unknown, min: number, max: number): number {
  if (Number.isInteger(value)) return numberOf(where, value, min, max);
  throw new FleetError(`${where} must be a whole number from ${min} to ${max}.`);
}

function lengthOf(where: string, value: unknown): number {
  try {
    return seconds(where)(String(value));
  } catch (error) {
    throw new FleetError((error as Error).message);
  }
}

function unique(where: string, all: readonly { readonly name: string }[]): void {
  const twice = all.find(({ name }, i) => all.findIndex((it) => it.name === name) !== i);
  if (twice) throw new FleetError(`${where} has two of the name ${twice.name}.`);
}
