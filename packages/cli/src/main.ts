import { fail } from './output.ts';
import { createProgram } from './program.ts';

/** Awaited by bin/trigpoint.js and not here: files that are loaded on demand may import this one, and would wait for it for ever. */
export const main = (): Promise<unknown> => createProgram().parseAsync().catch(fail);
