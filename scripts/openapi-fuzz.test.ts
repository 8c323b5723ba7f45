import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, createApiKey, ethereumSigner } from '@trigpoint/client';
import { startNetworkWithoutChain } from '@trigpoint/dev';
import { testFolder } from '@trigpoint/proofs/testing';
import { examplesAt } from '@trigpoint/protocol/examples';
import { proverWasHere } from '@trigpoint/server';
import { expect, onTestFinished, test } from 'vitest';

const { PATH = '', PYTHON = 'python3', FUZZ_SEED = String(randomInt(1e9)) } = process.env;
const run = promisify(execFile);

/** Refusals that no schema can foresee, by what they say, and why. */
const meant: readonly (readonly [RegExp, string])[] = [
  [/next_cursor of/, 'only the service knows its cursors'],
  [/is not the id of one of your/, 'only the service knows its ids'],
  [/points_short|insufficient_balance|budget_short/, 'a balance'],
  [/idempotency_key_reused|campaign_exists/, 'what was sent before'],
  [/base58|neither an id, an address nor a key/, 'how many bytes a text in base58 has'],
  [/has a wrong checksum/, 'the checksum in the case of an address'],
  [/not connected to a chain|no chain/, 'the service of this test has none'],
  [/__proto__|characters that are not text/, 'fields that nobody knows'],
  [/cannot be asked|is not a request in the spelling|challenge_unusable|nonce_hash/, 'whether an ask has a sense'],
  [/must be a URL|must be at a public address|must be https/, 'where a URL leads'],
  [/body_too_large/, 'how long all fields are together'],
  [
    /ends_at must be after starts_at|reward_per_task must not be more than total_rewards/,
    'whether terms fit each other',
  ],
  [/(latitude|longitude) must be given (together )?with|require_proof needs latitude/, 'null stands for no place'],
  [/until (must be within 400 days|leaves no time)|from must be within 400 days/, 'which time it is now'],
  [
    /every_seconds (must be from \d+ to \d+ here|makes \d+ slots)/,
    'what the operator allows, and how many slots it makes',
  ],
  [/from must be before to|from and to name a time in which/, 'whether the times of a certificate fit its watch'],
  [/the network pays no more to anybody in a day/, 'what the operator pays'],
  [/ask is about another prover/, 'whom a watch is about'],
  [/prover was never here/, 'which provers were here'],
  [/(latitude|longitude|accuracy_m) must be a number from/, 'numbers in the texts of a form'],
  [/campaign is required, before the photo/, 'the order of a form'],
  [/"code":"invalid_photo"/, 'whether bytes are a picture'],
  [/claims\.\w+ |claims must have/, 'what a proof type takes as claims'],
];

/** One failure as the fuzzer prints it: its code, what was answered, and how to repeat it. */
const failuresOf = (log: string): string[] =>
  log
    .split(/^\d+\. Test Case ID: \w+$/m)
    .slice(1)
    .flatMap((it) => it.split(/^(?=- ST\d+)/m).slice(1));

/** What the service answered: the request itself stands below it, and may say anything. */
const answerOf = (failure: string): string => /^ +`(\{"error".*)`$/m.exec(failure)?.[1] ?? '';

const checks = [
  ...['positive_data_acceptance', 'negative_data_rejection', 'not_a_server_error', 'status_code_conformance'],
  'response_schema_conformance',
];
/** Run apart, with what is sent by them alone: a login that has begun would take the place of the session. */
const apart = ['pre-login', 'login', 'submit-photo'];

/** Makes what examples name, so that the fuzzer gets beyond "there is no such thing". Returns the document with the ids. */
const withRealIds = async (client: Client, document: string): Promise<string> => {
  const examples = examplesAt(Date.now());
  const { watch } = (await client.call('watch-add', examples['watch-add'].body)).result;
  await client.call('watch-publish', { watch: watch?.watch ?? '', public: true });
  const { id: webhook } = (await client.call('add-webhook', examples['add-webhook'].body)).result;
  const { info } = (await client.call('create-key', { ...examples['create-key'].body, scopes: ['read'] })).result;
  const { challenge_id } = (await client.call('challenge-request', examples['challenge-request'].body)).result;
  await client.call('create-campaign', examples['create-campaign'].body);
  const ids = [
    [examples['watch-show'].body.watch, watch?.watch],
    [examples['edit-webhook'].body.webhook, webhook],
    [examples['revoke-key'].body.id, info.id],
    [examples['challenge-status-dcl'].body.challenge_id, challenge_id],
  ] as const;
  return ids.reduce((text, [example, real]) => text.replaceAll(example, real ?? ''), document);
};

test('a fuzzer that reads the OpenAPI document finds no valid request refused, and no invalid one accepted', async (context) => {
  const lacks = await run(PYTHON, ['-c', 'import schemathesis']).catch((error: { stderr?: string }) => error);
  if (lacks instanceof Error || !('stdout' in lacks)) return context.skip(`${PYTHON} has no schemathesis`);
  const dir = testFolder();
  const env = { PORT: '0', RATE_LIMITS: 'off', TRIGPOINT_DATA_DIR: dir, LOG_LEVEL: 'silent' };
  const network = await startNetworkWithoutChain({ env, agents: false });
  onTestFinished(() => network.close());
  const { url } = network.service;
  const client = new Client({ url, proofType: 'pol' });
  await client.login(ethereumSigner(`0x${'17'.repeat(32)}`), { role: 'payer' });
  const { key } = await createApiKey(client, { name: 'fuzz', scopes: ['ask', 'read', 'campaigns', 'admin'] });
  const document = await (await fetch(`${url}/openapi.json`)).text();
  const { prover } = examplesAt(Date.now())['watch-add'].body;
  await proverWasHere(network.service.context.db, String(prover).replace(/^IPv4./, ''));
  await writeFile(join(dir, 'openapi.json'), await withRealIds(client, document));
  const fuzz = async (which: '--include-operation-id' | '--exclude-operation-id', seconds: number) => {
    const args = [
      ...['-m', 'schemathesis.cli', 'run', join(dir, 'openapi.json'), '--url', url, '--no-color'],
      ...['-H', `Authorization: Bearer ${key}`, '-c', checks.join(), '--phases', 'coverage,fuzzing', '-n', '5'],
      ...[
        '--seed',
        FUZZ_SEED,
        '--max-time',
        String(seconds),
        '--generation-allow-x00',
        'false',
        '--continue-on-failure',
      ],
      ...apart.flatMap((name) => [which, name]),
    ];
    const options = { env: { PATH, HOME: dir }, cwd: dir, timeout: 150_000, maxBuffer: 1 << 26 };
    const log = await run(PYTHON, args, options).then(
      ({ stdout }) => stdout,
      ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => `${stdout}${stderr}`,
    );
    expect(log, 'the fuzzer itself failed').toMatch(/\d+ generated/);
    return failuresOf(log).filter((it) => !meant.some(([says]) => says.test(answerOf(it))));
  };
  // The same seed sends the same requests, as far as the time allows.
  expect(await fuzz('--exclude-operation-id', 45), `FUZZ_SEED=${FUZZ_SEED}`).toEqual([]);
  expect(await fuzz('--include-operation-id', 15), `FUZZ_SEED=${FUZZ_SEED}`).toEqual([]);
}, 360_000);
