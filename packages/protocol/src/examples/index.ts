import type { routes } from '../routes.ts';
import { accountExamples } from './account-examples.ts';
import { campaignExamples } from './campaign-examples.ts';
import { challengeExamples, networkExamples } from './challenge-examples.ts';
import type { At, Examples } from './values.ts';
import { watchExamples, webhookExamples } from './watch-examples.ts';

export { type CodeSamples, codeSamples, languages } from './code-samples.ts';
export { errorExamples } from './error-examples.ts';

const hourMs = 3_600_000;

/** An example of every operation, with times around the next full hour after `now`. */
export const examplesAt = (now: number): Examples<typeof routes> => {
  const at: At = (hours) => new Date((Math.floor(now / hourMs) + 1 + hours) * hourMs).toISOString();
  return {
    ...accountExamples(at),
    ...challengeExamples(at),
    ...networkExamples(at),
    ...campaignExamples(at),
    ...watchExamples(at),
    ...webhookExamples(at),
  };
};
