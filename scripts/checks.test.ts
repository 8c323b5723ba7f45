import { describe, expect, test } from 'vitest';
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
import { checkDocs, generatedDocs } from './docs.ts';
import type { Check } from './sources.ts';

const run = async (check: Check, files: Record<string, string>): Promise<string[]> =>
  check(Object.entries(files).map(([path, text]) => ({ path, text })));

const server = 'packages/server/src';

describe('import directions', () => {
  test.each([
    ['protocol takes nothing', 'packages/protocol/src/a.ts', "import { b } from '@trigpoint/proofs';"],
    ['the server never takes the client', `${server}/a.ts`, "import { b } from '@trigpoint/client';"],
    ['not even in a test', `${server}/a.test.ts`, "import { b } from '@trigpoint/agent';"],
    ['not as a type', `${server}/a.ts`, "import type { B } from '@trigpoint/client';"],
    ['not behind import()', `${server}/a.ts`, "const b = await import('@trigpoint/client');"],
    ['not re-exported', 'packages/client/src/a.ts', "export * from '@trigpoint/agent';"],
    ['not over several lines', 'packages/client/src/a.ts', "import {\n  b,\n  c,\n} from '@trigpoint/server';"],
    ['not through the file system', 'packages/client/src/a.ts', "import { b } from '../../server/src/b.ts';"],
    ['rooms stay apart', `${server}/session/sessions.ts`, "import { b } from '../ledger/entries.ts';"],
    ['coordination does not judge', `${server}/coordination/queue.ts`, "import { b } from '../verdict/judge.ts';"],
    ['not even by type', `${server}/coordination/queue.ts`, "import type { B } from '../verdict/judge.ts';"],
    ['handlers do not call stores', `${server}/ledger/handlers.ts`, "import { b } from './store.ts';"],
    ['nor stores of one noun', `${server}/campaign/upload-handlers.ts`, "import { b } from './photo-store.ts';"],
    ['nor by type', `${server}/campaign/handlers.ts`, "import type { B } from './photo-store.ts';"],
    ['a store is called by its own room', `${server}/verdict/payments.ts`, "import { b } from '../ledger/store.ts';"],
    ['http does not call stores', `${server}/http/event-stream.ts`, "import { b } from '../challenge/event-store.ts';"],
    ['wiring joins rooms, not stores', `${server}/wiring/network.ts`, "import { b } from '../calibration/store.ts';"],
    ['ledger does not look back', `${server}/ledger/entries.ts`, "import { b } from '../challenge/challenges.ts';"],
    ['a store does not call its rules', `${server}/ledger/store.ts`, "import { b } from './entries.ts';"],
    ['rules do not call http', `${server}/ledger/entries.ts`, "import { b } from '../http/server.ts';"],
    ['the database knows no room', `${server}/db/sqlite.ts`, "import { b } from '../ledger/transfers.ts';"],
    ['the context is not reached from below', `${server}/network/hub.ts`, "import { b } from '../context.ts';"],
    ['protocol runs in browsers', 'packages/protocol/src/index.ts', "import { hash } from 'node:crypto';"],
    ['and uses no Node global', 'packages/client/src/index.ts', "export const a = Buffer.from('');"],
  ])('%s', async (_, path, text) => {
    expect(await run(checkDirections, { [path]: text })).toHaveLength(1);
  });

  test.each([
    ['a room pays through the ledger', `${server}/campaign/photos.ts`, "import { b } from '../ledger/entries.ts';"],
    ['handlers name the context by type', `${server}/a/handlers.ts`, "import type { C } from '../context.ts';"],
    ['handlers share their shape', `${server}/session/handlers.ts`, "import { h } from '../http/handler.ts';"],
    ['probes use Node', 'packages/proofs/src/pol/probe.ts', "import { createSocket } from 'node:dgram';"],
    ['every room may name who calls', `${server}/network/hub.ts`, "import type { S } from '../session/sessions.ts';"],
    ['an entry exports from any store', `${server}/index.ts`, "export { b } from './campaign/photo-store.ts';"],
    ['cli takes everything', 'packages/cli/src/main.ts', "import { b } from '@trigpoint/server';"],
  ])('%s', async (_, path, text) => {
    expect(await run(checkDirections, { [path]: text })).toEqual([]);
  });

  test('files that import each other in a circle are found, types included', async () => {
    const a = { 'packages/agent/src/a.ts': "import type { B } from './b.ts';" };
    const b = { 'packages/agent/src/b.ts': "import { c } from './c.ts';" };
    const c = { 'packages/agent/src/c.ts': "import { a } from './a.ts';" };
    expect(await run(checkDirections, { ...a, ...b })).toEqual([]);
    expect(await run(checkDirections, { ...a, ...b, ...c })).toHaveLength(1);
    const later = { 'packages/agent/src/c.ts': "const { a } = await import('./a.ts');" };
    expect(await run(checkDirections, { ...a, ...b, ...later })).toEqual([]);
  });

  test('what the index reaches must run in browsers, what is behind import() need not', async () => {
    const probe = { 'packages/proofs/src/pol/probe.ts': "import { createSocket } from 'node:dgram';" };
    const lazy = "export const probe = () => import('./probe.ts');";
    const eager = "export { probe } from './probe.ts';";
    const index = { 'packages/proofs/src/index.ts': "export * from './pol/index.ts';", ...probe };
    expect(await run(checkDirections, { ...index, 'packages/proofs/src/pol/index.ts': lazy })).toEqual([]);
    expect(await run(checkDirections, { ...index, 'packages/proofs/src/pol/index.ts': eager })).toHaveLength(1);
  });
});

