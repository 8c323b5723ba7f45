import { expect, onTestFinished, test } from 'vitest';
import { ethereumKey, solanaKey, type TestKey } from '../testing.ts';
import { SignatureChecks } from './signature-checks.ts';

const open = () => {
  const checks = new SignatureChecks();
  onTestFinished(() => checks.close());
  const check = (key: TestKey, text: string, signature: string) =>
    checks.check({ id: '', key_type: key.keyType, public_key: key.publicKey }, text, signature);
  return { checks, check };
};

test('each of many questions gets its own answer, over both kinds of keys', async () => {
  const { check } = open();
  const keys = [ethereumKey(), solanaKey(), ethereumKey(), solanaKey()];
  const cases = keys.flatMap((key, i) =>
    Array.from({ length: 10 }, (_, n) => ({ key, text: `${i}/${n}`, isSigned: (i + n) % 3 > 0 })),
  );
  const answers = cases.map(async ({ key, text, isSigned }) =>
    check(key, text, await key.sign(isSigned ? text : `${text}?`)),
  );
  expect(await Promise.all(answers)).toEqual(cases.map((it) => it.isSigned));
});

test('a thread that fails fails those it was asked by, and nobody after them', async () => {
  const { check } = open();
  const key = solanaKey();
  const signature = await key.sign('text');
  await expect(check(key, 'text', undefined as unknown as string)).rejects.toThrow();
  expect(await check(key, 'text', signature)).toBe(true);
});

test('nobody waits for a service that closes', async () => {
  const { checks, check } = open();
  const key = solanaKey();
  const signature = await key.sign('text');
  const answer = check(key, 'text', signature);
  const closed = checks.close();
  await expect(answer).rejects.toThrow('closing');
  await closed;
  await expect(check(key, 'text', signature)).rejects.toThrow('closing');
});
