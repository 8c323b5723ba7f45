import { composeReading, parseReading } from '@trigpoint/protocol';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../canonical.ts';
import { pol } from '../pol/rules.ts';
import { checkAcceptance } from './acceptance-check.ts';
import { checkEvidence, examineEvidence } from './check.ts';
import { checkConsent } from './consent-check.ts';
import { checkDraw } from './draw-check.ts';
import { checkFrame, checkHashes, checkKeys } from './frame-check.ts';
import { counterSignedOf, faultsInEvidence, readingSays } from './readings.ts';
import { checkSeat, checkSeatSignatures } from './seat-check.ts';
import { checkSeed } from './seed-check.ts';
import { altered, anySignature, honest, type Loose, transcript, transcriptWith } from './testing-evidence.ts';
import type { Evidence } from './transcript.ts';
import { compareTranscripts, finalState, judgeTranscript } from './verdict.ts';

const seats = transcript.draw?.seats ?? [];
const near = seats.filter((it) => !it.lookout);
/** A reading that reports a failure instead of what was measured. */
const failedReading = (message: string | null, failure: string): string => {
  const { series: _, ...rest } = parseReading(message ?? '') as Loose;
  return composeReading({ ...rest, failure: { failure, detail: 'for a test' } });
};

test('what is honest holds in every part', async () => {
  expect(checkHashes(pol, honest)).toEqual([]);
  expect(checkKeys(pol, transcript)).toEqual([]);
  expect(checkFrame(pol, transcript)).toEqual([]);
  expect(checkConsent(transcript)).toEqual([]);
  expect(checkAcceptance(transcript)).toEqual([]);
  expect(checkSeed(transcript)).toEqual([]);
  expect(checkDraw(pol, honest)).toEqual([]);
  for (const seat of seats) expect(checkSeat(pol, transcript, seat)).toEqual([]);
  expect(await checkEvidence(pol, honest, anySignature)).toEqual([]);
});

test('each problem is told with the step that it belongs to, and nothing is judged that is not consistent', async () => {
  const stepsOf = async (evidence: Evidence, check = anySignature as () => Promise<boolean>) =>
    (await examineEvidence(pol, evidence, check)).map(({ step, problem }) => `${step}: ${problem}`);
  const rehashed = (alter: (it: Loose) => void) =>
    altered((it) => {
      alter(it);
      it.transcript_hash = hashOf(it.transcript);
    });
  expect(await stepsOf(rehashed((it) => (it.transcript.version = 3)))).toEqual([
    'consistent: The transcript has version 3; this program reads versions 4 and 5.',
  ]);
  expect(await stepsOf(rehashed((it) => (it.transcript.settings.wording = '99')))).toEqual([
    'consistent: The verdict is worded in version 99, which this program does not know; a newer one may.',
  ]);
  expect(await stepsOf(rehashed((it) => (it.transcript.verdict.reason = 'Because.')))).toEqual([
    'consistent: Judging the readings again gives another verdict.',
  ]);
  expect(await stepsOf(altered((it) => (it.transcript.verdict.reason = 'Because.')))).toEqual([
    'consistent: The transcript does not have the hash that is stated.',
  ]);
  const unsigned = await stepsOf(honest, async () => false);
  expect(unsigned.every((it) => it.startsWith('signed: '))).toBe(true);
  // The prover's consent and description, and of each seat the description, the reading and the counter-signature.
  expect(unsigned.length).toBeGreaterThanOrEqual(2 + 2 * seats.length);
  const [first] = seats;
  const about = await stepsOf(rehashed((it) => (it.transcript.draw.seats[0].signature = null)));
  expect(about).toEqual([`consistent: It is unclear whether ${first?.challenger.id} gave a reading.`]);
});

test('figures that no measurement gives are refused before anything is judged by them', async () => {
  for (const figures of ['[-1e999]', '[-5000]', '[]', '["1"]']) {
    const evidence = altered((it) => {
      const [seat] = it.transcript.draw.seats;
      seat.message = seat.message.replace(/"rtts_us":\[[^\]]*\]/, `"rtts_us":${figures}`);
      it.transcript_hash = hashOf(it.transcript);
    });
    const problems = await checkEvidence(pol, evidence, anySignature);
    expect(problems).toEqual([expect.stringMatching(/^The reading of .* is none that a measurement gives\.$/)]);
  }
});