describe('tables and their rooms', () => {
  const schema = {
    [`${server}/db/schema/1-a.ts`]: 'CREATE TABLE session ( CREATE TABLE campaign ( CREATE TABLE photo (',
  };
  const owners = {
    [`${server}/session/store.ts`]: "tx.run('UPDATE session SET a = 1')",
    [`${server}/campaign/store.ts`]: "tx.run('INSERT INTO campaign (a) VALUES (1)')",
  };
  const tables = (files: Record<string, string>) => run(checkTables, { ...schema, ...owners, ...files });

  test.each([
    ['a table of another room is not written', 'ledger/store.ts', 'DELETE FROM campaign WHERE a = 1'],
    ['nor read', 'ledger/store.ts', 'SELECT a FROM campaign'],
    ['nor joined', 'ledger/store.ts', 'SELECT 1 FROM x JOIN session s ON true'],
    ['nor named second', 'ledger/store.ts', 'SELECT 1 FROM x y, campaign c'],
    ['rules speak no SQL', 'session/sessions.ts', 'SELECT 1 FROM session'],
  ])('%s', async (_, path, sql) => {
    expect(await tables({ [`${server}/${path}`]: `db.all('${sql}')` })).toHaveLength(1);
  });

  test.each([
    ['a room has stores by noun', 'campaign/photo-store.ts', 'UPDATE photo SET a = 1'],
    ['a read may be listed with its reason', 'campaign/photo-store.ts', 'SELECT 1 FROM session s, campaign c'],
    ['a backup reads all', 'backup/snapshot.ts', 'SELECT 1 FROM session'],
    ['words are no SQL', 'ledger/accounts.ts', 'comes from session to session'],
  ])('%s', async (_, path, sql) => {
    expect(await tables({ [`${server}/${path}`]: `db.all('${sql}')` })).toEqual([]);
  });
});

describe('declared dependencies', () => {
  const manifest = JSON.stringify({ name: '@trigpoint/agent', dependencies: { ws: '1' } });
  const agent = (text: string, name = 'a.ts') =>
    run(checkDependencies, { 'packages/agent/package.json': manifest, [`packages/agent/src/${name}`]: text });

  test('an import that package.json does not name is found', async () => {
    expect(await agent("import { z } from 'zod/mini';")).toHaveLength(1);
    expect(await agent("import { WebSocket } from 'ws';\nimport { b } from './b.ts';\nimport 'node:fs';")).toEqual([]);
    expect(await agent("import { test } from 'vitest';", 'a.test.ts')).toEqual([]);
  });
});

