import { describe, expect, test } from 'vitest';
import { check } from './certificate/world.ts';
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
