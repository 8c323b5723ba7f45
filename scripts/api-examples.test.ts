import { execFile } from 'node:child_process';
import { copyFile, readFile as readFileFrom, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as sdk from '@trigpoint/client';
import { startNetworkWithoutChain } from '@trigpoint/dev';
import { testFolder } from '@trigpoint/proofs/testing';
import { type Route, routes } from '@trigpoint/protocol';
import { examplesAt } from '@trigpoint/protocol/examples';
import { Compile } from '@trigpoint/schema';
import { proverWasHere } from '@trigpoint/server';
import { expect, onTestFinished, test } from 'vitest';

const { PYTHON = 'python3' } = process.env;
const run = promisify(execFile);
const names = Object.keys(routes) as (keyof typeof routes)[];
const table = routes as Record<string, Route>;
const mural = fileURLToPath(new URL('../../examples/mural.png', import.meta.url));

/** Operations whose example names something that a fresh service does not have. All others are carried out. */
const needSetup: Readonly<Record<string, RegExp | string>> = {
  login: /^(no_pending_login|wrong_signature)$/,
  'challenge-request-dcl': 'unavailable',
  'challenge-reveal': 'challenge_not_found',
  'challenge-status-dcl': 'challenge_not_found',
  'challenge-evidence': 'challenge_not_found',
  'challenge-attestation': 'challenge_not_found',
  'challenge-payments': 'challenge_not_found',
  challenger: 'agent_not_found',
  'revoke-session': 'invalid_field',
  'rotate-key': 'invalid_field',
  'revoke-key': 'invalid_field',
  'edit-webhook': 'webhook_not_found',
  'remove-webhook': 'webhook_not_found',
  'rotate-webhook-secret': 'webhook_not_found',
  'test-webhook': 'webhook_not_found',
  'webhook-deliveries': 'webhook_not_found',
  'replay-delivery': 'webhook_not_found',
  'review-photo': 'photo_not_found',
  'watch-show': 'watch_not_found',
  'watch-change': 'watch_not_found',
  'watch-publish': 'watch_not_found',
  'public-watch': 'watch_not_found',
  'watch-certificate': 'watch_not_found',
};
/** It ends the session, so it is sent at the end. */
const inOrder = [...names.filter((it) => it !== 'logout'), 'logout'];

interface Sample {
  readonly lang: string;
  readonly source: string;
}
interface Operation {
  readonly 'x-codeSamples': readonly Sample[];
  readonly requestBody: { readonly content: Record<string, { schema: object; example?: object }> };
  readonly responses: { readonly 200: { content: { 'application/json': { schema: object; example: object } } } };
}

interface Stage {
  readonly url: string;
  /** Where the samples are run: it has the photo, and a cookie jar with a session. */
  readonly dir: string;
  readonly key: string;
  readonly token: string;
  sourceOf(name: string, lang: string): string;
  readonly operations: ReadonlyMap<string, Operation>;
}

const operator = sdk.ethereumSigner(`0x${'17'.repeat(32)}`);

/** A fresh service, where an operator has logged in. */
const onStage = async (work: (stage: Stage) => Promise<void>): Promise<void> => {
  const dir = testFolder();
  const env = {
    ...{ PORT: '0', RATE_LIMITS: 'off', TRIGPOINT_DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'silent' },
    ...{ OPERATORS: operator.publicKey, ADMISSION: 'operator' },
  };
  const network = await startNetworkWithoutChain({ env, agents: false });
  onTestFinished(() => network.close());
  const { url } = network.service;
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, { post: Operation }>;
  };
  const operations = new Map<string, Operation>(
    names.map((name) => [name, document.paths[`/proof/v1/{proof_type}/${name}`]?.post as Operation]),
  );
  await copyFile(mural, join(dir, 'mural.png'));
  const client = new sdk.Client({ url, proofType: 'pol' });
  await client.login(operator, { role: 'payer' });
  await client.call('grant-points', { to: operator.publicKey, points: '1000', id: 'examples-1', reason: 'to spend' });
  const { key } = await sdk.createApiKey(client, { name: 'examples', scopes: ['ask', 'read', 'campaigns', 'admin'] });
  // What is watched was here once.
  const { prover } = examplesAt(Date.now())['watch-add'].body;
  await proverWasHere(network.service.context.db, String(prover).replace(/^IPv4./, ''));
  const sourceOf = (name: string, lang: string) =>
    operations.get(name)?.['x-codeSamples'].find((it) => it.lang === lang)?.source ?? '';
  await work({ url, dir, key, token: client.token as string, operations, sourceOf });
};

