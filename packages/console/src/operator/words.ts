import { say, sayCount } from '../words/say.ts';
/** What the operator's page says. */
export const operatorWords = {
  title: say('Operator'),
  signIn: say('Sign in to continue'),
  signInWhy: say('How this node is doing is shown to those who run it.'),
  lead: say('This node, from its own metrics; each node of a larger service has its own.'),
  series: say('Since you opened this page'),
  seriesSub: say('a point every 5 s, at most an hour'),
  requests: say('Requests per second'),
  median: say('Median answer'),
  waiting: say('Waiting or running'),
  challenges: (n: number) => (n === 1 ? say('challenge') : say('challenges')),
  loop: say('99 % of its work starts within'),
  troubles: say('Errors and refusals'),
  troublesSub: say('since this node started, most first'),
  troubleColumns: { what: say('What happened'), means: say('What it means'), count: say('Count') },
  noTroubles: say('Nothing failed, nobody asked too often, and no reading was refused.'),
  refusedElsewhere: (n: number) =>
    sayCount(
      n,
      '{n} request was refused for another reason: it stands beside its operation below.',
      '{n} requests were refused for other reasons: they stand beside their operations below.',
    ),
  budgets: say('Budgets'),
  budgetsSub: say('today; starts again at 0:00 UTC'),
  deliveries: say('Your deliveries'),
  deliveriesSub: say('webhooks of this key'),
  noWebhooks: say('This key has no webhooks.'),
  metricsOff: say('Metrics are off'),
  metricsHint: say('The operator sets METRICS=on.'),
  failed: (route: string) => say('Failed: {route}', { route }),
  failedMeans: say('A fault of the service: its log names the reason beside the same path.'),
  limited: say('Turned away: too many requests'),
  limitedMeans: say('Callers went over RATE_LIMITS. A caller that is yours needs an API key or a higher limit.'),
  reading: (code: string) => say('Reading refused: {code}', { code }),
} as const;

/** Why readings are refused, for somebody who runs the service. */
export const refusedMeans: Readonly<Record<string, string>> = {
  late: say('Uploads of some challengers are slow, or this node is busy.'),
  bad_signature: say('A challenger runs with another key than it signed in with.'),
  bad_counter_signature: say('The prover did not sign for it in time.'),
  not_assigned: say('Normal after a challenger reconnects.'),
  already_recorded: say('Normal: the first one counts.'),
  unknown_challenge: say('Normal after a challenge has ended.'),
};

export const otherMeans = say('Another program, or another version of the agent, sends it.');
