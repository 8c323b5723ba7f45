/** Watches: when they ask, and checks that the log has all of them. It is loaded only where it is needed. */
export * from './certificate.ts';
export * from './check-certificate.ts';
export { allowsExtra, becomesReference, isShown, mostExtras } from './finding-chain.ts';
export { readCertificate } from './read-certificate.ts';
export * from './slot-times.ts';
export * from './watch-chain.ts';