describe('contents', () => {
  const key = 'f'.repeat(64);
  test.each([
    ['a machine path', 'docs/a.md', `see /${'root'}/notes.txt`],
    ['a home', 'a.json', `"/${'home'}/ann/x"`],
    ['a registry', '.npmrc', `//x\nregistry=https://npm.registr${'y'}.example/`],
    ['a key file', 'a.txt', `-----BEGIN ${'EC PRIVATE KEY'}-----`],
    ['a named key', 'a.ts', `const privateKey = '0x${key}';`],
    ['a section of a document that is elsewhere', 'a.ts', '// as in \u00a74.6'],
    ['a loose end', 'a.ts', `// TO${'DO'}: later`],
    ['a stand-in', 'a.test.ts', `vi.moc${'k'}('./a.ts')`],
    ['a print', 'packages/server/src/a.ts', `console${'.log'}('here')`],
    ['a lonely test', 'a.test.ts', `test${'.only'}('x', () => {})`],
  ])('%s is found', async (_, path, text) => {
    expect(await run(checkContents, { [path]: text })).toHaveLength(1);
  });

  test('hashes, development keys and owned loose ends pass', async () => {
    const known = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
    const text = `const topic = '0x${key}';\nconst privateKey = '0x${known}';\n// TO${'DO'}(ann): later`;
    expect(await run(checkContents, { 'a.ts': text })).toEqual([]);
  });
});

describe('lock file', () => {
  const whole = { version: '1.0.0', integrity: 'sha512-x' };
  const lock = (packages: Record<string, object>) =>
    run(checkLock, { 'package-lock.json': JSON.stringify({ packages }), '.npmrc': 'ignore-scripts=true\n' });

  test('a missing architecture is found', async () => {
    const native = { ...whole, optionalDependencies: { '@l/linux-x64-gnu': '1', '@l/linux-arm64-gnu': '1' } };
    const x64 = { 'node_modules/@l/linux-x64-gnu': whole };
    const arm64 = { 'node_modules/@l/linux-arm64-gnu': whole };
    expect(await lock({ 'node_modules/native': native, ...x64, ...arm64 })).toEqual([]);
    expect(await lock({ 'node_modules/native': native, ...x64 })).toHaveLength(1);
    const oneSided = { ...whole, optionalDependencies: { '@l/linux-x64-gnu': '1' } };
    expect(await lock({ 'node_modules/native': oneSided, ...x64 })).toHaveLength(1);
  });

  test('a package for a newer Node, without a checksum, or from one registry is found', async () => {
    expect(await lock({ 'node_modules/a': { ...whole, engines: { node: '^20.19.0 || >=22.12.0' } } })).toEqual([]);
    expect(await lock({ 'node_modules/a': { ...whole, engines: { node: '>=22' } } })).toHaveLength(1);
    expect(await lock({ 'node_modules/a': { version: '1.0.0' } })).toHaveLength(1);
    expect(await lock({ 'node_modules/a': { ...whole, resolved: 'https://r.example/a.tgz' } })).toHaveLength(1);
    expect(await lock({ 'node_modules/a': { link: true, resolved: 'packages/a' } })).toEqual([]);
  });

  test('a package that wants to run a script is found, and so is a setting that would let it', async () => {
    expect(await lock({ 'node_modules/koffi': { ...whole, hasInstallScript: true } })).toEqual([]);
    expect(await lock({ 'node_modules/a': { ...whole, hasInstallScript: true } })).toHaveLength(1);
    expect(await run(checkLock, { 'package-lock.json': '{"packages":{}}', '.npmrc': 'fund=false\n' })).toHaveLength(1);
  });
});

test('a new way out of the server is found', async () => {
  const calls = `const reply = await fetch(banner);\n`;
  expect(await run(checkOutbound, { 'packages/server/src/campaign/banners.ts': calls })).toHaveLength(1);
  expect(await run(checkOutbound, { 'packages/server/src/campaign/banners.test.ts': calls })).toEqual([]);
  expect(await run(checkOutbound, { 'packages/client/src/client.ts': calls })).toEqual([]);
});

test('a generated page that was edited or is missing is found', async () => {
  const pages = Object.fromEntries(generatedDocs.map(({ path, render }) => [path, render()]));
  expect(await run(checkDocs, pages)).toEqual([]);
  expect(await run(checkDocs, { ...pages, 'docs/errors.md': `${pages['docs/errors.md']}!` })).toHaveLength(1);
  expect(await run(checkDocs, {})).toHaveLength(generatedDocs.length);
});

test('a link that leads nowhere is found', async () => {
  const text = '# Here\n[a](b.md) [c](https://example.com) [d](#here)\n[e](../README.md#what-it-is-for)';
  const readme = { 'README.md': '## What it is for?\n' };
  expect(await run(checkLinks, { 'docs/a.md': text, 'docs/b.md': '', ...readme })).toEqual([]);
  expect(await run(checkLinks, { 'docs/a.md': text, ...readme })).toHaveLength(1);
  expect(await run(checkLinks, { 'docs/a.md': text, 'docs/b.md': '', 'README.md': '## What?' })).toHaveLength(1);
  expect(await run(checkLinks, { 'docs/a.md': '[a](#there)\n# Here' })).toHaveLength(1);
});

