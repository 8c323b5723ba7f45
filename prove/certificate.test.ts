import { certificatePage } from '@trigpoint/client/certificate';
import { encodePolAsk } from '@trigpoint/proofs/asks';
import { readDrawingAtlas } from '@trigpoint/proofs/node';
import { describe, expect, test } from 'vitest';
import { check, hourMs, makeKeys, start, World } from './certificate/world.ts';
import { type Check, tryStory } from './certificate.ts';
import { seeded } from './proof.ts';

/** A verifier that does not look at something. */
const blind =
  (...to: readonly RegExp[]): Check =>
  (certificate, keys) => {
    const found = check(certificate, keys);
    const problems = found.problems.filter(({ problem }) => !to.some((it) => it.test(problem)));
    return problems.length === 0 ? { ...found, problems, reached: 'anchored' } : found;
  };

const plants: Readonly<Record<string, readonly [Check, RegExp]>> = {
  'whether entries follow one another': [blind(/of watch/), /leaves out a slot|twice|never writes|another order/],
  'whether the log has the entries': [blind(/^The log does not/), /changes a letter|forks the log|moves/],
  'whether the end of the period is there': [blind(/at the end of the period/), /leaves out the last/],
  'whether the beginning of the period is there': [blind(/at the beginning of the period/), /leaves out the first/],
  'whether all changes are there': [blind(/A change of a watch/), /leaves out the changes|second watch|better one/],
  'whether the figures are those of the entries': [blind(/The figures/), /figures of its own|changes a figure|others/],
  'whether an extra slot follows each change': [
    blind(/extra slot|does not name the entry before it/),
    /asks no extra slot|leaves out an extra|nothing asked for/,
  ],
  'which slot others are compared with': [blind(/compared with/), /the slot before|leaves out what slots/],
  'whether that slot is one of this watch': [blind(/compared with|does not belong/), /showed nothing/],
  'whether slots still say what they were compared with': [blind(/whether the prover is where it was/), /stops saying/],
  'whether findings are counted': [blind(/The figures/), /findings out of the figures|tells fewer moves/],
  'who signed it': [blind(/is not signed/), /another name|issues it later/],
  'whether witnesses saw it in time': [blind(/Your witnesses/), /states that they were seen/],
  'whether witnesses know the log': [blind(/witnesses named cosigned|saw no slot/), /forks the log/],
  'whether anybody was drawn for a challenge': [blind(/never accepted/), /nobody was drawn for/],
};

describe('the proof of certificates sees it when a verifier does not ask', () => {
  test.for(Object.entries(plants))('%s', { timeout: 240_000 }, async ([, [verify, breaks]]) => {
    const seen: string[] = [];
    for (let i = 0; i < 20 && !breaks.test(seen.join('\n')); i++)
      seen.push(...(await tryStory(seeded(1).fork(i), verify, breaks)).violations);
    expect(seen.join('\n')).toMatch(breaks);
  });
});

test('the page of a certificate tells extra slots that were elsewhere, and how many others watch the prover', async () => {
  const random = seeded(23);
  const keys = makeKeys(random);
  const ask = encodePolAsk({
    ...{ proverRegistry: `0x${'0'.repeat(40)}`, prover: `0x${'2'.repeat(40)}`, isIPv6: false },
    ...{ challengers: 12, tolerance: 4, latitude: 50.11, longitude: 8.68, zone: 'EU' },
  });
  const world = new World(random, keys, ask);
  for (let i = 0; i < 60; i++) world.add(String(i).padStart(20, '0'), 6 * hourMs, 3);
  const watch = world.add('f'.repeat(20), 6 * hourMs, 3);
  await world.window(watch, 'inside');
  await world.window(watch, 'inside', { finding: 'changed', extra: { result: 'outside', finding: null } });
  await world.window(watch, 'inside', { finding: 'same' });
  const to = start + 18 * hourMs;
  const page = certificatePage(await world.certify(watch, { from: start, to, at: to }), await readDrawingAtlas());
  // So that the longer words leave room for the rest of the sheet.
  expect(page).toContain('<main class="dense">');
  const textOf = (of: RegExp) => of.exec(page)?.[1]?.replace(/<[^>]+>/g, '') ?? '';
  expect(textOf(/<h1>(.*?)<\/h1>/)).toMatch(
    / was seen inside the EU at its slots; asked again, it was elsewhere once; /,
  );
  expect(textOf(/<p class="lead">(.*?)<\/p>/)).toMatch(/it was elsewhere once\..* 60 other watches ask this prover\.$/);
  expect(textOf(/<dt>Extra, away<\/dt><dd>(.*?)<\/dd>/)).toBe('1');
  expect(textOf(/<dt>Other watches<\/dt><dd>(.*?)<\/dd>/)).toMatch(/^60 of this prover: 0{20}/);
  expect(textOf(/What this shows<\/h2><p>(.*?)<\/p>/)).toMatch(/^A machine that answers for the key 0x22/);
});
