import { describe, expect, test } from 'vitest';
import { consent } from './consent.ts';
import { delegation } from './delegation.ts';
import { type Description, description } from './description.ts';
import { StatementError } from './statement.ts';

const service = { service: 'ab'.repeat(32), chain_id: 31337, contract: `0x${'12'.repeat(20)}` };
const key = `0x${'34'.repeat(20)}`;

const describes: Description = {
  ...service,
  proof_type: 'pol',
  role: 'challenger',
  agent: `IPv4/${key}`,
  key_type: 'ethereum',
  public_key: key,
  owner: `ethereum:${key}`,
  claims: { longitude: '8.68', latitude: '50.11' },
  endpoint: { address: '203.0.113.7', port: 4000 },
  witness_key: '',
  agent_version: '0.1.0',
  from: '2026-01-01T00:00:00.000Z',
  until: '2026-01-31T00:00:00.000Z',
};

/** The texts of this version, to the letter: signatures over them must stay checkable. */
const kept = {
  description: `{"kind":"description","version":2,"agent":"IPv4/${key}","agent_version":"0.1.0","chain_id":31337,"claims":{"latitude":"50.11","longitude":"8.68"},"contract":"0x${'12'.repeat(20)}","endpoint":{"address":"203.0.113.7","port":4000},"from":"2026-01-01T00:00:00.000Z","key_type":"ethereum","owner":"ethereum:${key}","proof_type":"pol","public_key":"${key}","role":"challenger","service":"${'ab'.repeat(32)}","until":"2026-01-31T00:00:00.000Z","witness_key":""}`,
  consent: `{"kind":"consent","version":2,"ask_hash":"${'cd'.repeat(32)}","chain_id":0,"challenge_id":"7","contract":"none","description_hash":"${'ef'.repeat(32)}","service":"${'ab'.repeat(32)}"}`,
  delegation: `{"kind":"delegation","version":2,"agent":"ethereum:${key}","chain_id":0,"contract":"none","owner":"solana:${'A'.repeat(44)}","service":"${'ab'.repeat(32)}","until":"2026-01-31T00:00:00.000Z"}`,
};
const chainless = { ...service, chain_id: 0, contract: 'none' };

test.each([
  ['capitals in an address', `ethereum:0x${'AB'.repeat(20)}`],
  ['no kind of key', key],
  ['too short a key', 'solana:Abc'],
])('an owner has one spelling: %s is refused', (_, owner) => {
  expect(() => description.compose({ ...describes, owner })).toThrow(StatementError);
});

describe('statements are spelt in one way', () => {
  test('the order in which fields are given does not matter, and the kind comes first', () => {
    expect(description.compose(describes)).toBe(kept.description);
    const turned = Object.fromEntries(Object.entries(describes).reverse()) as Description;
    expect(description.compose(turned)).toBe(kept.description);
  });

  test('what was composed reads back the same', () => {
    expect(description.parse(kept.description)).toEqual(describes);
    const consents = { ...chainless, challenge_id: '7', ask_hash: 'cd'.repeat(32), description_hash: 'ef'.repeat(32) };
    expect(consent.compose(consents)).toBe(kept.consent);
    expect(consent.parse(kept.consent)).toEqual(consents);
    const delegates = {
      ...chainless,
      owner: `solana:${'A'.repeat(44)}`,
      agent: `ethereum:${key}`,
      until: describes.until,
    };
    expect(delegation.compose(delegates)).toBe(kept.delegation);
    expect(delegation.parse(kept.delegation)).toEqual(delegates);
  });

  test.each([
    ['a space', kept.consent.replace(',', ', ')],
    ['another order', kept.consent.replace(/("chain_id":0),("challenge_id":"7")/, '$2,$1')],
    ['a field more', kept.consent.replace('"contract"', '"also":1,"contract"')],
    ['a field twice', kept.consent.replace('"chain_id":0', '"chain_id":0,"chain_id":0')],
    ['a field less', kept.consent.replace('"contract":"none",', '')],
    ['another version', kept.consent.replace('"version":2', '"version":1')],
    ['another kind', kept.delegation],
    ['no JSON', kept.consent.slice(1)],
    ['a list', '[]'],
    ['nothing', ''],
    ['a contract in capitals', kept.consent.replace('none', `0x${'AB'.repeat(20)}`)],
    ['far too much', kept.consent.replace('"7"', `"${'7'.repeat(5_000)}"`)],
  ])('%s is refused', (_, text) => {
    expect(() => consent.parse(text)).toThrow(StatementError);
  });
});
