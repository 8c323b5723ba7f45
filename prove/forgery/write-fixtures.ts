import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCheckpoint, type TileName, tilePath, widthIn } from '@trigpoint/log';
import { type Evidence, hashOf } from '@trigpoint/proofs';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { createPublicClient, encodeFunctionData, http } from 'viem';
import { isOnChain, liveThrough, type World } from './world.ts';

/**
 * Writes the files that others keep, as this version makes them: evidence, a log, what the chain answers, a trust file. A test
 * of the client reads them. Run it when a format changes on purpose: `node prove/dist/forgery/write-fixtures.js`.
 */
const root = fileURLToPath(new URL('../../../packages/client/fixtures/', import.meta.url));

const keep = async (name: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(`${root}${name}`), { recursive: true });
  await writeFile(`${root}${name}`, content);
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** As the contract answers: calls and their results, and the blocks that evidence names. */
const chainFile = async ({ evidence, trust: { chain } }: World) => {
  if (!chain) throw new Error('The network has a chain.');
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const call = async (data: `0x${string}`) => [data, (await client.call({ to: chain.contract, data })).data ?? '0x'];
  const getChallenge = ({ transcript }: Evidence) =>
    encodeFunctionData({
      abi: requestHandlerAbi,
      functionName: 'getChallenge',
      args: [BigInt(transcript.challenge_id)],
    });
  const numbers = evidence.flatMap(({ transcript: { block_number, seed } }) => [
    ...(block_number === null ? [] : [block_number]),
    ...(seed && 'block_number' in seed ? [seed.block_number] : []),
  ]);
  const blocks = await Promise.all(
    numbers.map(async (number) => {
      const { hash, timestamp } = await client.getBlock({ blockNumber: BigInt(number) });
      return [number, { hash, timestamp: Number(timestamp) }];
    }),
  );
  return {
    chain_id: chain.chainId,
    calls: Object.fromEntries([
      ...(await Promise.all(evidence.filter(isOnChain).map((it) => call(getChallenge(it))))),
      await call(encodeFunctionData({ abi: requestHandlerAbi, functionName: 'logRoot' })),
    ]),
    blocks: Object.fromEntries(blocks),
  };
};

const write = async (world: World): Promise<void> => {
  await rm(`${root}log`, { recursive: true, force: true });
  for (const [i, it] of world.evidence.entries()) await keep(`evidence-${i + 1}.json`, json(it));
  await keep('chain.json', json(await chainFile(world)));
  const { chain, log } = world.trust;
  await keep(
    'trust.json',
    json({
      ...{ rpc: 'http://127.0.0.1:8545', chain_id: chain?.chainId, contract: chain?.contract },
      ...{ log_vkey: log?.vkey, witnesses: log?.witnesses },
    }),
  );
  const checkpoint = await world.log.checkpoint();
  await keep('log/checkpoint', checkpoint);
  const { size } = openCheckpoint(checkpoint, world.operator);
  for (const level of [0, 'entries'] as const) {
    const name: TileName = { level, index: 0, width: widthIn(size, { level, index: 0 }) };
    await keep(`log/${tilePath(name)}`, (await world.log.tile(name)) as Uint8Array);
  }
  console.log(`Wrote ${root}: ${world.evidence.map((it) => hashOf(it).slice(0, 8)).join(', ')}`);
};

await liveThrough(write);
