import type { ReplyOf, routes, WebhookKind } from '@trigpoint/protocol';
import { say } from '../words/say.ts';

export type Webhook = ReplyOf<(typeof routes)['my-webhooks']>['result']['webhooks'][number];

/** What a webhook can be told about, in words. */
export const kindWords: Readonly<Record<WebhookKind, string>> = {
  'challenge.verified': say('Challenge verified'),
  'challenge.refuted': say('Challenge refuted'),
  'challenge.inconclusive': say('Challenge inconclusive'),
  'watch.inside': say('Slot inside, or claim verified'),
  'watch.outside': say('Slot outside, or claim refuted'),
  'watch.undecided': say('Slot undecided'),
  'watch.missed': say('Slot without an answer'),
  'watch.changed': say('Prover’s delays changed'),
  'watch.moved': say('Prover moved, or probably did'),
  'agent.offline': say('Agent offline'),
  'agent.back': say('Agent back'),
};

export const allKinds = Object.keys(kindWords) as readonly WebhookKind[];

/**
 * The kind of a delivery, in words. A test has a kind of its own, and a newer service may know kinds that this console does
 * not.
 */
export const kindWord = (kind: string): string =>
  kind === 'webhook.test' ? say('Test') : (kindWords[kind as WebhookKind] ?? kind);

/** Whether a webhook is told, and how many messages wait for it. */
export const stateWord = ({ state, waiting }: Pick<Webhook, 'state' | 'waiting'>): string => {
  const words = { on: say('On'), paused: say('Paused'), failing: say('Off: nothing reached it') }[state];
  return waiting > 0 ? say('{words}, {waiting} waiting', { words, waiting }) : words;
};
