import { type EntryOf, parseEntry } from '@trigpoint/log';
import type { Certificate } from '@trigpoint/log/watches';
import type { ChainFacts } from '../anchor/chain-anchor.ts';
import { openRpcChain } from '../anchor/rpc-chain.ts';
import type { ChainTrust } from '../trust.ts';

/** The result of comparing the blocks of slots with a chain. */
export interface CheckedBlocks {
  /** Which blocks are not those of the chain, or came too early, each as a sentence. */
  readonly problems: readonly string[];
  /** How many slots were compared. */
  readonly compared: number;
}

/** How many blocks a chain is asked for at a time. */
const atATime = 8;
/** The clocks of a service and of a chain may be apart by this much. */
const clocksMs = 60_000;

/** The block that decided the time of a slot, as the log has it. */
interface SlotBlock {
  readonly slot: number;
  /** When the log was told the number of the block. */
  readonly openedAt: number;
  readonly number: number | null;
  readonly hash: string | null;
}

/** The blocks of all slots that were asked. */
const blocksOf = ({ entries, watch }: Pick<Certificate, 'entries' | 'watch'>): SlotBlock[] => {
  const own = entries.map(({ index, entry }) => ({ index, says: parseEntry(entry) }));
  const opened = new Map<number, EntryOf<'slot'>>();
  for (const { index, says } of own) if (says?.kind === 'slot') opened.set(index, says);
  return own.flatMap(({ says }) => {
    if (says?.kind !== 'outcome' || says.watch !== watch || says.challenge === null) return [];
    const slot = opened.get(says.slot ?? -1);
    if (!slot) return [];
    const openedAt = Date.parse(slot.at);
    return [{ slot: says.number, openedAt, number: slot.seed_block, hash: says.block_hash }];
  });
};

const whyNot = async ({ slot, openedAt, number, hash }: SlotBlock, chain: Pick<ChainFacts, 'block'>) => {
  if (number === null) return `Slot ${slot} names no block, so the service alone knew its time.`;
  const block = await chain.block(number);
  if (!block) return `The chain has no block ${number}, which slot ${slot} names.`;
  // The log has the hash without 0x.
  if (block.hash.toLowerCase() !== `0x${hash}`)
    return `Block ${number} has another hash on the chain than slot ${slot} names.`;
  return block.timestamp * 1000 < openedAt - clocksMs
    ? `Block ${number} was there before slot ${slot} named it, so the service knew the time that it chose.`
    : undefined;
};

/**
 * Compares the blocks that decided the times of a certificate's slots with a chain that the verifier named. Without this the operator
 * could have invented them, and with them the times.
 *
 * ```ts
 * // import { verifyBlocks } from '@trigpoint/client/certificate';
 * const [first] = await listWatches(client);
 * const certificate = first && (await readCertificate(client, first.watch).catch(() => undefined));
 * const chain = { rpcUrl: 'http://127.0.0.1:8545', chainId: 31337, contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3' } as const;
 * if (certificate) show((await verifyBlocks(certificate, chain)).problems);
 * ```
 */
export const verifyBlocks = async (
  certificate: Pick<Certificate, 'entries' | 'watch'>,
  trust: ChainTrust,
  chain: Pick<ChainFacts, 'chainId' | 'block'> = openRpcChain(trust),
): Promise<CheckedBlocks> => {
  const actual = await chain.chainId();
  if (actual !== trust.chainId)
    return { problems: [`The endpoint is of chain ${actual}, not of chain ${trust.chainId}.`], compared: 0 };
  const blocks = blocksOf(certificate);
  const problems: string[] = [];
  for (let from = 0; from < blocks.length; from += atATime) {
    const found = await Promise.all(blocks.slice(from, from + atATime).map((it) => whyNot(it, chain)));
    problems.push(...found.filter((it) => it !== undefined));
  }
  return { problems, compared: blocks.length };
};