/** What was answered is what the example says, or a refusal because of what is not there. */
const expectAnswer = (name: string, answer: { error?: { code: string; message: string } }): void => {
  const wanted = needSetup[name];
  const { code = '', message = '' } = answer.error ?? {};
  expect
    .soft([name, code, message])
    .toEqual(wanted === undefined ? [name, '', ''] : [name, expect.stringMatching(wanted), expect.anything()]);
};

test('every operation has examples, and they are as strict as the document says', async () => {
  await onStage(async ({ operations }) => {
    for (const name of names) {
      const it = operations.get(name) as Operation;
      expect([name, it['x-codeSamples'].map(({ lang }) => lang)]).toEqual([name, ['shell', 'typescript', 'python']]);
      const { example: reply, schema: says } = it.responses[200].content['application/json'];
      expect([name, Compile(says as never).Check(reply)]).toEqual([name, true]);
      const json = it.requestBody.content['application/json'];
      if (json) expect([name, Compile(json.schema as never).Check(json.example)]).toEqual([name, true]);
      else expect(table[name]?.encoding).toBe('multipart');
    }
  });
}, 120_000);

test('curl sends them, and each is carried out unless what it names is not there', async () => {
  await onStage(async ({ url, dir, key, token, sourceOf }) => {
    const jar = `# Netscape HTTP Cookie File\n${new URL(url).hostname}\tFALSE\t/\tFALSE\t0\t__proof\t${token}\n`;
    const options = { cwd: dir, env: { PATH: process.env.PATH, TRIGPOINT_KEY: key } };
    for (const name of inOrder) {
      // A login that has begun takes the place of the session in the jar.
      if (name !== 'login') await writeFile(join(dir, 'cookies'), jar);
      const { stdout } = await run('bash', ['-c', `${sourceOf(name, 'shell')} -s`], options);
      expectAnswer(name, JSON.parse(stdout));
    }
  });
}, 240_000);

test('TypeScript sends them', async () => {
  await onStage(async ({ dir, key, sourceOf }) => {
    /** Without a chain one operation answers 503, and is not worth another try. */
    class Client extends sdk.Client {
      constructor(options: sdk.ClientOptions) {
        super({ ...options, retries: 0 });
      }
    }
    const around = { ...sdk, Client, signer: operator, process: { env: { TRIGPOINT_KEY: key } } };
    const readFile = (name: string) => readFileFrom(join(dir, name));
    const AsyncFunction = (async () => {}).constructor as new (
      ...of: string[]
    ) => (...of: unknown[]) => Promise<object>;
    for (const name of inOrder) {
      const source = sourceOf(name, 'typescript');
      const [imports, code] = [source.match(/^import .*$/gm) ?? [], source.replace(/^import .*$/gm, '')];
      expect(imports.join()).toMatch(/from '@trigpoint\/client'/);
      const sample = new AsyncFunction(...Object.keys(around), 'readFile', `${code}\nreturn reply;`);
      const answer = await sample(...Object.values(around), readFile).catch((error: unknown) => {
        if (!(error instanceof sdk.ServiceError)) throw error;
        return { error: { code: error.code, message: error.message } };
      });
      expectAnswer(name, answer);
    }
  });
}, 240_000);

test('Python sends them', async (context) => {
  const lacks = await run(PYTHON, ['-c', 'import requests']).catch((error: unknown) => error);
  if (lacks instanceof Error) return context.skip(`${PYTHON} has no requests`);
  await onStage(async ({ dir, key, token, sourceOf }) => {
    const prelude = [
      'import json, requests',
      'class LoggedIn(requests.Session):',
      '    def __init__(self):',
      '        super().__init__()',
      `        self.cookies.set("__proof", ${JSON.stringify(token)})`,
      'requests.Session = LoggedIn',
      'print = lambda answer: __builtins__.print(json.dumps(answer))',
    ];
    const program = [...prelude, ...inOrder.map((name) => sourceOf(name, 'python'))].join('\n');
    await writeFile(join(dir, 'all.py'), program);
    const options = { cwd: dir, env: { PATH: process.env.PATH, TRIGPOINT_KEY: key }, maxBuffer: 1 << 24 };
    const { stdout } = await run(PYTHON, ['all.py'], options);
    const answers = stdout.trim().split('\n');
    expect(answers.length).toBe(inOrder.length);
    for (const [i, name] of inOrder.entries()) expectAnswer(name, JSON.parse(answers[i] as string));
  });
}, 240_000);
