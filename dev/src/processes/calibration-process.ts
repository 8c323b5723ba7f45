import { generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import { answerParent } from './child.ts';

/** How long the loop is held at a time. */
const burstMs = 50;

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const text = JSON.stringify(Array.from({ length: 40 }, (_, i) => ({ id: `0x${i}`, at: new Date(i).toISOString() })));
const bytes = Buffer.from(text);
const signature = sign(null, bytes, privateKey);

/**
 * A unit of work that every operation of the service needs, without any code of ours: it checks a signature, hashes, and reads and
 * writes JSON.
 */
const unit = (): void => {
  if (!verify(null, bytes, publicKey, signature)) throw new Error('a signature of ours does not verify');
  hash('sha256', JSON.stringify(JSON.parse(text)), 'hex');
};

/** Units a second. */
const measure = async ({ seconds }: { seconds: number }): Promise<{ perSecond: number }> => {
  const from = performance.now();
  let units = 0;
  while (performance.now() - from < 1000 * seconds) {
    for (const until = performance.now() + burstMs; performance.now() < until; units++) unit();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { perSecond: units / ((performance.now() - from) / 1000) };
};

answerParent({}, measure);
