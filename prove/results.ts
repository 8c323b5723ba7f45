import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDevChain } from '@trigpoint/dev/chain';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { openDb } from '@trigpoint/server';
import { ResultRecorder } from '@trigpoint/server/chain';
import { createPublicClient, createWalletClient, http, parseEventLogs } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { type Proof, seeded } from './proof.ts';

const steps = ['signed', 'noted', 'sent', 'sent', 'settled'] as const;
const verdicts = ['true', 'false', 'inconclusive'] as const;

/**
 * The service is killed anywhere between signing, noting, sending and settling. Every result comes to the chain, and none
 * twice.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const kills = small ? 4 : 120;
  // There are enough results that no run finds the queue empty: a run that is killed while settling has sent sixteen before.
  const results = kills * 6;
  const dataDir = await mkdtemp(join(tmpdir(), 'prove-results-'));
  const chain = await startDevChain({ host: '127.0.0.1', port: 0, dataDir });
  const reader = createPublicClient({ transport: http(chain.url), pollingInterval: 10 });
  const violations: string[] = [];
  try {
    const payer = createWalletClient({
      account: mnemonicToAccount('test test test test test test test test test test test junk'),
      transport: http(chain.url),
    });
    const handler = { address: chain.requestHandler, abi: requestHandlerAbi } as const;
    const ids: bigint[] = [];
    for (let i = 0; i < results; i += 20) {
      const count = Math.min(20, results - i);
      const hash = await payer.writeContract({
        ...handler,
        functionName: 'submitRequest',
        args: [100_000n, Array(count).fill('pol-v1'), Array(count).fill('0x')],
        chain: null,
      });
      const { logs } = await reader.waitForTransactionReceipt({ hash });
      const [event] = parseEventLogs({ abi: requestHandlerAbi, logs, eventName: 'RequestProcessed' });
      ids.push(...(event?.args.newChallenges ?? []));
    }
    const truth = new Map(
      ids.map((id) => {
        const resultHash = `0x${Buffer.from(random.bytes(32)).toString('hex')}` as const;
        return [id, { challengeId: String(id), verified: random.pick(verdicts), resultHash, at: 0 }];
      }),
    );
    const db = await openDb({ dataDir });
    await db.write(async (tx) => {
      for (const result of truth.values()) await ResultRecorder.queue(tx, result);
    });
    await db.close();

    const config = {
      rpcUrls: [chain.url],
      id: chain.chainId,
      requestHandler: chain.requestHandler,
      confirmations: 0,
      maxFeeGwei: 1000,
    };
    const script = fileURLToPath(new URL('./results/recorder-process.js', import.meta.url));
    const run = async (killAt: string, countdown: number) => {
      const args = [script, dataDir, JSON.stringify(config), chain.coordinatorPrivateKey, killAt, String(countdown)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
      const [code, signal] = await once(child, 'exit');
      return { code, signal };
    };
    let killed = 0;
    for (let i = 0; i < kills; i++) {
      const { code, signal } = await run(random.pick(steps), 1 + random.int(2));
      if (signal === 'SIGKILL') killed++;
      else if (code !== 0) violations.push(`the recorder ended with ${code}`);
      if (i % 20 === 19) log(`${i + 1} runs, ${killed} killed`);
    }
    const { code } = await run('never', 1);
    if (code !== 0) violations.push(`the last recorder ended with ${code}`);

    const logs = parseEventLogs({
      abi: requestHandlerAbi,
      logs: await reader.getLogs({ address: chain.requestHandler, fromBlock: 0n }),
      eventName: 'ChallengeCompleted',
    });
    for (const [id, { verified, resultHash }] of truth) {
      const own = logs.filter((it) => it.args.challengeId === id);
      if (own.length !== 1) violations.push(`challenge ${id} has ${own.length} results on the chain`);
      const said = own[0]?.args;
      if (said?.outcome !== verdicts.indexOf(verified) + 1 || said.transcriptHash !== resultHash)
        violations.push(`challenge ${id} has another result on the chain than it was given`);
    }
    const { address } = privateKeyToAccount(chain.coordinatorPrivateKey);
    const sent = await reader.getTransactionCount({ address });
    if (sent !== ids.length) violations.push(`${ids.length} results took ${sent} transactions`);
    if (killed < kills / 2) violations.push(`only ${killed} of ${kills} runs were killed`);
    log(`${killed} kills, ${sent} transactions for ${ids.length} results`);
    return { tried: killed, violations };
  } finally {
    await chain.close();
    await rm(dataDir, { recursive: true });
  }
};
