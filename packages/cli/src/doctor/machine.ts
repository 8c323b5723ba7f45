import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ServiceInfo } from '@trigpoint/client';
import { softwareVersion } from '@trigpoint/protocol';
import { bad, causeOf, type Diagnosis, fine, skipped, warning } from './diagnoses.ts';

export const checkNode = (version: string): Diagnosis => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const good = major > 20 || (major === 20 && minor >= 19);
  return good ? fine('Node', version) : bad('Node', `${version} is too old`, 'Install Node 20.19 or later.');
};

interface ServiceLook {
  readonly reachable: boolean;
  readonly clockSkewMs: number | undefined;
  readonly diagnoses: readonly Diagnosis[];
}

const patienceMs = 5_000;
const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(patienceMs) });

/** Whether the service answers, is ready, and fits this program. */
export async function checkService(url: string): Promise<ServiceLook> {
  let info: ServiceInfo;
  let clockSkewMs: number | undefined;
  try {
    const sentAt = Date.now();
    const reply = await ask(`${url}/.well-known/trigpoint.json`);
    const took = Date.now() - sentAt;
    const date = Date.parse(reply.headers.get('date') ?? '');
    // The header has whole seconds, so the true time is half a second later on average.
    if (!Number.isNaN(date)) clockSkewMs = date + 500 - (sentAt + took / 2);
    if (!reply.ok) throw new Error(`it answers ${reply.status}`);
    info = (await reply.json()) as ServiceInfo;
  } catch (error) {
    const diagnosis = bad(
      'service',
      `${url} cannot be used: ${causeOf(error)}`,
      'Start it with npx trigpoint up or npx trigpoint serve, or name another with --service.',
    );
    return { reachable: false, clockSkewMs, diagnoses: [diagnosis] };
  }
  const ready = await ask(`${url}/readyz`).then(
    (it) => it.ok,
    () => false,
  );
  const same = info.version === softwareVersion;
  return {
    reachable: true,
    clockSkewMs,
    diagnoses: [
      ready
        ? fine('service', `${url} is ready${info.development ? ' (a development network)' : ''}`)
        : bad('service', `${url} answers but is not ready`, 'Its database does not answer: look at its log.'),
      same
        ? fine('version', info.version)
        : warning(
            'version',
            `the service has ${info.version}, this is ${softwareVersion}`,
            'Use the same version on both sides.',
          ),
      info.chain
        ? fine('requests', `read from chain ${info.chain.id} at ${info.chain.confirmations} confirmations`)
        : fine('requests', 'made at the service itself: it has no chain'),
    ],
  };
}

/**
 * The largest difference between the clocks. A login text has a time and expires after minutes, so logins fail with a wrong clock.
 */
const skewLimitMs = 60_000;

export const checkClock = (skewMs: number | undefined): Diagnosis => {
  if (skewMs === undefined) return skipped('clock', 'nothing to compare it with');
  const seconds = Math.round(Math.abs(skewMs) / 100) / 10;
  const says = `${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the service`;
  return Math.abs(skewMs) < skewLimitMs
    ? fine('clock', says)
    : bad('clock', says, 'Turn on time synchronisation (NTP) on both machines.');
};

/** Whether datagrams leave and arrive on this machine. Only a measurement tells whether they cross the internet (--agent). */
export async function checkUdp(): Promise<Diagnosis> {
  const [here, there] = [createSocket('udp4'), createSocket('udp4')];
  try {
    here.bind(0, '127.0.0.1');
    await once(here, 'listening');
    const heard = once(here, 'message', { signal: AbortSignal.timeout(2_000) });
    there.send('?', here.address().port, '127.0.0.1');
    await heard;
    return fine('UDP', 'datagrams get through on this machine');
  } catch (error) {
    return bad(
      'UDP',
      `no datagram gets through on this machine (${causeOf(error)})`,
      'Allow UDP for this program; in a sandbox or container, give it a network.',
    );
  } finally {
    here.close();
    there.close();
  }
}

/** Whether the port is free, or used by our own service. */
export async function checkPort(host: string, port: number, service: string): Promise<Diagnosis> {
  if (port === 0) return fine('port', 'any free one');
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return fine('port', `${host}:${port} is free`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && Number(new URL(service).port) === port)
      return fine('port', `${host}:${port} is in use, by the service`);
    if (code === 'EADDRINUSE')
      return bad('port', `${host}:${port} is taken`, 'Set PORT to another one, or end the program that has it.');
    return bad(
      'port',
      `${host}:${port} cannot be used (${code})`,
      'Ports below 1024 need rights: set PORT to a higher one.',
    );
  } finally {
    server.close();
  }
}
