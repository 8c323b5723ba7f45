import { expect, test } from 'vitest';
import type { Agent } from '../network.ts';
import { namedBy } from './provers.ts';

test('a prover is named by its whole key, with or without the family, however its letters are written', () => {
  const key = `0x${'ab'.repeat(20)}`;
  const agents = [{ id: `IPv4/0x${'cd'.repeat(20)}` }, { id: `IPv6/${key}` }] as Agent[];
  for (const it of [key, ` ${key.toUpperCase().replace('0X', '0x')} `, `IPv6/${key}`])
    expect(namedBy(agents, it)).toBe(agents[1]);
  for (const it of ['', key.slice(0, 20), `IPv4/${key}`]) expect(namedBy(agents, it)).toBeUndefined();
});
