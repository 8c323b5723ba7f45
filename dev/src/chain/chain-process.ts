import { startDevChain } from './start.ts';

/** A development chain in a process of its own, so that tests can kill it: `node chain-process.js <data directory>`. */
const chain = await startDevChain({ host: '127.0.0.1', port: 0, dataDir: process.argv[2] ?? '' });
process.stdout.write(`${chain.url}\n`);
