/**
 * Minimum round trip of our location probe against ICMP `ping` on the same path: two namespaces, one veth pair, and
 * once more with 10 ms of delay where the kernel has netem. Target: within 100 µs.
 */
import { execFile, execFileSync } from 'node:child_process';
import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fastSigner, fastVerify } from '@trigpoint/agent';
import { ethereumSigner, verifySignature } from '@trigpoint/client';
import { whyNoNamespaces } from '@trigpoint/dev/namespaces';
import { isFailure, type PolAsk, type ProbeIo, type ProbeTask } from '@trigpoint/proofs';
import { openListener, polProbe } from '@trigpoint/proofs/node';
import { figure } from './process/figures.ts';
import { whyNoProgram } from './process/needs.ts';
import { median } from './process/percentiles.ts';
import { atMost, isSmall } from './process/size.ts';
import { openWire, type Wire } from './wire/namespaces.ts';

const TARGET_US = 100;
const ROUNDS = atMost(1, 8);
const PORT = 4_790;

function io(secret: string): ProbeIo {
  const signer = fastSigner('ethereum', Buffer.from(secret, 'hex'));
  return {
    sign: (text) => signer.sign(text),
    verify: fastVerify,
    progress: () => {},
    signal: new AbortController().signal,
  };
}

/** Runs inside one namespace: one end of one measurement. */
async function runEnd(role: string, secret: string, task: ProbeTask<PolAsk>): Promise<void> {
  if (role === 'prover') return polProbe.prove(task, io(secret));
  const listener = await openListener(task.challenger.endpoint);
  process.stdout.write(`${JSON.stringify(await polProbe.challenge(task, { ...io(secret), listener }))}\n`);
  await listener.close();
}

async function ours({ ends }: Wire): Promise<number[]> {
  const secrets = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')] as const;
  const party = (secret: string) => {
    const { keyType, publicKey } = ethereumSigner(secret);
    return { id: `IPv4/${publicKey.toLowerCase()}`, keyType, publicKey, claims: {} };
  };
  const task = {
    challengeId: '1',
    attempt: 1,
    proofType: 'pol',
    ask: {},
    prover: party(secrets[1]),
    challenger: { ...party(secrets[0]), endpoint: { address: ends[0].address, port: PORT } },
    tag: randomBytes(16).toString('hex'),
    budgetMs: 15_000,
  };
  const start = (ns: string, role: string, secret: string) =>
    promisify(execFile)(
      'ip',
      ['netns', 'exec', ns, process.execPath, fileURLToPath(import.meta.url), role, secret, JSON.stringify(task)],
      { timeout: 30_000 },
    );
  const [challenger] = await Promise.all([
    start(ends[0].ns, 'challenger', secrets[0]),
    start(ends[1].ns, 'prover', secrets[1]),
  ]);
  const series = JSON.parse(challenger.stdout);
  if (isFailure(series)) {
    const why = `${series.failure}: ${series.detail}`;
    if (!isSmall) throw new Error(why);
    process.stdout.write(`nothing was measured: ${why}\n`);
    return [];
  }
  return series.rtts_us;
}

