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
  /** A free port in place of one that somebody else on this machine may use. */
  port(named: string): Promise<string>;
}

const ports = ['41000', '9000', '8081', '8082'];
const anyProver = 'IPv4/0x…';

/** A page's command as it can be typed on this machine. */
export const translate = async (text: string, its: StandIns): Promise<string> => {
  let typed = text
    // Every test runs after installing and building, so that part is left out. By package.json, `npm start` is then `trigpoint
    // up`.
    .replace(/^npm ci && /, '')
    .replace(/\bnpm start\b/, 'npx trigpoint up')
    // This is the same file that npx runs, without the second that npx takes to find it.
    .replaceAll(/\bnpx /g, 'node_modules/.bin/')
    // Benchmarks take minutes on a quiet machine. They run with the page's own options, and with `--small`, which makes it
    // seconds.
    .replace(/\bnpm run bench -- (.*)$/, 'node bench/dist/run.js $1 --small')
    // prove/small.test.ts runs every proof in this folder. Here the proof has to be there, and `npm run prove` to run a quick one.
    .replace(/\bnpm run prove -- ([\w-]+)$/, 'ls prove/$1.ts && node prove/dist/run.js quorum --small')
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

/** These ports are below those that systems hand out by themselves, so nobody else is given one before it is used. */
const [lowest, highest] = [20_000, 32_000];

/** A port that nobody uses, neither for datagrams nor for connections. */
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
      // Somebody uses this port, so another one is tried.
    } finally {
      socket.close();
      server.close();
    }
  }
};
