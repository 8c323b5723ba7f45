import { type Agent, agentName } from '../network.ts';

/** What the development network calls those who tell the truth, and those who do not. */
export const [honestName, liarName] = [/^honest-/, /^liar-/];

/**
 * The prover that a form begins with: the one that a link names, or the only one. A development network has one that tells the
 * truth. Otherwise none, because an order of provers says nothing about which of them somebody means.
 */
export const firstChoice = (provers: readonly Agent[], wanted: string, isDevelopment: boolean): Agent | undefined =>
  provers.find((it) => it.id === wanted) ??
  (isDevelopment ? provers.find((it) => it.online && honestName.test(agentName(it))) : undefined) ??
  (provers.length === 1 ? provers[0] : undefined);
