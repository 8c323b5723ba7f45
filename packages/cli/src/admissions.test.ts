import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, expect, test } from 'vitest';
import { serving, trigpoint } from './testing.ts';

const folder = testFolder(afterAll);

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

test('an operator grants POINTS, and their holder gives them on, once for each id', { timeout: 240_000 }, () =>
  serving({ OPERATORS: operator, TRIGPOINT_DATA_DIR: join(folder, 'points'), HOME: folder }, async (url) => {
    const env = { TRIGPOINT_SERVICE: url, HOME: folder };
    const asOperator = trigpoint({ ...env, TRIGPOINT_PRIVATE_KEY: operatorKey });
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const id = ['--id', 'first-grant'];
    const grant = () => asOperator('grant', operator, '9007199254.740991', '--reason', 'to begin with', ...id);
    expect(await grant()).toMatchObject({
      code: 0,
      out: `Granted 9007199254.740991 POINTS to ${operator} (id first-grant).\n`,
    });
    expect((await grant()).out).toContain('nothing moved again');
    await asOperator('grant', operator, '0.000002', '--reason', 'and more');
    expect(await asOperator('transfer', other, '0.5', '--reason', 'thanks')).toMatchObject({ code: 0 });
    expect((await asOperator('balance')).out).toMatch(
      /^9007199254\.240993 POINTS, and 100 fuel for photos, refilled each day\n[\s\S]* -0\.5 .*: thanks/,
    );
    expect(await asOperator('transfer', other, 'five')).toMatchObject({ code: 2 });
    const [poor, asPoor] = [['--key-file', join(folder, 'poor.json')], trigpoint(env)];
    expect((await asPoor('transfer', other, '1', ...poor)).err).toContain('holds 0 POINTS');
    expect((await asPoor('grant', other, '1', '--reason', 'x', ...poor)).err).toContain('OPERATORS does not list');
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
