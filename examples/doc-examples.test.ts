import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as sdk from '@trigpoint/client';
import { startNetwork } from '@trigpoint/dev';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:async )?(?:function\*?|const|class) (\w+)/g;

/** The example in each public function's comment, by the function's name. */
const readExamples = async (): Promise<Map<string, string>> => {
  const folder = join(root, 'packages/client/src');
  const files = (await readdir(folder)).filter((it) => it.endsWith('.ts') && !it.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((it) => readFile(join(folder, it), 'utf8')));
  const found = texts.flatMap((text) => [...text.matchAll(comment)]);
  return new Map(
    found.flatMap(([, body, name]) => {
      const example = /```ts\n([\s\S]*?) \* ```/.exec(body as string)?.[1];
      return example === undefined ? [] : [[name as string, example.replaceAll(/^ \* ?/gm, '')]];
    }),
  );
};

/** Errors are thrown at people, not by them; the rest comes from packages with examples of their own. */
const elsewhere = new Set(['RequestError', 'ServiceError', 'isFinal', 'encodePobAsk', 'encodePolAsk']);

const programOf = (examples: Map<string, string>, url: string): string => `
import { privateKeyToAccount } from 'viem/accounts';
import { ${Object.keys(sdk).join(', ')} } from '@trigpoint/client';
import { parseTrust } from '@trigpoint/client/trust';
import { prepare } from '../doc-prelude.js';

const url = ${JSON.stringify(url)};
${[...examples]
  .map(
    ([name, code]) => `
{
  const { client, prover, privateKey, wallet, ethereum, solanaWallet, challengeId, text, campaign, photo, photoId, show } =
    await prepare(url);
  {
${code.replaceAll('http://127.0.0.1:8080', url)}
  }
  process.stdout.write('${name}\\n');
}`,
  )
  .join('\n')}
`;

test('every public function of the SDK has an example that compiles and runs', { timeout: 300_000 }, async () => {
  const examples = await readExamples();
  const functions = Object.entries(sdk).filter(([name, it]) => typeof it === 'function' && !elsewhere.has(name));
  expect(functions.map(([name]) => name).filter((name) => !examples.has(name))).toEqual([]);

  const folder = join(root, 'examples/dist/doc');
  await mkdir(folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true }));
  const network = await startNetwork({
    env: { PORT: '0', CHAIN_PORT: '0', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: testFolder() },
  });
  onTestFinished(() => network.close());
  await writeFile(join(folder, 'examples.ts'), programOf(examples, network.service.url));
  const options = { extends: join(root, 'tsconfig.base.json'), include: ['examples.ts'] };
  const relaxed = { noUnusedLocals: false, composite: false, incremental: false, rootDir: '.', outDir: 'out' };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...options, compilerOptions: relaxed }));
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => {
    throw new Error(error.stdout);
  });
  const program = await readFile(join(folder, 'out/examples.js'), 'utf8');
  await writeFile(join(folder, 'examples.js'), program);
  const { stdout } = await run(process.execPath, [join(folder, 'examples.js')], { timeout: 250_000 });
  expect(stdout.trim().split('\n')).toEqual([...examples.keys()]);
});