test('times that are none or run backwards, and further networks, are refused', async () => {
  const problemsOf = async (change: (it: Loose) => void) => {
    const evidence = altered((it) => {
      change(it.transcript);
      it.transcript_hash = hashOf(it.transcript);
    });
    return (await checkEvidence(pol, evidence, anySignature)).join(' ');
  };
  for (const [from, until] of [
    ['2031-01-01T00:00:00.000Z', transcript.ended_at],
    [transcript.submitted_at, 'later'],
    [transcript.submitted_at.slice(0, 10), transcript.ended_at],
  ])
    expect(await problemsOf((it) => Object.assign(it, { submitted_at: from, ended_at: until }))).toContain(
      'The times of the request and of the end are none, or the end comes first.',
    );
  for (const networks of [[], ['203.0.113.0/24', '198.51.100.0/24'], [7]])
    expect(await problemsOf((it) => (it.draw.prover_networks = networks))).toContain(
      'The draw names more networks than that of the prover, or none.',
    );
  expect(await problemsOf((it) => (it.draw.knows_systems = !it.draw.knows_systems))).toContain(
    'The draw uses a table of providers that it does not name, or names one that it does not use.',
  );
});

test('a request that is on no chain is not told as one that is', async () => {
  const origin = 'The transcript should name a request on a chain, and does not.';
  const changes: ((it: Loose) => void)[] = [
    (it) => (it.request = null),
    (it) => (it.block_number = null),
    (it) => Object.assign(it, { seed: { ...it.seed, nonce: 'ab'.repeat(32) } }),
  ];
  for (const change of changes) {
    const evidence = altered((it) => {
      change(it.transcript);
      it.transcript_hash = hashOf(it.transcript);
    });
    expect(await checkEvidence(pol, evidence, anySignature)).toContain(origin);
  }
});

test('claims beside the description of a prover do not stand in for those that are judged', async () => {
  const evidence = altered((it) => {
    it.transcript.draw.prover.claims = it.transcript.prover.claims;
    it.transcript.prover.claims = { ...it.transcript.prover.claims, radius: '7' };
    it.transcript_hash = hashOf(it.transcript);
  });
  expect((await checkEvidence(pol, evidence, anySignature)).join(' ')).toMatch(
    /The description of .* states other claims/,
  );
});

test('every part is looked at', async () => {
  const parts: Record<string, (it: Loose) => void> = {
    'does not follow from the readings': (it) => (it.state = 'ENDED_WITH_PARTIAL_SUCCESS'),
    'The consent of the prover cannot be read': (it) => (it.consent.text = 'yes'),
    'The acceptance is about another block': (it) => (it.block_number -= 1),
    'The seed does not follow': (it) => (it.seed.block_hash = '0x'),
    'Drawing again gives another pool': (it) => (it.draw.pool = null),
    'is about something else': (it) => (it.draw.seats[0].message = it.draw.seats[1].message),
    'does not carry its key': (it) => (it.draw.seats[0].challenger.public_key = 'x'),
  };
  for (const [problem, alter] of Object.entries(parts)) {
    const evidence = altered((it) => alter(it.transcript));
    expect((await checkEvidence(pol, evidence, anySignature)).join(' ')).toContain(problem);
  }
});

describe('hashes', () => {
  const problems = (alter: (it: Loose) => void) => checkHashes(pol, altered(alter)).join(' ');

  test('are those of what is in the file', () => {
    expect(problems((it) => (it.transcript_hash = 'ab'.repeat(32)))).toMatch(/^The transcript does not have the hash/);
    expect(problems((it) => (it.transcript.payer = '0x'))).toMatch(/hash that is stated/);
    expect(problems((it) => (it.transcript.proof_type = 'pob'))).toMatch(/is of proof type pob/);
    expect(problems((it) => (it.calibration = {}))).toMatch(/^The calibration is not the one/);
    const named = (calibration: unknown) => (it: Loose) => {
      it.transcript.calibration_hash = hashOf({ learned: 1 });
      it.transcript_hash = hashOf(it.transcript);
      it.calibration = calibration;
    };
    expect(problems(named({ learned: 1 }))).toBe('');
    expect(problems(named({ learned: 2 }))).toMatch(/^The calibration/);
    expect(problems(named(null))).toMatch(/^The calibration/);
  });
});

