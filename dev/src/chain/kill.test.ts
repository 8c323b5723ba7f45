import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@trigpoint/proofs/testing';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { createPublicClient, encodeFunctionData, type Hash, http, parseEventLogs } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDevChain } from './start.ts';

let dataDir: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  dataDir = testFolder();
});
afterEach(() => void child?.kill('SIGKILL'));

async function run(): Promise<string> {
  const script = fileURLToPath(new URL('./chain-process.js', import.meta.url));
  child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('no output');
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the chain did not start')));
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => {});
  return line;
}

const data = encodeFunctionData({
  abi: requestHandlerAbi,
  functionName: 'submitRequest',
  args: [600n, ['pol-v1'], ['0x01']],
});

it('kill -9 under load: every answered transaction is there again, in the same block with the same id', async () => {
  const seen = new Map<bigint, { hash: Hash; blockHash: Hash }>();
  let url = await run();
  const handler = (await startedHandler(url)) as `0x${string}`;
  for (let round = 0; round < 2; round++) {
    const reader = createPublicClient({ transport: http(url, { retryCount: 0 }) });
    let killed = false;
    const worker = async () => {
      for (;;) {
        const account = privateKeyToAccount(generatePrivateKey());
        const legacy = { type: 'legacy', chainId: 31337, nonce: 0, gas: 1_000_000n, gasPrice: 0n } as const;
        const serializedTransaction = await account.signTransaction({ ...legacy, to: handler, data });
        const hash = await reader.sendRawTransaction({ serializedTransaction });
        const receipt = await reader.getTransactionReceipt({ hash });
        const [log] = parseEventLogs({ abi: requestHandlerAbi, logs: receipt.logs, eventName: 'RequestProcessed' });
        const id = log?.args.newChallenges[0] ?? 0n;
        expect(seen.get(id), 'an id handed out twice').toBeUndefined();
        seen.set(id, { hash, blockHash: receipt.blockHash });
      }
    };
    const workers = Array.from({ length: 6 }, () =>
      worker().catch((error) => {
        if (!killed) throw error;
      }),
    );
    const before = seen.size;
    while (seen.size < before + 12) await new Promise((resolve) => setTimeout(resolve, 1));
    killed = true;
    child?.kill('SIGKILL');
    await Promise.all(workers);
    url = await run();
    const after = createPublicClient({ transport: http(url) });
    for (const [id, { hash, blockHash }] of seen) {
      const receipt = await after.getTransactionReceipt({ hash });
      expect(receipt.blockHash).toBe(blockHash);
      const [log] = parseEventLogs({ abi: requestHandlerAbi, logs: receipt.logs, eventName: 'RequestProcessed' });
      expect(log?.args.newChallenges).toEqual([id]);
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(24);
}, 120_000);

const startedHandler = async (url: string) => /RequestHandler\s+(0x\w+)/.exec(await (await fetch(url)).text())?.[1];

it('a line cut off by a crash is dropped; a damaged line before it is not guessed at', async () => {
  const start = () => startDevChain({ host: '127.0.0.1', port: 0, dataDir });
  const file = join(dataDir, 'chain.jsonl');
  await (await start()).close();
  await appendFile(file, '{"at":18000');
  await (await start()).close();
  expect(await readFile(file, 'utf8')).toMatch(/\}\n$/);
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [lines[0], '{"at":1', ...lines.slice(1)].join('\n'));
  await expect(start()).rejects.toThrow(/Line 2 .* is damaged/);
  await writeFile(file, [lines[0], lines[1]?.replace(/"parent":"0x../, '"parent":"0x00'), ''].join('\n'));
  await expect(start()).rejects.toThrow(/Block 1 .* does not follow/);
});

it('a taken port is named', async () => {
  const first = await startDevChain({ host: '127.0.0.1', port: 0, dataDir });
  const port = Number(new URL(first.url).port);
  await expect(startDevChain({ host: '127.0.0.1', port, dataDir: testFolder() })).rejects.toThrow(String(port));
  await first.close();
});
