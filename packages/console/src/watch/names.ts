import type { PublicWatch, WatchInfo } from '@trigpoint/client';
import { shortAgent } from '../figures.ts';

/** What the pages need of a watch, whoever looks at it. */
export type SeenWatch = PublicWatch['watch'] & Partial<WatchInfo>;

export const watchName = ({ name, prover }: Pick<SeenWatch, 'name' | 'prover'>): string => name || shortAgent(prover);
