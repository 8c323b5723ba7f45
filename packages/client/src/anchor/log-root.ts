import {
  hashFromHex,
  type LogFiles,
  LogUnreachable,
  openCheckpoint,
  parseVerifierKey,
  showContinued,
  TileError,
} from '@trigpoint/log';
import type { LogTrust } from '../trust.ts';
import { Findings } from './anchored.ts';
import type { ChainFacts } from './chain-anchor.ts';

/**
 * Whether the log continues the root that the coordinator last recorded on the chain. An operator that shows two logs can have only one
 * of them on the chain.
 */
export const checkLogRoot = async (
  chain: Pick<ChainFacts, 'logRoot'>,
  { vkey }: Pick<LogTrust, 'vkey'>,
  files: LogFiles,
): Promise<Findings> => {
  const found = new Findings();
  if (!chain.logRoot) return found;
  try {
    const recorded = await chain.logRoot();
    const oldRoot = recorded && hashFromHex(recorded.root);
    if (!recorded || !oldRoot || recorded.size === 0) {
      found.unchecked.push('The chain has no root of the log to compare it with.');
      return found;
    }
    const newest = openCheckpoint(await files.checkpoint(), parseVerifierKey(vkey));
    const { size } = newest;
    const { size: oldSize } = recorded;
    const older = { size: oldSize, root: oldRoot };
    found.compare(
      size >= oldSize && (await showContinued(files.tile, older, newest)),
      `The log, now of ${size} entries, still contains its first ${oldSize}, whose hash is on the chain.`,
      `The log has forked: its ${size} entries do not contain the first ${oldSize}, whose hash is on the chain.`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof TileError || error instanceof LogUnreachable)
      found.problems.push(`The log does not show that it continues what the chain has of it: ${reason}`);
    else found.unchecked.push(`The root of the log on the chain was not compared: ${reason}`);
  }
  return found;
};
