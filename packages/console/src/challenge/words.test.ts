import { expect, test } from 'vitest';
import { atMostKm, atMostKmNumber } from '../figures.ts';
import * as pobs from '../specimen/pob-fixtures.ts';
import * as pols from '../specimen/pol-fixtures.ts';
import { inWords } from './figure-words.ts';
import { type PobView, type Round, withoutVerdict as withoutRounds } from './pob-view.ts';
import { pobAdvice, pobFigures, pobLead, pobSays, underRound } from './pob-words.ts';
import { type PolView, withoutVerdict } from './pol-view.ts';
import { polAdvice, polFigures, polLead, polSays } from './pol-words.ts';

const { verified, refuted, inconclusive, nearLie, improbable, several, contradictory } = pols;
const nobody: PolView = { ...inconclusive, witnesses: [], asked: 0, boundsKm: [] };
const ofPol: PolView[] = [verified, refuted, inconclusive, nearLie, improbable, several, nobody];
const ofPob: PobView[] = [
  pobs.verified,
  pobs.refuted,
  { ...pobs.verified, outcome: 'inconclusive', reason: 'Too few rounds count.', rounds: [] },
];
const broken = /NaN|undefined|Infinity|null| {2}|\.\./;

test('every page has a verdict in one line, a lead of whole sentences, and figures without holes', () => {
  for (const [says, lead, figures] of [
    ...ofPol.map((it) => [polSays(it), polLead(it), polFigures(it)] as const),
    ...ofPob.map((it) => [pobSays(it), pobLead(it), pobFigures(it)] as const),
  ]) {
    expect(says).toMatch(/^\S.*[^.]$/);
    expect(lead).toMatch(/\.$/);
    expect(`${says} ${lead}`).not.toMatch(broken);
    expect(figures.length).toBeGreaterThanOrEqual(5);
    for (const { label, value, unit } of figures) {
      expect([label, value !== '']).toEqual([label, true]);
      expect(`${value} ${unit ?? ''}`).not.toMatch(broken);
    }
  }
});

test('the first figure is the number in the verdict', () => {
  expect(polSays(verified)).toContain(`${polFigures(verified)[0]?.value}\u00a0km of Frankfurt`);
  expect(pobSays(pobs.verified)).toBe('97.8 of 100\u00a0Mbit/s down');
  expect(pobSays({ ...pobs.verified, medianMbps: 101.9 })).toBe('101.9 Mbit/s down, 100\u00a0Mbit/s asked for');
  expect(pobFigures(pobs.verified)[0]?.value).toBe('97.8');
});

test('a claim is called refuted in words that fit how it was refuted', () => {
  expect(polSays(refuted)).toBe(`${refuted.prover} is not in Sydney`);
  expect(polSays({ ...refuted, reason: 'Several machines answer.' })).toBe('several machines answer under one key');
  expect(polLead(refuted)).toContain('within 540\u00a0km of Paderborn, Germany.');
  // No single answer rules it out: the verdict's own words, without the sentence that stands above them.
  const fits = { ...verified, outcome: 'refuted', reason: 'It is not there. The delays fit another place.' } as const;
  expect(polLead(fits)).toBe('The delays fit another place.');
  expect(polLead(several)).toMatch(/^Frankfurt had its answer after 0\.\d+\u00a0ms and Tokyo, 9,3\d0\u00a0km from it,/);
});

test('a challenger has one name: that of the list, also where the signed sentence names the city near it', () => {
  const apart: PolView = {
    ...contradictory,
    outcome: 'refuted',
    reason:
      'Several machines answer under one key. The challenger in Offenbach had its answer after 1 ms and the one in Brno, 410 km from it, after 1 ms: no single place is near enough to both. At least 3 challengers would have to lie for it to be one machine.',
  };
  const names = new Set(apart.witnesses.map((it) => it.name));
  const [, a = '', b = ''] = /^(.+) had its answer after .+ and (.+), \d+\u00a0km from it/.exec(polLead(apart)) ?? [];
  expect([names.has(a), names.has(b), a !== b]).toEqual([true, true, true]);
  const signed = 'Several machines answer with the same key. At least 3 of the 8 challengers would have to lie.';
  for (const reason of [apart.reason, signed])
    expect(polLead({ ...apart, reason })).toContain('At least 3 of those who measured would have to lie');
  const disputed: PolView = {
    ...refuted,
    outcome: 'inconclusive',
    reason:
      '9 of 12 challengers agree with Sydney, but the challenger in Hamm had its answer after 1 ms. Either 3 lie or the claim is not exact.',
  };
  const [widest] = refuted.witnesses.toSorted((one, other) => other.shortKm - one.shortKm);
  for (const reason of [disputed.reason, 'Either these 3 lie, or the claim is not exact.']) {
    expect(polLead({ ...disputed, reason })).toContain(`answers speak against Sydney. ${widest?.name} had its answer`);
    expect(polLead({ ...disputed, reason })).not.toContain('the challenger in');
  }
});

