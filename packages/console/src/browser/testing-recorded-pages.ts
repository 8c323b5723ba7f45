import { readRecorded } from './testing-recorded.ts';

export const recorded = readRecorded();
export const answersTo = (operation: string) => recorded.answers.filter((it) => it.operation === operation);

export interface Row {
  readonly id: string;
  readonly state: string;
  readonly verified: string;
  readonly prover: string;
  readonly proofType: string;
}

export const history: readonly Row[] = answersTo('challenge-history').flatMap(({ reply, proofType }) =>
  ((reply.result?.challenges ?? []) as readonly Row[]).map((row) => ({ ...row, proofType })),
);
/** Those whose page can be drawn. */
export const ended = answersTo('challenge-evidence').flatMap((it) => {
  const row = history.find(({ id, proofType }) => id === it.body.challenge_id && proofType === it.proofType);
  return row ? [row] : [];
});
export const provers = answersTo('prover').map((it) => ({ id: String(it.body.id), proofType: it.proofType }));
const challenger = answersTo('challenger')[0];
export const [campaign] = answersTo('campaign-figures').map((it) => String(it.body.campaign));
export const watches = answersTo('watch-show').map((it) => String(it.body.watch));
/** One of each verdict. */
export const pictured = ended.filter(
  (it, i) => ended.findIndex((one) => one.proofType === it.proofType && one.verified === it.verified) === i,
);
export const pagePath = (it: Row) => `/challenges/${it.proofType}/${it.id}`;
export const proverPath = (it: { readonly proofType: string; readonly id: string }) =>
  `/agents/${it.proofType}/prover/${it.id}`;

/** Every page that the record can draw. */
export const pages: readonly (readonly [name: string, path: string])[] = [
  ['explore', '/'],
  ['challenges', '/challenges'],
  ...pictured.map((it) => [`challenge-${it.proofType}-${it.verified}`, pagePath(it)] as const),
  ['agents', '/agents'],
  ['agents-map', '/agents?view=map'],
  ...provers.slice(0, 1).map((it) => ['prover', proverPath(it)] as const),
  ['challenger', `/agents/${challenger?.proofType}/challenger/${challenger?.body.id}`],
  ['request', '/request?type=pol'],
  ['request-bandwidth', '/request?type=pob'],
  ['watches', '/watches'],
  ['watch', `/watches/${watches[0]}`],
  ['campaigns', '/campaigns'],
  ['campaign', `/campaigns/${encodeURIComponent(campaign ?? '')}`],
  ['account', '/account'],
  ['search', '/search?text=frankfurt'],
  ['verify', `/verify?challenge=${ended[0]?.proofType}/${ended[0]?.id}&change`],
  ['nothing', '/nowhere'],
];
