import { type Route, type RouteName, routes } from '@trigpoint/protocol';
import { examplesAt } from '@trigpoint/protocol/examples';
import { Compile, type Shape } from '@trigpoint/schema';
import { expect, test } from 'vitest';
import { choicesOf, fieldText, kindOf, typedBody } from './typed-body.ts';

const examples = examplesAt(Date.now());
const all = Object.entries(routes as Record<string, Route>);

test('the example of every operation, typed into its form, is sent as it was', () => {
  for (const [name, { body }] of all) {
    const example = examples[name as RouteName].body as Record<string, unknown>;
    const typed = Object.fromEntries(Object.entries(example).map(([field, value]) => [field, fieldText(value)]));
    expect([name, typedBody(body as Shape, typed)]).toEqual([name, example]);
  }
});

test('every choice of every field is taken by its operation', () => {
  for (const [name, { body }] of all)
    for (const [field, shape] of Object.entries((body as Shape).properties ?? {})) {
      if (kindOf(shape) !== 'choice') continue;
      expect([name, field, choicesOf(shape).length]).not.toEqual([name, field, 0]);
      for (const choice of choicesOf(shape)) {
        const value = typedBody(body as Shape, { [field]: choice });
        const whole = { ...examples[name as RouteName].body, ...value };
        expect([name, field, choice, Compile(body).Check(whole)]).toEqual([name, field, choice, true]);
      }
    }
});

test('what is empty is left out, and what cannot be read is said', () => {
  const shape: Shape = {
    properties: { a: { type: 'integer' }, b: { type: 'array', items: { type: 'string' } }, c: {} },
  };
  expect(typedBody(shape, { a: '', c: '' })).toEqual({});
  expect(typedBody(shape, { a: '7', b: '["x"]' })).toEqual({ a: 7, b: ['x'] });
  expect(typedBody(shape, { a: '0,5' })).toEqual({ a: 0.5 });
  expect(() => typedBody(shape, { a: 'seven' })).toThrow('a must be a number.');
  expect(() => typedBody(shape, { b: 'x, y' })).toThrow(/^b must be JSON/);
});
