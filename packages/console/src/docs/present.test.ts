import { type RouteName, routes } from '@trigpoint/protocol';
import { examplesAt } from '@trigpoint/protocol/examples';
import { expect, test } from 'vitest';
import type { Body } from './operations.ts';
import { sampleWith, withPresent } from './present.ts';

const examples = examplesAt(Date.now());
const operationOf = (name: RouteName) => ({ name, example: examples[name].body as Body });
const there = { prover: 'IPv4/0xaa', challenger: 'IPv6/0xbb', challenge: 'ask-cc' };

test('an example names whom and what the network has, and everything else of it stays', () => {
  expect(withPresent(operationOf('watch-add'), there)).toEqual({
    ...operationOf('watch-add').example,
    prover: 'IPv4/0xaa',
  });
  expect(withPresent(operationOf('prover'), there)).toMatchObject({ id: 'IPv4/0xaa' });
  expect(withPresent(operationOf('challenger'), there)).toMatchObject({ id: 'IPv6/0xbb' });
  expect(withPresent(operationOf('challenge-evidence'), there)).toMatchObject({ challenge_id: 'ask-cc' });
  for (const name of Object.keys(routes) as RouteName[]) {
    const operation = operationOf(name);
    expect([name, withPresent(operation, {})]).toEqual([name, operation.example]);
    expect([name, Object.keys(withPresent(operation, there))]).toEqual([name, Object.keys(operation.example)]);
  }
});

test('so does a program that sends it', () => {
  const operation = operationOf('challenge-request');
  const source = JSON.stringify(operation.example);
  expect(JSON.parse(sampleWith(source, operation, there))).toEqual(withPresent(operation, there));
  expect(sampleWith(source, operation, {})).toBe(source);
});
