import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('the defaults are those of the documentation', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDir: './.trigpoint',
    sessionMs: 86_400_000,
  });
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test.each([
  ['PORT', '80x'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PUBLIC_URL', 'proof.example.com'],
  ['PUBLIC_URL', 'ftp://proof.example.com'],
  ['DATABASE_URL', 'mysql://x'],
  ['SESSION_HOURS', '0'],
  ['RATE_LIMITS', 'none'],
  ['RATE_LIMITS', 'login=0'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'proxy'],
  ['CORS_ORIGINS', 'https://a.example/path'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused with a sentence that names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `));
});

test('listening on an open address without PUBLIC_URL is a contradiction', () => {
  expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/PUBLIC_URL/);
  expect(readConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'https://proof.example.com/' }).publicUrl).toBe(
    'https://proof.example.com',
  );
});

test('a database password never stands in a refusal', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@host/db' })).toThrow(/^(?!.*secret).*$/);
});
