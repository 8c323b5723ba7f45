import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, createApiKey, ethereumSigner } from '@trigpoint/client';
import { startNetworkWithoutChain } from '@trigpoint/dev';
import { expect, test } from 'vitest';

const { PATH = '', PYTHON = 'python3' } = process.env;
const run = promisify(execFile);

/** Refusals that no schema can foresee, by what they say, and why. */
const meant: readonly (readonly [RegExp, string])[] = [
  [/next_cursor of/, 'only the service knows its cursors'],
  [/is not the id of one of your/, 'only the service knows its ids'],
  [/points_short|insufficient_balance|budget_short/, 'a balance'],
  [/idempotency_key_reused|campaign_exists/, 'what was sent before'],
  [/base58|neither an id, an address nor a key/, 'how many bytes a text in base58 has'],
  [/not connected to a chain|no chain/, 'the service of this test has none'],
  [/__proto__|characters that are not text/, 'fields that nobody knows'],
  [/cannot be asked|is not a request in the spelling|challenge_unusable|nonce_hash/, 'whether an ask has a sense'],
  [/must be a URL|must be at a public address|must be https/, 'where a URL leads'],
  [/body_too_large/, 'how long all fields are together'],
  [
    /later than|must be after|before it|both|together|max_submissions|reward|in the past|until/,
    'whether fields fit each other',
  ],
];

/** One failure as the fuzzer prints it: its code, what was answered, and how to repeat it. */
const failuresOf = (log: string): string[] =>
  log
    .split(/^\d+\. Test Case ID: \w+$/m)
    .slice(1)
    .flatMap((it) => it.split(/^(?=- ST\d+)/m).slice(1));

/** What the service answered: the request itself stands below it, and may say anything. */
const answerOf = (failure: string): string => /^ +`(\{"error".*)`$/m.exec(failure)?.[1] ?? '';

test('a fuzzer that reads the OpenAPI document finds no valid request refused, and no invalid one accepted', async (context) => {
  const lacks = await run(PYTHON, ['-c', 'import schemathesis']).catch((error: { stderr?: string }) => error);
  if (lacks instanceof Error || !('stdout' in lacks)) return context.skip(`${PYTHON} has no schemathesis`);
  const dir = await mkdtemp(join(tmpdir(), 'trigpoint-fuzz-'));
  const env = { PORT: '0', RATE_LIMITS: 'off', TRIGPOINT_DATA_DIR: dir, LOG_LEVEL: 'silent' };
  const network = await startNetworkWithoutChain({ env, agents: false });
  try {
    const client = new Client({ url: network.service.url, proofType: 'pol' });
    await client.login(ethereumSigner(`0x${'17'.repeat(32)}`), { role: 'payer' });
    const { key } = await createApiKey(client, { name: 'fuzz', scopes: ['ask', 'read', 'campaigns', 'admin'] });
    const document = await (await fetch(`${network.service.url}/openapi.json`)).text();
    await writeFile(join(dir, 'openapi.json'), document);
    const checks =
      'positive_data_acceptance,negative_data_rejection,not_a_server_error,status_code_conformance,response_schema_conformance';
    const args = [
      ...['-m', 'schemathesis.cli', 'run', join(dir, 'openapi.json'), '--url', network.service.url, '--no-color'],
      ...[
        '-H',
        `Authorization: Bearer ${key}`,
        '-c',
        checks,
        '--phases',
        'coverage,fuzzing',
        '-n',
        '5',
        '--max-time',
        '45',
      ],
      // A photo is more than its schema; a login takes away what the others need.
      ...[
        '--exclude-operation-id',
        'submit-photo',
        '--exclude-operation-id',
        'login',
        '--exclude-operation-id',
        'pre-login',
      ],
      ...['--generation-allow-x00', 'false', '--continue-on-failure'],
    ];
    const options = { env: { PATH, HOME: dir }, cwd: dir, timeout: 150_000, maxBuffer: 1 << 26 };
    const log = await run(PYTHON, args, options).then(
      ({ stdout }) => stdout,
      ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => `${stdout}${stderr}`,
    );
    expect(log).toMatch(/\d+ generated/);
    expect(failuresOf(log).filter((it) => !meant.some(([says]) => says.test(answerOf(it))))).toEqual([]);
  } finally {
    await network.close();
    await rm(dir, { recursive: true });
  }
}, 240_000);
