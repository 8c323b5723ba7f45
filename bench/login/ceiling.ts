import { secp256k1 } from '@bitauth/libauth';
import { keccak256 } from 'viem';
import { cpuUs } from './pinned.ts';
import { personalHash, signPersonal } from './signing.ts';

/** What one login cannot do without: the hash of the text, the recovery, and the address of the recovered key. */
const text = 'localhost wants you to sign in with your Ethereum account:\n'.padEnd(400, 'x');
const signature = Buffer.from(signPersonal(Buffer.alloc(32, 7), text).slice(2), 'hex');

const recover = (): string => {
  const recovery = ((signature[64] as number) - 27) as 0 | 1;
  const key = secp256k1.recoverPublicKeyUncompressed(signature.subarray(0, 64), recovery, personalHash(text));
  if (typeof key === 'string') throw new Error(key);
  return `0x${keccak256(key.subarray(1)).slice(26)}`;
};

process.on('message', ({ forMs }: { forMs: number }) => {
  const [started, startedCpu] = [performance.now(), cpuUs()];
  let count = 0;
  while (performance.now() - started < forMs) {
    for (let i = 0; i < 20; i++) recover();
    count += 20;
  }
  process.send?.({ count, wallMs: performance.now() - started, cpuUs: cpuUs() - startedCpu });
});
process.on('SIGTERM', () => process.exit(0));
process.send?.({ ready: true });