/** `ping` as people run it, only denser: [min, avg] in µs. */
function ping({ ends }: Wire): [number, number] {
  const out = execFileSync(
    'ip',
    ['netns', 'exec', ends[0].ns, 'ping', '-q', '-i', '0.002', '-c', '300', ends[1].address],
    {
      encoding: 'utf8',
    },
  );
  const [, min, avg] = out.match(/= ([\d.]+)\/([\d.]+)\//) ?? [];
  return [Number(min) * 1000, Number(avg) * 1000];
}

async function compare(wire: Wire, path: string) {
  const pings: [number, number][] = [];
  const mins: number[] = [];
  const middles: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pings.push(ping(wire));
    const rttsUs = await ours(wire);
    mins.push(Math.min(...rttsUs));
    middles.push(median(rttsUs));
  }
  const pingMin = Math.min(...pings.map(([min]) => min));
  const figures = {
    path,
    measurements: ROUNDS,
    ping_min_us: Math.round(pingMin),
    ping_avg_us: Math.round(median(pings.map(([, avg]) => avg))),
    probe_min_us: Math.round(Math.min(...mins)),
    probe_min_typical_us: Math.round(median(mins)),
    probe_median_us: Math.round(median(middles)),
    above_ping_us: Math.round(Math.min(...mins) - pingMin),
    above_ping_typical_us: Math.round(median(mins) - pingMin),
    above_ping_worst_us: Math.round(Math.max(...mins) - pingMin),
  };
  process.stdout.write(
    `${path}: ping min ${figures.ping_min_us} µs, our minimum ${figures.probe_min_us} µs (+${figures.above_ping_us}); ` +
      `over ${ROUNDS} measurements typically +${figures.above_ping_typical_us}, at worst +${figures.above_ping_worst_us} µs\n`,
  );
  figure({
    ...{ subject: 'round trips', name: `slower than ping, ${path}`, unit: 'µs' },
    ...{ ours: figures.above_ping_typical_us, aim: TARGET_US },
  });
  return figures;
}

/** How long it takes to make an answer, for the primitives that it could be made with. */
async function answerCosts() {
  const key = randomBytes(32);
  const nonce = randomBytes(16);
  const cipher = createCipheriv('aes-128-ecb', key.subarray(0, 16), null);
  const slow = ethereumSigner(key);
  const fast = fastSigner('ethereum', key);
  const signature = await fast.sign('nonce');
  const ways: [string, number, () => unknown][] = [
    ['hmac_us', 5_000, () => createHmac('sha256', key).update(nonce).digest()],
    ['aes_block_us', 5_000, () => cipher.update(nonce)],
    ['signature_us', 200, () => fast.sign('nonce')],
    ['slow_signature_us', 20, () => slow.sign('nonce')],
    ['check_us', 200, () => fastVerify(fast, 'nonce', signature)],
    ['slow_check_us', 20, () => verifySignature(fast, 'nonce', signature)],
  ];
  const costs: Record<string, number> = {};
  for (const [name, times, act] of ways) {
    const best: number[] = [];
    for (let round = 0; round < atMost(1, 5); round++) {
      const at = performance.now();
      const all = atMost(5, times);
      for (let i = 0; i < all; i++) await act();
      best.push(((performance.now() - at) * 1000) / all);
    }
    costs[name] = Math.round(Math.min(...best) * 10) / 10;
  }
  process.stdout.write(
    `one answer: HMAC ${costs.hmac_us} µs (ours), one AES block ${costs.aes_block_us} µs, a signature ${costs.signature_us} µs\n` +
      `the handshake's signatures, compiled and in JavaScript: making ${costs.signature_us} and ${costs.slow_signature_us} µs, checking ${costs.check_us} and ${costs.slow_check_us} µs\n`,
  );
  return costs;
}

const [role, secret, text] = process.argv.slice(2);
if (role && secret && text) {
  await runEnd(role, secret, JSON.parse(text) as ProbeTask<PolAsk>);
} else {
  const costs = await answerCosts();
  const why = whyNoNamespaces() ?? whyNoProgram('ping');
  if (why) {
    process.stdout.write(`skipped: ${why}\n${JSON.stringify({ bench: 'rtt', costs, skipped: why })}\n`);
  } else {
    const wire = openWire();
    try {
      const results = [await compare(wire, 'veth')];
      if (wire.delay(10)) results.push(await compare(wire, 'veth + 10 ms'));
      else process.stdout.write('veth + 10 ms: skipped, this kernel has no netem\n');
      const met = results.every(({ above_ping_typical_us }) => above_ping_typical_us <= TARGET_US);
      process.stdout.write(`${JSON.stringify({ bench: 'rtt', target_us: TARGET_US, met, costs, results })}\n`);
      if (!met && !isSmall) process.exitCode = 1;
    } finally {
      wire.close();
    }
  }
}
