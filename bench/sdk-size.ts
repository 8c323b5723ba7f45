import { figure } from './process/figures.ts';
import { measureBundle } from './sdk/bundle.ts';

// What a browser loads for the SDK, compressed: npm run bench -- sdk-size
const { entryBytes, rulesBytes, chainBytes } = await measureBundle();
figure({ subject: 'size of the SDK', name: 'gzip', unit: 'kB', ours: entryBytes / 1000 });
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
process.stdout.write(`SDK                      ${kb(entryBytes)} gzip
+ verifyEvidence         ${kb(rulesBytes)}, loaded when it is first called
+ requests on chain      ${kb(chainBytes)}, loaded with the first one (viem)
`);