test('quoted code that is no longer in its file is found', async () => {
  const page = '<!-- from a.ts -->\n```ts\nconst a = 1;\n```\n';
  expect(await run(checkQuotes, { 'docs/a.md': page, 'a.ts': 'const a = 1;\nconst b = 2;\n' })).toEqual([]);
  expect(await run(checkQuotes, { 'docs/a.md': page, 'a.ts': 'const a = 2;\n' })).toHaveLength(1);
});

test('a sentence that names a command, option, script or proof that does not exist is found', async () => {
  const manifest = { 'package.json': JSON.stringify({ scripts: { prove: '' } }), 'prove/login.ts': '' };
  const problems = (text: string) => run(checkInlineCommands, { ...manifest, 'docs/a.md': text });
  expect(await problems('`npx trigpoint request pol --prover x`, `npm run prove -- login`, `npm run prove`')).toEqual(
    [],
  );
  for (const wrong of [
    '`npx trigpoint reques pol`',
    '`trigpoint status 1 --yaml`',
    '`npm run prove -- logi`',
    '`npm run x`',
  ])
    expect(await problems(wrong)).toHaveLength(1);
});

describe('names on maps', () => {
  const code = {
    [`${server}/session/sessions.ts`]:
      'export class Sessions {\n  async complete() {}\n  async *list() {}\n  #pay() {}\n}\n',
    [`${server}/session/store.ts`]: 'export const activateSession = () => {};\n',
    [`${server}/session/handlers.ts`]: "const table = {\n  'pre-login': 1,\n};\n",
  };
  const problems = (text: string) => run(checkMaps, { ...code, 'ARCHITECTURE.md': text });

  test.each([
    ['a file', '`session/session.ts`'],
    ['a folder', '`sessions/`'],
    ['a name', '`Sessions.finish`'],
    ['a name beside a file', '`activateSession` in `session/sessions.ts`'],
    ['a private method', '`#refuse` in `session/sessions.ts`'],
    ['an operation', '`pre-logout`'],
    ['a name in a table', '| a | b |\n|---|---|\n| x | `Sessions.finish` |\n'],
    ['a name in a list', '1. `Sessions`\n2. goes on\n   with `Sesions`\n'],
  ])('%s that does not exist is found', async (_, text) => {
    expect(await problems(text)).toHaveLength(1);
  });

  test('names that exist pass, and so do commands, options and placeholders', async () => {
    const text =
      '`Sessions.complete`, `Sessions.list` and `#pay` in `session/sessions.ts`.\n\n`activateSession` in `packages/server/src/session/store.ts`\n\n' +
      '`pre-login`, `session/`, `handlers.ts`, `npm run check`, `--small`, `<noun>-store.ts`, `dist/`\n\n```sh\nnpx `nothing`\n```\n';
    expect(await problems(text)).toEqual([]);
  });

  test('a name is looked for in the files of its own paragraph', async () => {
    expect(await problems('`activateSession`\n\n`session/sessions.ts`\n')).toEqual([]);
    expect(await problems('`activateSession`\n`session/sessions.ts`\n')).toHaveLength(1);
  });

  test('a file of code that another document names and that does not exist is found', async () => {
    const page = (text: string) => run(checkMaps, { ...code, 'docs/a.md': text });
    expect(await page('`sessions.ts`, `session/store.ts`, `Anything`, `a/b.json`')).toEqual([]);
    expect(await page('see `door.test.ts`')).toHaveLength(1);
  });

  test('a room that the table lacks is found, and one that is no room', async () => {
    const table = (...rooms: string[]) => `| room | job |\n|---|---|\n${rooms.map((it) => `| ${it} | x |\n`).join('')}`;
    const rooms = (text: string) => run(checkMaps, { ...code, 'CONTRIBUTING.md': text });
    expect(await rooms(table('`session`'))).toEqual([]);
    expect(await rooms(table())).toHaveLength(1);
    // Once as a room, once as a name.
    expect(await rooms(table('`session`', '`cellar`'))).toHaveLength(2);
  });
});
