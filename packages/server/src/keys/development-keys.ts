import { hash } from 'node:crypto';

/**
 * The keys and addresses that every development chain has: twenty of the usual mnemonic, and our coordinator. Everybody knows
 * them. The list has the first 12 hex digits of the SHA-256 of each.
 */
const known = new Set(
  `
  60a09e435786 dffe1949d232 095101cf732c 7eaadf1989cc bb4978fbe763 2f9257defd38 f02322197a19 d43a2fdd7e1a 5de22089c247
  e4bee9b01ee9 59feecfa04eb b3f716664c5d b69d88ff1ad5 84b278f54894 b6b9ee08c38f 7045da5eb828 be394de37f9d 66e04404773d
  dd0102d1cd0c 51a2ac341b44 bc695e76adbd 6c066b7bc0bd f08cf7b46c09 346818a17a32 7112de5abbaa 610e8a15304c c9af1927cd58
  a52ee2c94495 9ebbe88c52f8 578fcedd7793 9794bae81f0d 84f673496bd6 89fdd4bd49fc b29e2c4455bb 97bc0c40d645 a6a6975e05e9
  609101d4dd31 9b15c397a637 7d2c370c3a57 fb961a822b50 748fac64f844
`
    .trim()
    .split(/\s+/),
);

/** Whether everybody has this private key, or the private key of this address. */
export const isDevelopmentKey = (keyOrAddress: string): boolean =>
  known.has(hash('sha256', keyOrAddress.toLowerCase(), 'hex').slice(0, 12));