test('a bandwidth that stays open comes with what to do about it', () => {
  const open = (reason: string): PobView => ({ ...pobs.verified, outcome: 'inconclusive', reason });
  const advice = (reason: string) => pobAdvice(open(reason));
  expect(advice('Only 3 challengers were asked. Fewer than 4 can never verify or refute a claim.')).toMatch(
    /at least 4/,
  );
  expect(advice('The prover claims no uplink bandwidth, so nothing was measured.')).toMatch(/that it claims/);
  expect(advice('A link is never driven faster than its prover claims, nor than 2000 Mbit/s.')).toMatch(/at most what/);
  expect(advice('None of 5 rounds is valid. What spoilt the others: unreachable: no datagram.')).toMatch(/firewall/);
  expect(advice('What spoilt them: no connection (the prover did not dial).')).toMatch(/firewall/);
  expect(advice('Nothing is measured faster than the prover claims.')).toMatch(/at most what/);
  expect(advice('What spoilt the others: the prover’s machine was too busy.')).toMatch(/of the prover has less work/);
  expect(advice('What spoilt the others: the challenger’s machine was too busy.')).toMatch(/other challengers/);
  expect(advice('5 of 5 challengers saw 17 to 19 Mbit/s, and 2 of them saw less.')).toMatch(
    /nobody else uses the line/,
  );
  expect([pobAdvice(pobs.verified), pobAdvice(pobs.refuted)]).toEqual([undefined, undefined]);
  // Where every round counts, there are not too few.
  const all = pobs.refuted.rounds;
  expect(pobSays({ ...open(''), rounds: all, asked: all.length })).toBe('the rounds do not decide it');
});

test('a refutation says whether it holds in any medium', () => {
  expect(polLead({ ...refuted, holdsIn: 'fibre' })).toContain('no answer travelled faster than light does in fibre');
  expect(polLead({ ...refuted, holdsIn: 'any_medium' })).toContain('even if the answers travelled by radio');
});

test('a verified claim is told with both distances: the one that survives liars first', () => {
  const [liars, stated, ifNone] = [verified.liars, verified.boundsKm[verified.liars], verified.boundsKm[0]];
  expect(liars).toBeGreaterThan(0);
  expect(polSays(verified)).toBe(`${verified.prover} is within ${atMostKm(stated as number)} of Frankfurt`);
  expect(polLead(verified)).toContain(`even if any ${liars} of the 8 challengers that were asked lied`);
  expect(polLead(verified)).toContain(`if nobody lied, the prover is within ${atMostKm(ifNone as number)}.`);
  expect(polFigures(verified)[1]).toMatchObject({ label: 'If nobody lied', value: atMostKmNumber(ifNone as number) });
});

test('nobody could measure the prover, not the place it claims', () => {
  expect(polSays(nobody)).toBe('nobody could measure db-7');
  expect(polSays({ ...nobody, prover: '' })).toBe('nobody could measure the prover');
});

test('where nobody could measure, the page names no country and no distance', () => {
  const failed = verified.witnesses.map((it) => ({ ...it, state: 'failed' as const }));
  const silent: PolView = {
    ...verified,
    ...{ outcome: 'inconclusive', witnesses: failed, boundsKm: [20_015, 20_015] },
    reason: 'It is open whether the prover is in the EU. The answers also allow land of Andorra and 221 more.',
    zone: { text: 'EU', words: 'the EU', finding: 'undecided' },
  };
  expect(polLead(silent)).toBe(
    `None of the ${silent.asked}\u00a0challengers that were asked could measure it, so nothing is known about where it is.`,
  );
  expect(polFigures(silent)[0]).toMatchObject({ value: '–' });
  expect(polFigures(silent)[1]).toMatchObject({ value: '–' });
});

test('a zone is told in the words of the page, not in those that were signed', () => {
  const zone = { text: 'EU', words: 'the EU' };
  const inside: PolView = { ...verified, zone: { ...zone, finding: 'inside', holdsIn: 'fibre' } };
  expect(polLead(inside)).toMatch(
    /^All land that the answers allow is inside, even if any \S+ of the 8 challengers that were asked lied\. None of 12\sanswers \(4 of lookouts\) speaks against the claim\. This assumes/,
  );
  const outside: PolView = { ...refuted, zone: { ...zone, finding: 'outside', holdsIn: 'any_medium' } };
  expect(polLead(outside)).toMatch(
    /^Every place that the answers allow is outside, even if any \S+ of the \d+ challengers( and lookouts)? that were asked lied\. \d+ of \d+ answers rule Sydney out\. The answers most likely come from within/,
  );
});

