import { type Agent, agentName } from '../network.ts';

/** What the development network calls those who tell the truth, and those who do not. */
export const [honestName, liarName] = [/^honest-/, /^liar-/];

/**
 * The prover that a form begins with: the one that a link names, and no other if it names one. Otherwise on a development network one
 * that tells the truth, elsewhere the only one. Of several none is chosen, because their order does not say which of them somebody means.
 */
export const firstChoice = (provers: readonly Agent[], wanted: string, isDevelopment: boolean): Agent | undefined =>
  wanted === ''
    ? ((isDevelopment ? provers.find((it) => it.online && honestName.test(agentName(it))) : undefined) ??
      (provers.length === 1 ? provers[0] : undefined))
    : provers.find((it) => it.id === wanted);
