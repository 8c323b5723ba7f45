import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What the journal keeps of a block. It is enough to mine the block again with the same hash. */
export interface JournalBlock {
  /** Unix seconds. */
  readonly at: number;
  /** The hash of the block before. It shows at once if a replay comes out differently. */
  readonly parent: string;
  readonly txs: readonly string[];
}

interface Head {
  readonly version: 1;
  readonly chainId: number;
  readonly genesisTime: number;
}

export interface Journal {
  readonly genesisTime: number;
  /** The blocks of earlier runs. */
  readonly blocks: readonly JournalBlock[];
  /** Resolves when the block is on disk. */
  append(block: JournalBlock): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the journal of the development chain. It has one line for each block, which is written and synced before the block is mined. So
 * a challenge id that anyone has seen is there again after kill -9, and is never given out twice. A last line without a newline was
 * never finished, so nobody has seen its block. It is cut off.
 */
export async function openJournal(file: string, chainId: number, nowSeconds: number): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+');
  try {
    const text = await handle.readFile('utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    await handle.truncate(Buffer.byteLength(whole));
    const lines = whole.split('\n').slice(0, -1);
    const write = async (line: Head | JournalBlock) => {
      await handle.appendFile(`${JSON.stringify(line)}\n`);
      await handle.datasync();
    };
    let head: Head;
    if (lines.length === 0) {
      head = { version: 1, chainId, genesisTime: nowSeconds };
      await write(head);
      await syncFolder(dirname(file));
    } else head = parse<Head>(file, lines[0] ?? '', 1);
    if (head.version !== 1 || head.chainId !== chainId) throw new Error(`${file} belongs to another kind of chain.`);
    const blocks = lines.slice(1).map((line, i) => parse<JournalBlock>(file, line, i + 2));
    return { genesisTime: head.genesisTime, blocks, append: write, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function parse<T>(file: string, line: string, number: number): T {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(
      `Line ${number} of ${file} is damaged. Take another data directory to start a new development network.`,
    );
  }
}

/** A new file's name survives a crash only when its folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
