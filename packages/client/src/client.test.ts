import { expect, test } from 'vitest';
import { Client } from './client.ts';

test('a proof type that would lead to the path of another operation is refused', () => {
  const url = 'http://127.0.0.1:8080';
  for (const proofType of ['x/../pol/logout?', '..', '', 'pol/', 'pol%2F', 'pol#'])
    expect(() => new Client({ url, proofType })).toThrow('proofType');
  for (const proofType of ['pol', 'pob', 'my-own_type2'])
    expect(new Client({ url, proofType }).proofType).toBe(proofType);
});