test('before the first answer of a replay every figure says when it comes, and none is a 0', () => {
  const none = new Set<string>();
  const first = [
    ...[verified, refuted].flatMap((it) => polFigures(withoutVerdict(it, none))),
    ...pobFigures(withoutRounds(pobs.verified, none)),
  ];
  for (const { label, value, unit } of first)
    expect([label, value, unit]).toEqual([label, '\u200b', expect.stringMatching(/^(with the verdict|no \w+ yet)$/)]);
  const [one] = verified.witnesses;
  const against = polFigures(withoutVerdict(verified, new Set([one?.id ?? '']))).find(({ label }) =>
    label.startsWith('Rule the claim out'),
  );
  expect(against).toMatchObject({ value: '0', unit: 'of 1\u00a0answer' });
});

test('a rate below what was asked for is not rounded up to it, and a bandwidth says how long it took', () => {
  const short = { ...pobs.verified, claimMbps: 5, medianMbps: 4.968 };
  expect(pobSays(short)).toBe('4.96 of 5\u00a0Mbit/s down');
  expect(pobFigures(short)[0]).toMatchObject({ value: '4.96', unit: 'Mbit/s' });
  expect(pobSays({ ...short, medianMbps: 4.9 })).toBe('4.9 of 5\u00a0Mbit/s down');
  expect(pobSays({ ...short, medianMbps: 5 })).toBe('5.0 of 5\u00a0Mbit/s down');
  expect(pobFigures({ ...short, paidPoints: 4 }).map((it) => it.label)).toContain('Took');
});

test('a refutation tells how many of its answers are of lookouts', () => {
  const view = { ...refuted, witnesses: refuted.witnesses.map((it, i) => ({ ...it, isLookout: i < 2 })) };
  expect(polLead(view)).toMatch(/^\d+ of \d+\u00a0answers \(2 of lookouts\) rule it out, and all \d+ would/);
});

test('lowest and highest rate are one number where both are written alike', () => {
  const rangeOf = (rounds: typeof pobs.verified.rounds) =>
    pobFigures({ ...pobs.verified, rounds }).find(({ label }) => label === 'Lowest to highest')?.value;
  expect(rangeOf(pobs.verified.rounds)).toMatch(/^[\d.]+ – [\d.]+$/);
  expect(rangeOf(pobs.verified.rounds.slice(0, 1))).toMatch(/^[\d.]+$/);
});

test('where no estimate is shown the page says why', () => {
  const bare = ({ estimate: _estimate, ...rest }: PolView, noEstimate: 'outside' | 'apart'): PolView => ({
    ...rest,
    noEstimate,
  });
  expect(polLead(bare(refuted, 'outside'))).toContain('lies outside the disc of one of them, so no estimate is shown.');
  expect(polLead(bare(refuted, 'apart'))).toContain('No place lies in every disc.');
  const cell = (view: PolView) => polFigures(view).find(({ label }) => label.startsWith('Estimate'));
  // A dash would hide the words behind it.
  expect(cell(bare(refuted, 'apart'))).toEqual({ label: 'Estimate', ...inWords('no place lies in every disc') });
  expect(cell(bare(verified, 'outside'))).toMatchObject(inWords('none: it lies outside a disc'));
});

test('what is improbable is not called refuted', () => {
  expect(polSays(improbable)).toBe('Mannheim is improbable, but not disproved');
});

test('voided rounds are named, in the number they have', () => {
  const voided = (...numbers: number[]) => ({
    ...pobs.verified,
    rounds: pobs.verified.rounds.map(
      (it, i): Round => ({ ...it, state: numbers.includes(i + 1) ? 'voided' : 'counted' }),
    ),
  });
  expect(pobLead(voided(3))).toContain('Round 3 was voided and does not count.');
  expect(pobLead(voided(1, 3, 5))).toContain('Rounds 1, 3 and 5 were voided and do not count.');
  expect(pobLead(voided())).not.toContain('voided');
  const spared = (from: number) => ({
    ...pobs.verified,
    rounds: pobs.verified.rounds.map((it, i): Round => ({ ...it, state: i + 1 < from ? 'counted' : 'not-needed' })),
  });
  expect(pobLead(spared(5))).toMatch(/Round 5 was not needed any more\.$/);
  expect(pobLead(spared(4))).toMatch(/Rounds 4 and 5 were not needed any more\.$/);
  expect(pobFigures(voided(1, 3))[3]).toMatchObject({ value: '3', unit: 'of 5' });
});

