import { describe, expect, test } from 'vitest';
import { type Fixtures, pledgesOf } from './conformance.ts';
import type { Ask } from './proof-type.ts';
import { proofTypes } from './rules.ts';

/** A new type brings its fixtures along in its folder, which has the name of its id. */
for (const type of proofTypes) {
  const { fixtures } = (await import(`./${type.id}/conformance-fixtures.js`)) as { fixtures: Fixtures<Ask, unknown> };
  describe(type.title, () => {
    for (const pledge of pledgesOf(type, fixtures)) test(pledge.name, () => pledge.check());
  });
}

test('every registered type has an id, an attribute, a title and a label of its own', () => {
  for (const key of ['id', 'attributeId', 'title', 'label'] as const)
    expect(new Set(proofTypes.map((type) => type[key])).size).toBe(proofTypes.length);
});

test('no two types read the same setting, claim one name, ask by one option or call a field alike', () => {
  const unique = (names: readonly string[]) => expect(new Set(names).size).toBe(names.length);
  unique(proofTypes.flatMap((it) => it.settings.map(({ env }) => env)));
  unique(
    proofTypes.flatMap((it) => it.claims.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]))),
  );
  unique(proofTypes.flatMap((it) => it.fields.map(({ option }) => /--[\w-]+/.exec(option.flags)?.[0] ?? '')));
  // The SDK takes the fields of all types in one object.
  unique(proofTypes.flatMap((it) => it.fields.map(({ name }) => name)));
});
