import { execFile, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Namespaces } from '@trigpoint/dev/namespaces';
import { priority } from './network.ts';

const PORT = 5301;

interface Sum {
  readonly bits_per_second: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** One TCP stream of iperf3 over the same link: what most people would measure with. */
export async function openIperf(at: Namespaces) {
  const [place] = at.challengers;
  if (!place) throw new Error('iperf3 needs a challenger to run at');
  const args = [...priority, 'ip', 'netns', 'exec', at.prover.namespace, 'iperf3', '-s', '-p', String(PORT), '-i', '0'];
  const server = spawn('nice', args, { stdio: 'ignore' });
  await pause(400);
  return {
    async measure(
      direction: 'down' | 'up',
      seconds: number,
    ): Promise<{ mbps: number; bytes: number; seconds: number }> {
      const way = direction === 'down' ? [] : ['-R'];
      const client = [
        ...priority,
        'ip',
        'netns',
        'exec',
        place.namespace,
        'iperf3',
        '-J',
        '-p',
        String(PORT),
        '-c',
        at.prover.address,
      ];
      const { stdout } = await promisify(execFile)('nice', [...client, '-t', String(seconds), ...way]);
      const { sum_received: sum } = (JSON.parse(stdout) as { end: { sum_received: Sum } }).end;
      return { mbps: sum.bits_per_second / 1e6, bytes: sum.bytes, seconds: sum.seconds };
    },
    close: () => void server.kill(),
  };
}
