import { keyOfAgent } from '@trigpoint/protocol';
import { isMeant } from '../agent/listed.ts';
import { type Agent, type Challenge, distinctAgents } from '../network.ts';

export interface Found {
  readonly agents: readonly Agent[];
  readonly challenges: readonly Challenge[];
  /** The first challenge has this id as a whole. A number is also a part of many keys, but whoever types one means this. */
  readonly isExact: boolean;
}

/** A shorter text is the beginning of too many ids. */
const leastOfId = 6;
const plain = (text: string): string => keyOfAgent(text.trim().toLowerCase().replaceAll('\u2060', ''));

/**
 * Whether a text is an id, the beginning of one, or its short form as pages show it (0x71C7…976F). What all ids of a kind begin
 * with (IPv4/, ask-, 0x) may be left out.
 */
export const isIdOf = (text: string, id: string): boolean =>
  isFormOf(plain(text), plain(id)) || isFormOf(plain(text), plain(id).replace(/^(ask-|0x)/, ''));

const isFormOf = (wanted: string, own: string): boolean => {
  const [head = '', tail, ...more] = wanted.split(/…|\.{3}/);
  if (tail !== undefined)
    return head.length + tail.length >= leastOfId && more.length === 0 && own.startsWith(head) && own.endsWith(tail);
  return own === wanted || (wanted.length >= leastOfId && own.startsWith(wanted));
};

/** Whether a text may be the beginning of a hexadecimal id, as those of campaigns are. */
export const maybeId = (text: string): boolean => /^[0-9a-f]{6,}(…|$)/.test(plain(text));

/**
 * The agents that a text may mean, exact names first, and the challenges that have this id or are about these agents. The challenge
 * that has exactly this id comes first.
 */
export const foundBy = (text: string, agents: readonly Agent[], challenges: readonly Challenge[]): Found => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { agents: [], challenges: [], isExact: false };
  const isNamed = ({ claims, id }: Agent) =>
    [claims.name, claims.city, id, keyOfAgent(id)].some((it) => String(it ?? '').toLowerCase() === wanted);
  const meant = distinctAgents(agents.filter((it) => isMeant(it, wanted) || isIdOf(wanted, it.id))).toSorted(
    (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || Number(b.online) - Number(a.online),
  );
  const ids = new Set(meant.map((it) => it.id));
  const isOf = (it: Challenge) => ids.has(it.prover) || isIdOf(wanted, it.id) || isIdOf(wanted, it.payer);
  const hasThisId = (it: Challenge) => plain(it.id) === plain(text);
  const about = challenges.filter(isOf).toSorted((a, b) => Number(hasThisId(b)) - Number(hasThisId(a)));
  return { agents: meant, challenges: about, isExact: about.some(hasThisId) };
};