describe('keys', () => {
  test('are carried by the ids of the prover and of everybody with a seat', () => {
    const prover = transcriptWith((it) => (it.prover.public_key = `0x${'ab'.repeat(20)}`));
    expect(checkKeys(pol, prover)).toEqual(['The id of the prover does not carry its key.']);
    const seat = transcriptWith((it) => (it.draw.seats[3].challenger.id = 'IPv6/other'));
    expect(checkKeys(pol, seat)).toEqual(['The id of IPv6/other does not carry its key.']);
    expect(checkKeys(pol, { ...transcript, prover: null, draw: null })).toEqual([]);
    const asked = { ...pol.decode(transcript.info), isIPv6: true };
    expect(checkKeys({ ...pol, decode: () => asked }, transcript)).toHaveLength(1 + seats.length);
  });
});

describe('the frame', () => {
  const problems = (alter: (it: Loose) => void) => checkFrame(pol, transcriptWith(alter)).join(' ');

  test('has the prover that was asked for', () => {
    expect(problems((it) => (it.prover.public_key = `0x${'ab'.repeat(20)}`))).toMatch(/^The prover is not the one/);
    expect(problems((it) => (it.prover.public_key = 'no key'))).toMatch(/^The prover is not the one/);
    expect(problems((it) => (it.prover = null))).toBe('');
  });

  test('ended as its near seats say, or void', () => {
    expect(transcript.state).toBe('ENDED_SUCCESSFULLY');
    expect(problems((it) => (it.state = 'ENDED_WITH_PARTIAL_SUCCESS'))).toMatch(/does not follow from the readings/);
    expect(problems((it) => (it.draw.seats.find((seat: Loose) => seat.lookout).state = 'expired'))).toBe('');
    expect(problems((it) => (it.draw.seats.find((seat: Loose) => !seat.lookout).state = 'expired'))).toMatch(
      /^The state/,
    );
    expect(problems((it) => (it.void = 'nobody came'))).toMatch(/^The state/);
    const voided = { void: 'nobody came', state: 'ERROR_ENDED_WITH_FAILURE', draw: null };
    expect(problems((it) => Object.assign(it, voided))).toBe('');
    const faulty = (it: Loose) => {
      const seat = it.draw.seats.find((one: Loose) => !one.lookout);
      seat.message = failedReading(seat.message, 'own_fault');
    };
    expect(problems(faulty)).toMatch(/^The state/);
    expect(problems((it) => Object.assign(it, { state: 'ENDED_WITH_PARTIAL_SUCCESS' }, faulty(it)))).toBe('');
  });

  test.each([
    ['ENDED_SUCCESSFULLY', 3, 3, 0],
    ['ENDED_WITH_PARTIAL_SUCCESS', 2, 3, 1],
    ['ERROR_ENDED_WITH_FAILURE', 1, 3, 1],
    ['ENDED_WITH_PARTIAL_SUCCESS', 1, 3, 2],
    ['ERROR_ENDED_WITH_FAILURE', 0, 3, 3],
    ['ERROR_ENDED_WITH_FAILURE', 0, 0, 1],
  ])('%s: %i of %i answered, and %i may be missing', (state, good, all, tolerance) => {
    const parts = Array.from({ length: all }, (_, i) => ({ state: i < good ? 'read' : 'expired', failure: '' }));
    expect(finalState(parts, tolerance)).toBe(state);
    const own = Array.from({ length: all }, (_, i) => ({ state: 'read', failure: i < good ? 'timeout' : 'own_fault' }));
    expect(finalState(own, tolerance)).toBe(state);
  });
});

