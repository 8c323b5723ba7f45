import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serving, trigpoint } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'trigpoint-admit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Account 0 of "test test … junk". */
const operator = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const operatorKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const challenger = `IPv4/0x${'5a'.repeat(20)}`;

test('an operator admits, lists and sets aside; whoever else is refused with a sentence', { timeout: 240_000 }, () =>
  serving({ OPERATORS: operator, TRIGPOINT_DATA_DIR: join(folder, 'data'), HOME: folder }, async (url) => {
    const env = { TRIGPOINT_SERVICE: url, HOME: folder };
    const asOperator = trigpoint({ ...env, TRIGPOINT_PRIVATE_KEY: operatorKey });
    const pinned = ['--place', '48.2,16.4', '--endpoint', '203.0.113.7', '--reason', 'in our rack in Vienna'];
    expect(await asOperator('admit', challenger, ...pinned)).toMatchObject({
      code: 0,
      out: `${challenger} is admitted.\n`,
    });
    expect((await asOperator('admissions')).out).toMatch(/admitted +IPv4\/0x5a.* 48\.2,16\.4 .*in our rack in Vienna/);
    await asOperator('admit', challenger, '--set-aside', '--reason', 'machine sold');
    const { out } = await asOperator('admissions', '--status', 'set_aside', '--json');
    expect(JSON.parse(out)).toMatchObject({ total: 1, admissions: [{ by: operator, reason: 'machine sold' }] });
    expect(await asOperator('admit', challenger, '--place', 'Vienna')).toMatchObject({ code: 2 });
    const refused = await trigpoint(env)('admit', challenger, '--key-file', join(folder, 'other.json'));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('OPERATORS does not list') });
  }),
);

test('a service does not start with a rule that is not for it', async () => {
  const start = (env: Record<string, string>) => trigpoint({ TRIGPOINT_DATA_DIR: join(folder, 'x'), ...env })('serve');
  expect((await start({ ADMISSION: 'open' })).err).toMatch(/needs DEVELOPMENT=on/);
  expect((await start({ ADMISSION: 'probation', MESH_HOURS: '0' })).err).toMatch(/MESH_HOURS must not be 0/);
  expect((await start({ PORT: '0', AS_TABLE: join(folder, 'none.tsv') })).err).toMatch(/AS_TABLE .* cannot be read/);
  expect((await start({ PORT: '0', ADMISSION_FILE: join(folder, 'none.txt') })).err).toMatch(
    /ADMISSION_FILE .* cannot be read/,
  );
}, 240_000);