test('under a round stands its remark, otherwise what is known of its line', () => {
  const [round] = pobs.verified.rounds as [Round];
  const { remark: _none, ...bare } = { ...round, loss: 0.001, rttMs: 6 };
  expect(underRound({ ...bare, remark: 'Look.' })).toBe('Look.');
  expect(underRound(bare)).toBe('0.1 % of the data lost, 6.00\u00a0ms round trip');
  const { loss: _loss, rttMs: _rtt, ...unknown } = bare;
  expect(underRound(unknown)).toBe('');
});

test('a place that is known too vaguely is told with the distance of the first figure, whatever was signed', () => {
  const [near, far] = [verified.boundsKm[0] ?? 0, verified.boundsKm[verified.liars] ?? 0];
  for (const reason of [
    'The prover may be in Frankfurt, or up to 53 km from there. No answer came back soon enough to tell more, and only a place within 20 km counts as verified.',
    'The prover may be in Frankfurt, but also up to 53 km from it: no answer came back soon enough to say more, and at most 20\u00a0km counts as verified.',
  ]) {
    const open: PolView = { ...verified, outcome: 'inconclusive', reason };
    expect(polLead(open)).toContain(`or up to ${atMostKm(far)} from there.`);
    expect(polLead(open)).toContain(`if nobody lied, the prover is within ${atMostKm(near)}.`);
    expect(polLead(open)).toMatch(/Only a place within 20\u00a0km counts as verified\.$/);
    expect(polFigures(open)[0]?.value).toBe(atMostKmNumber(far));
    expect(polLead({ ...open, boundsKm: [near, far, 20_016], liars: 2 })).toContain('the prover could be anywhere');
  }
});

test('a place that stays open comes with what to do about it, a decided one without', () => {
  for (const open of [inconclusive, improbable, contradictory, nobody])
    expect(polAdvice(open)).toMatch(/^What to do: /);
  const advice = (reason: string) => polAdvice({ ...verified, outcome: 'inconclusive', reason });
  const tooWide = 'Only a place within 20 km counts as verified.';
  expect(advice(tooWide)).toContain('more challengers where more are near it');
  expect(polAdvice({ ...verified, outcome: 'inconclusive', reason: tooWide, isRadiusAsked: true })).toContain(
    'larger radius',
  );
  expect(advice('Only 3 challengers were asked.')).toContain('at least 4 challengers');
  expect(polAdvice(contradictory)).toContain('only one machine');
  expect(polAdvice(inconclusive)).toContain('about a zone');
  expect([verified, refuted, several].map(polAdvice)).toEqual([undefined, undefined, undefined]);
});

test('where nothing was paid for an open verdict, the page says why', () => {
  const paid = (figures: ReturnType<typeof polFigures>) => figures.find(({ label }) => label === 'Paid to challengers');
  const open = 'POINTS: nothing was decided';
  expect(paid(polFigures({ ...inconclusive, paidPoints: 0 }))).toMatchObject({ value: '0', unit: open });
  expect(paid(pobFigures({ ...pobs.verified, outcome: 'inconclusive', paidPoints: 0 }))).toMatchObject({ unit: open });
  expect(paid(polFigures({ ...verified, paidPoints: 0 }))).toMatchObject({ unit: 'POINTS' });
  // The payer paid nothing of it: the form says so, and the page must not read as if it did.
  for (const figures of [
    pobFigures({ ...pobs.verified, paidPoints: 4 }),
    polFigures({ ...inconclusive, paidPoints: 4 }),
  ])
    expect(paid(figures)).toMatchObject({ value: '4', unit: 'POINTS, from the network' });
});

test('where another rate was asked than the prover claims, the page says what it claims', () => {
  expect(pobLead({ ...pobs.refuted, claimsMbps: 300 })).toMatch(/The prover itself claims only 300\u00a0Mbit\/s\.$/);
  expect(pobLead({ ...pobs.verified, claimsMbps: 200 })).toMatch(/The prover itself claims 200\u00a0Mbit\/s\.$/);
  for (const claimed of [{}, { claimsMbps: 100 }])
    expect(pobLead({ ...pobs.verified, ...claimed })).not.toContain('itself');
});

test('where no round counts there is no median, and no figure says that something counts as 0', () => {
  const none: PobView = {
    ...withoutRounds(pobs.verified, new Set()),
    ...{ outcome: 'inconclusive', rounds: pobs.verified.rounds.map((it) => ({ ...it, state: 'voided' as const })) },
  };
  const [median, share] = pobFigures(none);
  expect(median).toEqual({ label: 'Median of all 5 rounds', ...inWords('no round counts') });
  expect(share).toMatchObject(inWords('no round counts'));
});