describe('a draw', () => {
  const problems = (alter: (it: Loose) => void) => checkDraw(pol, altered(alter)).join(' ');
  const others = 'Drawing again gives other challengers.';
  const pool = 'Drawing again gives another pool, or passes over other challengers.';

  test('gives the same seats, pool and leaves again', () => {
    expect(problems((it) => it.transcript.draw.seats.reverse())).toBe(others);
    expect(problems((it) => (it.transcript.draw.seats[0].lookout = !seats[0]?.lookout))).toBe(others);
    expect(problems((it) => it.transcript.draw.passed_over.push({ challenger: 'x', reason: 'owner' }))).toBe(pool);
    expect(problems((it) => (it.transcript.draw.pool = null))).toBe(pool);
    const described = `${seats[0]?.challenger.id} is not described as it stands in the eligible tree.`;
    expect(problems((it) => (it.transcript.draw.seats[0].challenger.owner = 'another'))).toBe(described);
    expect(problems((it) => (it.transcript.draw.eligible.size += 1))).toMatch(/does not have the root/);
    expect(problems((it) => (it.transcript.draw.seed = 'cd'.repeat(32)))).toMatch(/Drawing again|cannot be repeated/);
    expect(problems((it) => (it.eligible_tree = {}))).toMatch(/^The draw cannot be repeated/);
  });

  test('is of somebody, and from a tree', () => {
    expect(problems((it) => (it.transcript.prover = null))).toBe('Challengers were drawn for no prover.');
    expect(problems((it) => (it.transcript.draw = null))).toMatch(/^There is an eligible tree, and nobody was drawn/);
    const neither = (it: Loose) =>
      Object.assign(it, { eligible_tree: null, transcript: { ...it.transcript, draw: null } });
    expect(problems(neither)).toBe('');
  });
});

describe('a seat', () => {
  const [seat = expect.fail('nobody has a seat')] = near;
  const { id } = seat.challenger;
  const message = seat.message ?? '';
  const reading = (changes: object) => ({
    ...seat,
    message: composeReading({ ...parseReading(message), ...changes } as never),
  });

  test('has a reading with its signature, or neither', () => {
    const unclear = [`It is unclear whether ${id} gave a reading.`];
    expect(checkSeat(pol, transcript, { ...seat, state: 'expired' })).toEqual(unclear);
    expect(checkSeat(pol, transcript, { ...seat, signature: null })).toEqual(unclear);
    expect(checkSeat(pol, transcript, { ...seat, message: null })).toEqual(unclear);
    expect(checkSeat(pol, transcript, { ...seat, message: null, signature: null })).toEqual(unclear);
    expect(checkSeat(pol, transcript, { ...seat, state: 'expired', message: null, signature: null })).toEqual([]);
  });

  test('has a reading about this challenge, attempt, challenger, prover and proof type', () => {
    const something = [`The reading of ${id} is about something else.`];
    const others = { challenge_id: '999', attempt: 2, challenger: 'x', prover: 'x', proof_type: 'pob' };
    for (const [name, other] of Object.entries(others))
      expect(checkSeat(pol, transcript, reading({ [name]: other }))).toEqual(something);
    expect(checkSeat(pol, { ...transcript, prover: null }, seat)).toEqual(something);
    expect(checkSeat(pol, transcript, { ...seat, message: 'hello' })).toEqual(something);
  });

  test('has a reading that its challenger signed, for this draw, and that the prover signed for', async () => {
    const check = (it: typeof seat, by: (who: { id: string }) => boolean, of = transcript) =>
      checkSeatSignatures(pol, of, it, async (who) => by(who as { id: string }));
    expect(await check(seat, () => true)).toEqual([]);
    expect(await check(seat, (who) => who.id !== id)).toEqual([`The reading of ${id} is not signed by it.`]);
    const unsigned = [`The prover did not sign for what ${id} reports.`];
    expect(await check(seat, (who) => who.id === id)).toEqual(unsigned);
    expect(await check(seat, () => true, { ...transcript, prover: null })).toEqual(unsigned);
    const { context } = parseReading(message);
    const changes = { ...context, chain_id: 1, seed: 'cd'.repeat(32) };
    expect(await check(reading({ context: changes }), () => true)).toEqual([
      `The reading of ${id} names another chain.`,
      `The reading of ${id} names another seed.`,
    ]);
    expect(await check({ ...seat, message: null }, () => false)).toEqual([]);
    expect(await check({ ...seat, signature: null }, () => false)).toEqual([]);
    expect(await check({ ...seat, message: 'hello' }, () => true, { ...transcript, draw: null })).toEqual([]);
    const failed = { ...seat, message: failedReading(message, 'timeout') };
    expect(await check(failed, (who) => who.id === id)).toEqual([]);
    expect(counterSignedOf(pol, parseReading(failed.message))).toBe(undefined);
    expect(readingSays('hello')).toBe(undefined);
    const textFor = (it: typeof seat) => counterSignedOf(pol, parseReading(it.message ?? ''))?.text;
    expect(textFor(seat)).toMatch(/[0-9a-f]{64}/);
    expect(textFor(reading({ context: changes }))).not.toBe(textFor(seat));
  });
});

