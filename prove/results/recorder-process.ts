import { openResultChain, type ResultChain, ResultRecorder } from '@trigpoint/server/chain';
import { openDb } from '@trigpoint/server/log';

/**
 * Records results until it kills itself, as kill -9 does, at the named step of the n-th transaction:
 * `node recorder-process.js <data directory> <chain as JSON> <key> <step> <n>`.
 */
const [dataDir = '', chainJson = '', key = '', killAt = '', countdown = '1'] = process.argv.slice(2);

let left = Number(countdown);
const reach = (step: string) => {
  if (step === killAt && --left <= 0) process.kill(process.pid, 'SIGKILL');
};

const real = openResultChain(JSON.parse(chainJson), key as `0x${string}`);
const chain: ResultChain = {
  ...real,
  async sign(...args) {
    const signed = await real.sign(...args);
    reach('signed');
    return signed;
  },
  async send(raw) {
    reach('noted');
    await real.send(raw);
    reach('sent');
  },
  async receipt(hash) {
    const found = await real.receipt(hash);
    if (found?.confirmed) reach('settled');
    return found;
  },
};

const db = await openDb({ dataDir });
const owner = String(process.pid);
const recorder = new ResultRecorder({ db, now: Date.now, chain, owner, warn: () => {} });
const openRows = () => db.get(`SELECT COUNT(*) AS n FROM chain_result WHERE due_at IS NOT NULL`);
await db.write((tx) => tx.run('UPDATE chain_sender SET lease_until = 0'));
while (Number((await openRows())?.n) > 0) await recorder.step();
await db.close();
