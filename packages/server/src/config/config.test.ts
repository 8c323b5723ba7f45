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

const chainEnv = {
  CHAIN_RPC_URL: 'http://a.example/key, https://b.example',
  CHAIN_ID: '1',
  REQUEST_HANDLER_ADDRESS: `0x${'Ab'.repeat(20)}`,
};

test('fees are refused where anybody can make the POINTS that pay them', () => {
  expect(() => readConfig({ REQUEST_FEE: '1' })).toThrow(/^REQUEST_FEE .*CAMPAIGN_FUNDING=creator/);
  expect(readConfig({ REQUEST_FEE: '1', CAMPAIGN_FUNDING: 'creator' }).requestFee).toBe(1);
});

test('what everybody could use stays away from public addresses', () => {
  const known = `0x${'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'}`;
  const chain = { ...chainEnv, COORDINATOR_PRIVATE_KEY: known };
  for (const PUBLIC_URL of ['https://proof.example.com', 'http://198.51.100.7:8080', 'http://[2001:db8::1]']) {
    expect(() => readConfig({ PUBLIC_URL, DEVELOPMENT: 'on' })).toThrow(/^DEVELOPMENT=on/);
    expect(() => readConfig({ PUBLIC_URL, ...chain })).toThrow(/^COORDINATOR_PRIVATE_KEY is a key of development/);
    expect(() => readConfig({ PUBLIC_URL, OPERATORS: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })).toThrow(
      /^OPERATORS has 0xf39f/,
    );
  }
  for (const PUBLIC_URL of ['http://localhost:8080', 'http://10.1.2.3', 'http://[fd00::1]:8080', 'http://box.local'])
    expect(readConfig({ PUBLIC_URL, DEVELOPMENT: 'on', ...chain }).development).toBe(true);
});

test('a database password never stands in a refusal', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@host/db' })).toThrow(/^(?!.*secret).*$/);
});

test('a chain is its nodes, its id and its contract; one without the others is refused by name', () => {
  expect(readConfig(chainEnv).chain).toMatchObject({
    rpcUrls: ['http://a.example/key', 'https://b.example'],
    id: 1,
    requestHandler: `0x${'ab'.repeat(20)}`,
    confirmations: 12,
    quorum: 1,
  });
  expect(readConfig({}).chain).toBeUndefined();
  for (const name of ['CHAIN_ID', 'REQUEST_HANDLER_ADDRESS'])
    expect(() => readConfig({ ...chainEnv, [name]: '' })).toThrow(new RegExp(`^${name} must be set`));
  expect(() => readConfig({ ...chainEnv, CHAIN_QUORUM: '3' })).toThrow(/^CHAIN_QUORUM is 3/);
  expect(() => readConfig({ ...chainEnv, REQUEST_HANDLER_ADDRESS: '0x12' })).toThrow(/^REQUEST_HANDLER_ADDRESS must/);
  expect(() => readConfig({ COORDINATOR_PRIVATE_KEY: 'ab'.repeat(32) })).toThrow(/^COORDINATOR_PRIVATE_KEY/);
});

test('a malformed private key is refused without being shown', () => {
  const secret = `${'ab'.repeat(31)}zz`;
  expect(() => readConfig({ ...chainEnv, COORDINATOR_PRIVATE_KEY: secret })).toThrow(
    /^COORDINATOR_PRIVATE_KEY must be/,
  );
  expect(() => readConfig({ ...chainEnv, COORDINATOR_PRIVATE_KEY: secret })).not.toThrow(secret);
});

test('further attribute ids belong to a proof type that exists', () => {
  expect(readConfig({ ATTRIBUTE_IDS: 'pol=place-v1, pob=rate-v1.example.com' }).attributeIds).toEqual([
    { proofType: 'pol', attributeId: 'place-v1' },
    { proofType: 'pob', attributeId: 'rate-v1.example.com' },
  ]);
  for (const wrong of ['pol', 'disk=disk-v1', 'pol=', '=x'])
    expect(() => readConfig({ ATTRIBUTE_IDS: wrong })).toThrow(/^ATTRIBUTE_IDS must list pairs/);
});

test('examples are served only where they are named, and each type hears of its own settings alone', () => {
  expect(readConfig({}).proofTypes).toEqual(['pol', 'pob']);
  expect(readConfig({ PROOF_TYPES: 'pol, poc,pol' }).proofTypes).toEqual(['pol', 'poc']);
  for (const wrong of ['disk', 'pol,disk', ','])
    expect(() => readConfig({ PROOF_TYPES: wrong })).toThrow(/^PROOF_TYPES must list some of pol, pob, poc/);
  expect(readConfig({ POL_MAX_UNCERTAINTY_KM: '50' }).proofSettings).toMatchObject({
    pol: { max_uncertainty_km: '50' },
    pob: {},
  });
  expect(readConfig({}).proofSettings.pob).toEqual({});
  expect(() => readConfig({ POL_MAX_UNCERTAINTY_KM: '0' })).toThrow(/^POL_MAX_UNCERTAINTY_KM /);
});

test('challengers are admitted by operators unless this is a development network', () => {
  expect(readConfig({}).admission).toEqual({ operators: [], file: undefined });
  expect(readConfig({ OPERATORS: '0xAB, Sol' }).admission).toMatchObject({ operators: ['0xab', 'Sol'] });
  expect(readConfig({ ADMISSION: 'open', DEVELOPMENT: 'on' }).admission).toBeUndefined();
  expect(() => readConfig({ ADMISSION: 'open' })).toThrow(/^ADMISSION=open .* needs DEVELOPMENT=on/);
  expect(readConfig({ ADMISSION: 'probation' }).admission).toMatchObject({ probationMs: 72 * 3_600_000 });
  expect(() => readConfig({ ADMISSION: 'probation', MESH_HOURS: '0' })).toThrow(/^ADMISSION=probation goes by/);
  expect(readConfig({}).admission).toMatchObject({ probationMs: undefined });
});
