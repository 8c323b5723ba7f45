import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** What a page's placeholders stand for where its commands are typed. */
export interface StandIns {
  readonly challenge: string;
  readonly watch: string;
  readonly service: string;
  readonly chain: string;
  /** A prover that tells the truth. */
  prover(): Promise<string>;
  database(): Promise<string | undefined>;
  /** In place of a port that somebody else on this machine may have. */
  port(named: string): Promise<string>;
}

const ports = ['41000', '9000', '8081', '8082'];
const anyProver = 'IPv4/0x…';

/** A page's command as it can be typed on this machine. */
export const translate = async (text: string, its: StandIns): Promise<string> => {
  let typed = text
    // Installing and building is what every test comes after; package.json says that this is the rest of it.
    .replace(/^npm ci && /, '')
    .replace(/\bnpm start\b/, 'npx trigpoint up')
    // The same file, without the second that npx takes to find it.
    .replaceAll(/\bnpx /g, 'node_modules/.bin/')
    // Minutes of a quiet machine: with the page's own options, and the one that makes it seconds.
    .replace(/\bnpm run (bench|prove) -- (.*)$/, 'node $1/dist/run.js $2 --small')
    .replace(/ --data DIR\b/, ' --data examples/calibration')
    .replaceAll('<n>', its.challenge)
    .replaceAll('<watch>', its.watch)
    .replaceAll('http://127.0.0.1:8545', its.chain)
    .replaceAll(/http:\/\/127\.0\.0\.1:8080|https:\/\/proofs\.example\.com/g, its.service);
  if (typed.includes(anyProver)) typed = typed.replaceAll(anyProver, await its.prover());
  if (text.includes('postgres://')) typed = typed.replaceAll(/postgres:\/\/\S+/g, `'${await its.database()}'`);
  for (const port of ports)
    if (text.includes(port)) typed = typed.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), await its.port(port));
  return typed;
};

/** Below the ports that systems hand out by themselves, so that nobody is given it before it is used. */
const [lowest, highest] = [20_000, 32_000];

/** A port that nobody has, neither for datagrams nor for connections. */
export const freePort = async (): Promise<string> => {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const socket = createSocket('udp4');
    const server = createServer();
    try {
      await once(socket.bind(port), 'listening');
      await once(server.listen(port), 'listening');
      return String(port);
    } catch {
      // Somebody's: another one.
    } finally {
      socket.close();
      server.close();
    }
  }
};
