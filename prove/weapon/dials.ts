import { execFileSync } from 'node:child_process';
import { openNamespaces, type Place, startIn, whyNoNamespaces } from '@trigpoint/dev/namespaces';

/**
 * One TCP connection to an address that does not answer, as Linux 6.18 sends it: eleven packets of 60 bytes, headers included.
 * Chromium makes three such connections before it shows that a page cannot be reached: 33 packets, 1,980 bytes.
 */
const failedConnection = { packets: 11, bytes: 660 };

/** How somebody behaves who never asked to be dialled. */
export type Manners = 'silent' | 'closed' | 'mute' | 'talks';
export const allManners: readonly Manners[] = ['silent', 'closed', 'mute', 'talks'];

const program = new URL('./dial-process.js', import.meta.url);
const port = 9_000;

interface Counted {
  readonly packets: number;
  readonly bytes: number;
}

/** Every IPv4 packet that reached a namespace, and their bytes with all headers, as its kernel counts them. */
const countedIn = ({ namespace }: Place): Counted => {
  const text = execFileSync('ip', ['netns', 'exec', namespace, 'cat', '/proc/net/snmp', '/proc/net/netstat'], {
    encoding: 'utf8',
  });
  const figure = (group: string, name: string): number => {
    const [names = '', values = ''] = text.split('\n').filter((line) => line.startsWith(`${group}:`));
    return Number(values.split(' ')[names.split(' ').indexOf(name)]);
  };
  return { packets: figure('Ip', 'InReceives'), bytes: figure('IpExt', 'InOctets') };
};

/** Has a prover dial somebody who never consented, for each proof type, and counts what that one is sent. */
export async function attackStrangers(
  manners: readonly Manners[],
  log: (line: string) => void,
): Promise<{ tried: number; violations: string[] }> {
  const whyNot = whyNoNamespaces();
  if (whyNot !== undefined) {
    log(`strangers: skipped: ${whyNot}`);
    return { tried: 0, violations: [] };
  }
  // Each has namespaces of its own, and waits most of the time for answers that never come. So they run at once.
  const results = await Promise.all(manners.map((manner) => attackStranger(manner, log)));
  return { tried: results.reduce((sum, it) => sum + it.tried, 0), violations: results.flatMap((it) => it.violations) };
}

async function attackStranger(
  manner: Manners,
  log: (line: string) => void,
): Promise<{ tried: number; violations: string[] }> {
  const violations: string[] = [];
  let tried = 0;
  const places = openNamespaces(1, `tpw${allManners.indexOf(manner)}x${process.pid}`);
  const [stranger] = places.challengers as [Place];
  const to = { address: stranger.address, port };
  const running: { end(): Promise<void> }[] = [];
  const start = async (...settings: Parameters<typeof startIn>) => {
    const child = await startIn(...settings);
    running.push(child);
    return child;
  };
  try {
    // Without a way back the stranger answers nothing at all.
    if (manner === 'silent') execFileSync('ip', ['-n', stranger.namespace, 'route', 'flush', 'dev', 'eth0']);
    if (manner === 'mute' || manner === 'talks') await start(stranger, program, { at: to, manners: manner });
    const prover = await start(places.prover, program, {});
    for (const proofType of ['pol', 'pob']) {
      const before = countedIn(stranger);
      await prover.ask({ proofType, to });
      const after = countedIn(stranger);
      const sent = { packets: after.packets - before.packets, bytes: after.bytes - before.bytes };
      log(`${proofType}: a stranger that is ${manner} was sent ${sent.packets} packets, ${sent.bytes} bytes`);
      tried += 1;
      if (sent.packets === 0) violations.push(`${proofType} ${manner}: nothing was dialled`);
      if (sent.packets >= failedConnection.packets || sent.bytes >= failedConnection.bytes)
        violations.push(`${proofType} ${manner}: ${sent.packets} packets, ${sent.bytes} bytes to a stranger`);
    }
  } finally {
    for (const it of running.reverse()) await it.end();
    places.close();
  }
  return { tried, violations };
}
