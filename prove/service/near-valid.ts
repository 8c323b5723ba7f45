import type { Shape, TSchema } from '@trigpoint/schema';
import type { Random } from '../proof.ts';

/** JSON as text, written as it stands: what JSON.stringify would never write. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Tree = string | number | boolean | null | Raw | Tree[] | { [name: string]: Tree };

/** Texts that mean something to some field: with them a generated body gets past the first check. */
const texts = (random: Random): string =>
  random.pick([
    () => `0x${Buffer.from(random.bytes(20)).toString('hex')}`,
    () => `0x${Buffer.from(random.bytes(65)).toString('hex')}`,
    () => 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW',
    () => String(random.int(1000)),
    () => new Date(Date.UTC(2020 + random.int(10), random.int(12), 1 + random.int(28))).toISOString(),
    () => 'Lisbon in the morning',
    () => `https://example.com/${random.int(100)}.jpg`,
    () => Buffer.from(random.bytes(24)).toString('base64url'),
  ])();

const claimNames = ['latitude', 'longitude', 'radius', 'country', 'downlink_bandwidth', 'bandwidth', 'anything'];

/**
 * Values that a field wants beyond its type, by its name. With them most bodies are valid, and reach what stands behind the
 * checks.
 */
const goodValues: Readonly<Record<string, (random: Random) => Tree>> = {
  publicKey: (random) => `0x${Buffer.from(random.bytes(20)).toString('hex')}`,
  keyType: () => 'ethereum',
  campaign: (random) => `campaign ${random.int(200)}`,
  type: () => 'individual',
  currency: () => 'POINTS',
  latitude: (random) => random() * 170 - 85,
  longitude: (random) => random() * 350 - 175,
  radius: (random) => 1 + random.int(500),
  banner_url: () => 'https://example.com/banner.jpg',
  poster_url: () => 'https://example.com/poster.jpg',
  total_rewards: (random) => 100 + random.int(1000),
  reward_per_task: (random) => 1 + random.int(50),
  fuel_required: () => 1,
  starts_at: () => '2026-01-01T00:00:00Z',
  ends_at: () => '2030-01-01T00:00:00Z',
  since: () => '2026-01-01T00:00:00Z',
  max_submissions: (random) => 1 + random.int(100),
  challenge_id: (random) => String(1 + random.int(50)),
  claims: () => ({ country: 'PT' }),
  tags: () => ['morning', 'river'],
  require_proof: () => null,
  cursor: () => null,
  limit: (random) => 1 + random.int(20),
  skip: (random) => random.int(5),
};

/** A value that fits the schema, most of the time with its optional parts. */
export const nearValid = (schema: TSchema, random: Random): Tree => grow(schema as Shape, random);

const grow = (shape: Shape, random: Random): Tree => {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return random.pick(shape.enum);
  if (shape.anyOf) return grow(random.pick(shape.anyOf), random);
  if (shape.patternProperties) return growRecord(shape, random);
  switch (shape.type) {
    case 'object':
      return growObject(shape, random);
    case 'array':
      return Array.from({ length: random.int(4) }, () => grow(shape.items ?? {}, random));
    case 'integer':
    case 'number':
      return growNumber(shape, random);
    case 'boolean':
      return random.int(2) === 0;
    case 'null':
      return null;
    default:
      return texts(random).slice(0, shape.maxLength);
  }
};

const growObject = (shape: Shape, random: Random): Tree => {
  const fields = Object.entries(shape.properties ?? {});
  const kept = fields.filter(([name]) => shape.required?.includes(name) || random.int(3) > 0);
  const careful = random.int(3) > 0;
  return Object.fromEntries(
    kept.map(([name, it]) => [name, (careful && goodValues[name]?.(random)) || grow(it, random)]),
  );
};

const growRecord = (shape: Shape, random: Random): Tree => {
  const [values] = Object.values(shape.patternProperties ?? {});
  const names = Array.from({ length: random.int(4) }, () => random.pick(claimNames));
  return Object.fromEntries(names.map((name) => [name, grow(values ?? {}, random)]));
};

const growNumber = ({ type, minimum = -200, maximum = 200 }: Shape, random: Random): number => {
  const value = minimum + random() * (Math.min(maximum, minimum + 1e6) - minimum);
  return type === 'integer' ? Math.round(value) : value;
};

/** Writes a tree as JSON. `Raw` parts are written as they are. */
export const write = (tree: Tree): string => {
  if (tree instanceof Raw) return tree.text;
  if (Array.isArray(tree)) return `[${tree.map(write).join(',')}]`;
  if (typeof tree === 'object' && tree !== null) {
    return `{${Object.entries(tree)
      .map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`)
      .join(',')}}`;
  }
  return JSON.stringify(tree);
};
