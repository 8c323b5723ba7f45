import type { CheckedCertificate } from '@trigpoint/log/watches';
import { drawResults, everyMs, manipulations, periodOf, type Story } from './certificate/manipulations.ts';
import { check, type Keys, makeKeys, World } from './certificate/world.ts';
import { type Proof, type Random, seeded } from './proof.ts';

export type Check = (certificate: unknown, keys: Keys) => CheckedCertificate;

/** Plays a watch that is carried out honestly, among other watches. */
export const tell = async (random: Random, keys: Keys, verify: Check = check): Promise<Story> => {
  const world = new World(random, keys);
  const count = 7 + random.int(6);
  const other = world.add('f'.repeat(20), everyMs, count);
  const watch = world.add('0'.repeat(20), everyMs, count + 2);
  const results = drawResults(random, count);
  results[0] = 'inside';
  for (const it of results) {
    await world.window(watch, it);
    if (other.next < count) await world.window(other, 'outside');
  }
  const period = periodOf(watch, random);
  const certificate = await world.certify(watch, period);
  return { world, watch, results, period, certificate, honest: verify(certificate, keys) };
};

/** Lists manipulations that nobody notices, and an honest certificate that does not hold. */
export const tryStory = async (
  random: Random,
  verify: Check = check,
  only = /^/,
): Promise<{ tried: number; violations: string[] }> => {
  const keys = makeKeys(random);
  const story = await tell(random, keys, verify);
  const violations: string[] = [];
  const { honest, certificate } = story;
  if (honest.reached !== 'anchored' || honest.summary?.unwitnessed !== 0)
    violations.push(`an honest certificate is not anchored: ${honest.problems[0]?.problem}`);
  let tried = 0;
  for (const [name, forge] of Object.entries(manipulations)) {
    if (!only.test(name)) continue;
    const forged = await forge(story, random.fork(tried), keys);
    const { reached, summary } = verify(forged.certificate, keys);
    tried++;
    const isSame = JSON.stringify(forged.certificate) === JSON.stringify(certificate);
    const isShown = summary !== undefined && forged.shows?.(summary) === true;
    if (reached === 'anchored' && !isShown && !isSame) violations.push(`nobody notices that ${name}`);
  }
  return { tried, violations };
};

const stories = { small: 3, release: 420 };

/** Whatever somebody does to a certificate, and whatever its operator does to the log, shows when it is verified offline. */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const violations: string[] = [];
  let tried = 0;
  for (let i = 0; i < (small ? stories.small : stories.release); i++) {
    const told = await tryStory(random.fork(i));
    tried += told.tried;
    violations.push(...told.violations.map((it) => `story ${i}: ${it}`));
    if (i % 50 === 49) log(`${tried} manipulations`);
  }
  return { tried, violations };
};
