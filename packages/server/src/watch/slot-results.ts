import type { EntryOf, SlotResult } from '@trigpoint/log';

/** The end of a challenge that was asked for a slot. */
export interface EndedChallenge {
  readonly verified: 'true' | 'false' | 'inconclusive';
  /** How many readings the verdict rests on. */
  readonly measured: number;
  /** Why the prover declined; '' if it did not. */
  readonly declined: string;
  readonly hasConsented: boolean;
  readonly reason: string;
  readonly result: Readonly<Record<string, string>>;
}

const decided = { true: 'verified', false: 'refuted', inconclusive: 'inconclusive' } as const;

/**
 * The result of a slot from its challenge. If a zone was asked for, the result is about the zone. A slot has an answer if at least one
 * challenger measured the prover, however the others failed (decision 214).
 */
export const resultOf = ({ verified, measured, declined, hasConsented, result }: EndedChallenge): SlotResult => {
  if (declined !== '') return 'refused';
  if (!hasConsented) return 'absent';
  if (measured === 0 && verified === 'inconclusive') return 'unanswered';
  if (result.zone === undefined) return decided[verified];
  if (verified === 'true') return 'inside';
  // A claim can be refuted without it being clear where the prover is.
  if (verified === 'false') return result.zone === 'outside' ? 'outside' : 'refuted';
  return 'undecided';
};

/** Results of extra slots that put the prover elsewhere. */
export const awayResults = ['outside', 'refuted'] as const satisfies readonly SlotResult[];

/**
 * The result of a slot where there is room for one word. An extra slot that was elsewhere is newer than the answer before it. One that
 * was inside mends nothing, because a prover can provoke it at a time that suits it.
 */
export const toldResult = ({ result, extra }: { result: SlotResult | ''; extra: SlotResult | 'awaited' | '' }) =>
  awayResults.find((it) => it === extra) ?? result;

const whole = (text: string | undefined): number | null => {
  const value = Math.ceil(Number(text));
  return text !== undefined && text !== '' && Number.isSafeInteger(value) && value >= 0 ? value : null;
};

/** The figures that the log has beside the result. They say how sure it is and contain no place. */
export const figuresOf = ({
  result,
}: EndedChallenge): Pick<EntryOf<'outcome'>, 'liars' | 'radius_km' | 'radius_km_any_medium'> => ({
  liars: whole(result.possible_liars),
  radius_km: whole(result.uncertainty_km),
  radius_km_any_medium: whole(result.uncertainty_km_any_medium),
});
