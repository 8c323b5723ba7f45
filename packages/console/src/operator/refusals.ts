import { count } from '../figures.ts';
import { say } from '../words/say.ts';
import { mostCalled, requests, type Sample, sum } from './metrics.ts';

/** What each status means to somebody who runs the service. */
const meanings: Readonly<Record<string, string>> = {
  400: say('not understood: the caller sends something else than the documents say'),
  401: say('not signed in, or the session had ended'),
  403: say('signed in, but not allowed to'),
  404: say('what was asked for is not there'),
  409: say('not possible as things stood, such as an ask for what had already ended'),
  413: say('too large'),
  429: say('too many requests of one caller; RATE_LIMITS sets how many'),
};

/** The meaning where an operation has a reason of its own. */
const ownMeanings: Readonly<Record<string, string>> = {
  'challenge-evidence 409': say(
    'asked too early: challengers look there for their own readings while the challenge still runs, and come again; nothing to do',
  ),
};

/** How many requests were refused beside whose operation the reason stands. Those that were too many are told with the errors. */
export const refusedElsewhere = (samples: readonly Sample[]): number => {
  const listed = mostCalled(samples);
  const isElsewhere = ({ route = '', status = '' }: Sample['labels']) =>
    /^4\d\d$/.test(status) && status !== '429' && listed.includes(route);
  return sum(samples, requests, isElsewhere) ?? 0;
};

const nameOf = (route: string): string => route.split('/').at(-1) ?? '';

/** Why requests of one operation were refused, the most frequent reason first: "15 asked too early …". */
export const refusalsOf = (samples: readonly Sample[], route: string): string[] => {
  const byStatus = new Map<string, number>();
  for (const { name, labels, value } of samples) {
    const { status = '' } = labels;
    if (name === requests && labels.route === route && /^4\d\d$/.test(status) && value > 0)
      byStatus.set(status, (byStatus.get(status) ?? 0) + value);
  }
  return [...byStatus]
    .sort((a, b) => b[1] - a[1])
    .map(([status, n]) => {
      const why =
        ownMeanings[`${nameOf(route)} ${status}`] ?? meanings[status] ?? say('with status {status}', { status });
      return say('{n} refused: {why}', { n: count(n), why });
    });
};
