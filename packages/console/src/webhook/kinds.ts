import type { WebhookKind } from '@trigpoint/protocol';

/** What a webhook can be told about, in words. */
export const kindWords: Readonly<Record<WebhookKind, string>> = {
  'challenge.verified': 'Challenge verified',
  'challenge.refuted': 'Challenge refuted',
  'challenge.inconclusive': 'Challenge inconclusive',
  'watch.inside': 'Slot inside',
  'watch.outside': 'Slot outside',
  'watch.undecided': 'Slot undecided',
  'watch.missed': 'Slot without an answer',
  'agent.offline': 'Agent offline',
  'agent.back': 'Agent back',
};

export const allKinds = Object.keys(kindWords) as readonly WebhookKind[];

/** Of a delivery: a test has a kind of its own, and a newer service may know more. */
export const kindWord = (kind: string): string =>
  kind === 'webhook.test' ? 'Test' : (kindWords[kind as WebhookKind] ?? kind);