describe('a verdict', () => {
  const judge = (changes: object, calibration: unknown = null) =>
    judgeTranscript(pol, { ...transcript, ...changes } as never, calibration);

  test('follows from the transcript alone', async () => {
    expect(await judge({})).toEqual(transcript.verdict);
    expect(await judge({}, undefined)).toEqual(transcript.verdict);
    expect(await judge({ void: 'nobody came' })).toEqual({
      ...{ verified: 'inconclusive', reason: 'nobody came', result: {}, detail: null },
    });
  });

  test('is compared with another one by its type, where both have something to compare', async () => {
    const compare = async () => 'same' as const;
    const compared = (type: object, ...voids: (string | null)[]) => {
      const [before, now] = voids.map((it) => ({ ...transcript, void: it }));
      return compareTranscripts({ ...pol, ...type } as never, before as never, now as never, null);
    };
    expect(await compared({ compare }, null, null)).toBe('same');
    expect(await compared({ compare }, 'nobody came', null)).toBe(null);
    expect(await compared({ compare }, null, 'nobody came')).toBe(null);
    expect(await compared({ compare: undefined }, null, null)).toBe(null);
  });

  test('states the network, the tries and what the draw withstands, where they are known', async () => {
    const { result } = await judge({ tries: null, settings: { ...transcript.settings, network: 'public' } });
    expect([result.network, result.tries]).toEqual([undefined, undefined]);
    expect(result.withstands).toBe(transcript.verdict.result.withstands);
    expect((await judge({ tries: 3 })).result.tries).toBe('3');
    const none = await judge({ draw: null });
    expect([none.verified, none.result.withstands]).toEqual(['inconclusive', undefined]);
  });

  test('is given everything that was known: seats in their order, lookouts, faults, and the calibration', async () => {
    const given: Loose[] = [];
    const proofType = {
      ...pol,
      prepare: async () => 'prepared',
      checkSeries: async () => [{ kind: 'fraud', detail: '' }],
      judge: (it: unknown) => {
        given.push(it);
        return { verified: 'true', reason: '', result: {}, detail: null };
      },
    } as Loose;
    const silent = transcriptWith((it) => Object.assign(it.draw.seats[1], { state: 'expired', message: null }));
    await judgeTranscript(proofType, silent, { learned: 1 });
    const [it] = given;
    expect([it.asked, it.lookouts, it.prepared, it.calibration]).toEqual([12, 4, 'prepared', { learned: 1 }]);
    expect(it.readings.map((one: Loose) => one.round)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const heard = seats.filter((_, i) => i !== 1);
    expect(it.readings.map((one: Loose) => one.isLookout)).toEqual(heard.map((one) => one.lookout));
    expect(it.readings[0].faults).toEqual([{ kind: 'fraud', detail: '' }]);
    expect(it.claims).toEqual(transcript.prover?.claims);
    const fault = { kind: 'fraud', detail: '' };
    expect(await faultsInEvidence(proofType, { transcript: silent })).toEqual(
      heard.map(({ challenger }) => ({ challenger: challenger.id, fault })),
    );
    await judgeTranscript({ ...proofType, prepare: undefined }, { ...transcript, draw: null, prover: null }, null);
    expect(given[1]).toMatchObject({ asked: 0, lookouts: 0, claims: {}, readings: [] });
    expect(['prepared', 'calibration', 'resilience'].filter((name) => name in given[1])).toEqual([]);
    const failed = failedReading(seats[0]?.message ?? null, 'timeout');
    const withFailed = transcriptWith((one) => (one.draw.seats[0].message = failed));
    await judgeTranscript(proofType, withFailed, null);
    expect(given[2].readings[0]).toMatchObject({ series: { failure: 'timeout' }, faults: [] });
  });
});
