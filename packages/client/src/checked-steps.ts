import type { Checked, Reached } from './evidence.ts';
import type { Trust } from './trust.ts';

/** One of the three steps of a check, and how it came out. */
export interface CheckedStep {
  readonly step: Exclude<Reached, 'nothing'>;
  /** Undefined where it is not known. */
  readonly holds: boolean | undefined;
  readonly says: string;
  /** What speaks for or against it. */
  readonly because: readonly string[];
}

/** The part of a transcript that says who was asked. */
interface Asked {
  readonly draw: { readonly seats: readonly { readonly message: string | null }[] } | null;
}

/** What evidence is anchored to. Without a chain it is anchored only if witnesses were named. */
const anchoredWords = ({ chain }: Trust): string =>
  chain
    ? 'anchored: the chain and the log that you named have it.'
    : 'anchored: the log and the witnesses that you named have it. You named no chain.';

/**
 * What `verifyEvidence` found, in words: one step after the other, up to the first that does not hold.
 *
 * ```ts
 * const evidence = JSON.parse(text);
 * const checked = await verifyEvidence(evidence);
 * const sentences = checkedSteps(checked, evidence).map(({ says }) => says);
 * ```
 */
export function checkedSteps(
  { reached, problems, held }: Checked,
  { transcript }: { readonly transcript: Asked },
  trust: Trust = {},
): CheckedStep[] {
  const steps: CheckedStep[] = [];
  const add = (
    step: CheckedStep['step'],
    holds: boolean | undefined,
    says: string,
    because: readonly string[] = problems.filter((it) => it.step === step).map((it) => it.problem),
  ): CheckedStep[] => {
    steps.push({ step, holds, says, because });
    return steps;
  };
  if (reached === 'nothing') return add('consistent', false, 'not consistent: this file does not agree with itself.');
  add('consistent', true, 'consistent: hashes hold, and drawing and judging again give the same.');
  if (reached === 'consistent') return add('signed', false, 'not signed: somebody who is named in it did not sign.');
  const readings = (transcript.draw?.seats ?? []).filter((it) => it.message !== null).length;
  add('signed', true, `signed: ${readings} readings, each by its challenger, and each measurement also by its prover.`);
  if (reached === 'anchored') return add('anchored', true, anchoredWords(trust), held);
  if (problems.length > 0) return add('anchored', false, 'not anchored to the service that you named.');
  const why =
    trust.chain || trust.log
      ? 'not everything could be compared.'
      : 'you named no chain and no log to compare it with (a trust file does).';
  return add('anchored', undefined, `anchored to an unknown service: ${why}`, held);
}
