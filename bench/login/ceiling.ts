import { answerParent } from '@trigpoint/dev/processes';
import { cpuUs } from '../process/pinned.ts';
import { recoverSigner, signPersonal } from './signing.ts';

const text = 'localhost wants you to sign in with your Ethereum account:\n'.padEnd(400, 'x');
const signature = Buffer.from(signPersonal(Buffer.alloc(32, 7), text).slice(2), 'hex');

answerParent({}, ({ forMs }: { forMs: number }) => {
  const [started, startedCpu] = [performance.now(), cpuUs()];
  let count = 0;
  while (performance.now() - started < forMs) {
    for (let i = 0; i < 20; i++) recoverSigner(text, signature);
    count += 20;
  }
  return { count, wallMs: performance.now() - started, cpuUs: cpuUs() - startedCpu };
});
