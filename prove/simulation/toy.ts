import { type PolAsk, type ProofType, pol, type Reading, type Verdict } from '@trigpoint/proofs';
import { Type } from '@trigpoint/schema';

const onesOf = (readings: readonly Reading<{ value: number }>[]): number =>
  readings.filter(({ series: it }) => 'value' in it && it.value === 1).length;

const series = Type.Object({ value: Type.Integer() });

/**
 * The smallest proof type: challengers report a number, and the majority decides. Everything around the proof type is under
 * test.
 */
export const toyType = (schedule: ProofType['schedule']): ProofType<PolAsk, { value: number }> => ({
  ...(pol as object as ProofType<PolAsk, { value: number }>),
  id: schedule,
  attributeId: `${schedule}-v1`,
  title: 'a toy',
  challengersClaim: [],
  schedule,
  parameters: () => ({}),
  attemptMs: (ask) => (schedule === 'sequential' ? 2_000 * ask.challengers : 5_000),
  seats: ({ challengers: near }) => ({
    near,
    lookouts: schedule === 'parallel' ? 2 : 0,
    claim: undefined,
    poolFactor: 1,
  }),
  series,
  counterSigned: undefined as never,
  judge: ({ readings }): Verdict => {
    const ones = onesOf(readings);
    const verified = readings.length === 0 ? 'inconclusive' : ones * 2 > readings.length ? 'true' : 'false';
    return { verified, reason: `${ones} of ${readings.length}`, result: { ones: String(ones) }, detail: { ones } };
  },
  settling: {
    least: (asked) => Math.ceil(asked / 2),
    isSettled: ({ readings, asked }) =>
      2 * onesOf(readings) > asked || 2 * (readings.length - onesOf(readings)) >= asked,
    mayDecide: () => true,
  },
  probe: () => Promise.reject(new Error('nothing is measured here')),
});
