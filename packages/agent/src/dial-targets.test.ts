import { expect, test } from 'vitest';
import { keepDialTargets } from './dial-targets.ts';

const endpoint = (address: string, port = 41_000) => ({ address, port });
const outside = '198.51.100.1';

test('a service out on the internet has nobody dialled inside', () => {
  const { whyNot } = keepDialTargets(() => 0);
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', '192.168.1.1', 'fd12::1'])
    for (const service of [outside, undefined])
      expect(whyNot(endpoint(address), service)).toMatch(/and the service is not/);
  expect(whyNot(endpoint('203.0.113.9'), outside)).toBeUndefined();
  expect(whyNot(endpoint('127.0.0.1'), '10.0.0.1')).toMatch(/loopback/);
  expect(whyNot(endpoint('10.0.0.2'), '10.0.0.1')).toBeUndefined();
  expect(whyNot(endpoint('127.0.0.1'), '127.0.0.1')).toBeUndefined();
});

test('nobody has an agent dial names, metadata or groups', () => {
  const { whyNot } = keepDialTargets(() => 0);
  for (const address of [
    'victim.example',
    '169.254.169.254',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '::ffff:7f00:1',
  ])
    for (const service of [outside, '10.0.0.1', '127.0.0.1'])
      expect(whyNot(endpoint(address), service)).toMatch(/not the address of a machine/);
});

test('whoever did not answer is left in peace, and so is everybody when too many did not', () => {
  let at = 0;
  const { whyNot, unanswered } = keepDialTargets(() => at);
  unanswered(endpoint('203.0.113.9'), false);
  expect(whyNot(endpoint('203.0.113.9'), outside)).toMatch(/nobody answered/);
  expect(whyNot(endpoint('203.0.113.9', 41_001), outside)).toBeUndefined();
  for (const port of [1, 2]) unanswered(endpoint('203.0.113.9', port), false);
  expect(whyNot(endpoint('203.0.113.9', 41_001), outside)).toMatch(/nobody answered/);
  at = 60_000;
  expect(whyNot(endpoint('203.0.113.9'), outside)).toBeUndefined();
  for (let n = 0; n < 32; n++) unanswered(endpoint(`203.0.113.${n}`), false);
  expect(whyNot(endpoint('198.51.100.77'), outside)).toMatch(/too many/);
});

test('a cancelled task is held against strangers, and not against who answered before', () => {
  const { whyNot, answered, unanswered } = keepDialTargets(() => 0);
  const [stranger, known] = [endpoint('203.0.113.9'), endpoint('203.0.113.10')];
  answered(known);
  for (const it of [stranger, known]) unanswered(it, true);
  expect(whyNot(stranger, outside)).toMatch(/nobody answered/);
  expect(whyNot(known, outside)).toBeUndefined();
  unanswered(known, false);
  expect(whyNot(known, outside)).toMatch(/nobody answered/);
});

test('many agents on this machine are many, and not one that does not answer', () => {
  const { whyNot, unanswered } = keepDialTargets(() => 0);
  for (let port = 1; port <= 12; port++) unanswered(endpoint('127.0.0.1', port), true);
  expect(whyNot(endpoint('127.0.0.1', 12), '127.0.0.1')).toMatch(/nobody answered/);
  expect(whyNot(endpoint('127.0.0.1', 13), '127.0.0.1')).toBeUndefined();
});
