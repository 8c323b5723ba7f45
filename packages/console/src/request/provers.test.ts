import { expect, test } from 'vitest';
import type { Agent } from '../network.ts';
import { namedBy, proverLabels } from './provers.ts';

test('a prover is named by its whole key, with or without the family, however its letters are written', () => {
  const key = `0x${'ab'.repeat(20)}`;
  const agents = [{ id: `IPv4/0x${'cd'.repeat(20)}` }, { id: `IPv6/${key}` }] as Agent[];
  for (const it of [key, ` ${key.toUpperCase().replace('0X', '0x')} `, `IPv6/${key}`])
    expect(namedBy(agents, it)).toBe(agents[1]);
  for (const it of ['', key.slice(0, 20), `IPv4/${key}`]) expect(namedBy(agents, it)).toBeUndefined();
});

test('the key stands beside the names that several provers have', () => {
  const of = (digit: string, name: string) => ({ id: `IPv4/0x${digit.repeat(40)}`, role: 'prover', claims: { name } });
  const agents = [of('1', 'db'), of('2', 'web'), of('3', 'db')] as unknown as Agent[];
  expect([...proverLabels(agents).values()]).toEqual([
    expect.stringMatching(/^db · .*1111/),
    'web',
    expect.stringMatching(/^db · .*3333/),
  ]);
});
