/** Watches: when they ask, and whether what the log has of them is whole. Loaded where it is needed. */
export * from './slot-times.ts';
export * from './watch-chain.ts';
