import { say } from '../words/say.ts';
/** What the console reads of a signed reading; the text itself is checked where evidence is verified. */
export interface SignedReading {
  readonly series?: Readonly<Record<string, unknown>>;
  readonly failure?: { readonly failure: string; readonly detail: string };
  readonly startedAt: number;
  readonly endedAt: number;
}

export const readReading = (message: string | null): SignedReading | undefined => {
  if (message === null) return undefined;
  try {
    const { series, failure, started_at, ended_at } = JSON.parse(message);
    return { series, failure, startedAt: Date.parse(started_at), endedAt: Date.parse(ended_at) };
  } catch {
    return undefined;
  }
};

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'number') : [];

/** Round trips of a location reading in ms, without those during which a machine was starved. */
export const rttsOf = (series: Readonly<Record<string, unknown>> | undefined): number[] => {
  const starved = new Set(numbers(series?.starved));
  return numbers(series?.rtts_us)
    .filter((_, i) => !starved.has(i))
    .map((it) => it / 1000);
};

const failureWords: Record<string, string> = {
  unreachable: say('could not reach the prover'),
  timeout: say('the prover did not answer in time'),
  refused: say('the prover refused to sign what was measured'),
  own_fault: say('a fault of the challenger’s own; it counts against nobody'),
};

export const failureWord = (failure: string): string => failureWords[failure] ?? failure;

export const notNeededWords = say('was not needed any more: the others had decided');

const partWords: Record<string, string> = {
  expired: say('no reading came in time'),
  declined: say('declined the task'),
  cancelled: notNeededWords,
  refused: say('its reading was not accepted'),
};

/** What became of a challenger without a reading. */
export const partWord = (state: string): string => partWords[state] ?? say('no reading');
