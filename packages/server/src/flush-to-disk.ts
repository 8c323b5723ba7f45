import { open } from 'node:fs/promises';

/** Returns when a file survives a power cut. Of a folder, opened with `r`, the names of its files do. */
export const flushToDisk = async (path: string, flags: 'r' | 'r+' = 'r+'): Promise<void> => {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
