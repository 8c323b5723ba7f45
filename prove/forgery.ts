import { type ChainFacts, type Checked, type Trust, verifyEvidence } from '@trigpoint/client';
import { formatVerifierKey, makeSigner } from '@trigpoint/log';
import type { Evidence } from '@trigpoint/proofs';
import { forgeries } from './forgery/forgeries.ts';
import { type Watched, watched } from './forgery/watched.ts';
import { liveThrough, liveThroughWithoutChain, type World } from './forgery/world.ts';
import { type Proof, type Random, seeded } from './proof.ts';

const sizes = { small: 90, release: 20_000 };

/**
 * A dishonest operator, who has every key of the service and none of honest agents, hands out evidence and logs of its own
 * making. The step of `verify` that claims to notice a forgery notices it, and the steps before it have nothing to say. What
 * no file can show is noticed by a monitor, or by one honest challenger with its receipts.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const worlds = [await liveThrough(), await liveThroughWithoutChain()];
  const violations: string[] = [];
  for (const { evidence, trust, chain, log: files, checkSignature } of worlds)
    for (const it of evidence) {
      const { reached, problems } = await verifyEvidence(it, trust, { chain, log: files, checkSignature });
      if (reached !== 'anchored') violations.push(`untouched evidence is only ${reached}: ${problems[0]?.problem}`);
    }
  const names = [...Object.keys(forgeries), ...Object.keys(watched)];
  const target = small ? sizes.small : sizes.release;
  const counts = new Map<string, number>();
  let tried = 0;
  for (let i = 0; tried < target && i < 4 * target; i++) {
    const name = names[i % names.length] as string;
    const fork = random.fork(i);
    const found = await tryKind(name, fork, worlds);
    if (!found) continue;
    tried++;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (found.noticed !== found.expected)
      violations.push(`forgery ${i} (it ${name}): ${found.noticed || 'nothing'} was noticed, not ${found.expected}`);
    if (tried % 2_000 === 0) log(`${tried} forgeries`);
  }
  for (const it of worlds) violations.push(...(await tryElsewhere(it, random)));
  for (const name of names) if (!counts.has(name)) violations.push(`no forgery was made that ${name}`);
  log(`${tried} forgeries of ${counts.size} kinds`);
  return { tried, violations };
};

/** Tries a forgery on evidence that is picked at random. If it does not fit, the next evidence is tried. */
const tryKind = async (name: string, random: Random, worlds: readonly World[]): Promise<Watched | undefined> => {
  const all = worlds.flatMap((world) => world.evidence.map((honest) => ({ world, honest })));
  const first = random.int(all.length);
  for (const { world, honest } of [...all.slice(first), ...all.slice(0, first)]) {
    const found = (await watched[name]?.(random, honest, world)) ?? (await tryFile(name, random, honest, world));
    if (found) return found;
  }
  return undefined;
};

const tryFile = async (name: string, random: Random, honest: Evidence, world: World): Promise<Watched | undefined> => {
  const forged = await forgeries[name]?.(random, honest, world);
  if (!forged) return undefined;
  const { trust, chain, log, checkSignature } = world;
  const checked = await verifyEvidence(forged.evidence, trust, { chain, log, checkSignature });
  return { noticed: stepOf(checked) ?? 'nothing', expected: forged.noticedAt };
};

/** The first step that finds a problem; undefined if none does. */
const stepOf = ({ problems }: Checked): string | undefined =>
  (['consistent', 'signed', 'anchored'] as const).find((step) => problems.some((it) => it.step === step));

/** Holds untouched evidence of one deployment against another one with the same code. */
const tryElsewhere = async (
  { evidence, trust, chain, log, checkSignature }: World,
  random: Random,
): Promise<string[]> => {
  const honest = random.pick(evidence);
  const name = trust.log?.vkey.split('+')[0] ?? '';
  const otherLog = { ...trust, log: { vkey: formatVerifierKey(makeSigner(name, random.bytes(32))) } };
  const otherChain = { ...chain, challenge: async () => ({ ...(await chain.challenge(1n)), status: 'none' as const }) };
  const found = [];
  const others: [string, Trust, ChainFacts][] = [['log', otherLog, chain]];
  if (honest.transcript.request === undefined) others.push(['contract', trust, otherChain]);
  for (const [what, it, facts] of others) {
    const checked = await verifyEvidence(honest, it, { chain: facts, log, checkSignature });
    if (stepOf(checked) !== 'anchored') found.push(`evidence of one deployment passes under another's ${what}`);
  }
  return found;
};
