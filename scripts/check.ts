import { checkContents } from './check-contents.ts';
import { checkDependencies } from './check-dependencies.ts';
import { checkDirections } from './check-directions.ts';
import { checkInlineCommands } from './check-inline-commands.ts';
import { checkLinks } from './check-links.ts';
import { checkLock } from './check-lock.ts';
import { checkMaps } from './check-maps.ts';
import { checkOutbound } from './check-outbound.ts';
import { checkQuotes } from './check-quotes.ts';
import { checkTables } from './check-tables.ts';
import { checkDocs } from './docs.ts';
import { type Check, readSources } from './sources.ts';

/** Checks for what the compiler and the linter cannot see. `npm run check` runs those two first. */
const checks: Record<string, Check> = {
  'import directions': checkDirections,
  'tables and their rooms': checkTables,
  'declared dependencies': checkDependencies,
  'nothing secret, local or unfinished': checkContents,
  'lock file': checkLock,
  'no way out of the server but the known ones': checkOutbound,
  'generated docs': checkDocs,
  'links in documents': checkLinks,
  'code quoted in documents': checkQuotes,
  'commands in sentences': checkInlineCommands,
  'names on maps': checkMaps,
};

const sources = await readSources();
for (const [name, check] of Object.entries(checks)) {
  const problems = await check(sources);
  process.stdout.write(`${problems.length === 0 ? 'ok ' : 'NOT'} ${name}\n`);
  for (const problem of problems) process.stdout.write(`    ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
