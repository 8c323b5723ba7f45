import { type EntryOf, parseEntry } from '@trigpoint/log';
import type { Certificate } from '@trigpoint/log/watches';
import type { ChainFacts } from './anchor/chain-anchor.ts';
import type { CheckedBlocks } from './watches.ts';

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

/** The body of `verifyBlocks`. */
export const compareBlocks = async (
  certificate: Pick<Certificate, 'entries' | 'watch'>,
  chainId: number,
  chain: Pick<ChainFacts, 'chainId' | 'block'>,
): Promise<CheckedBlocks> => {
  const actual = await chain.chainId();
  if (actual !== chainId)
    return { problems: [`The endpoint is of chain ${actual}, not of chain ${chainId}.`], compared: 0 };
  const blocks = blocksOf(certificate);
  const problems: string[] = [];
  for (let from = 0; from < blocks.length; from += atATime) {
    const found = await Promise.all(blocks.slice(from, from + atATime).map((it) => whyNot(it, chain)));
    problems.push(...found.filter((it) => it !== undefined));
  }
  return { problems, compared: blocks.length };
};
