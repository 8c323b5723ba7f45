import { profile as pob } from './pob/profile.ts';
import { profile as poc } from './poc/profile.ts';
import { profile as pol } from './pol/profile.ts';
import type { Ask, Profile } from './proof-type.ts';

export { changeAsk, type FilledFields, fillFields, isAsClaimed, whyNotField } from './ask-fields.ts';
export * from './compose-ask.ts';
export * from './development.ts';
export { fewestAsked, possibleLiars, usualTolerance } from './never-verified.ts';
export { attributeIdOf } from './proof-type.ts';
export * from './wording.ts';

/** Every proof type there is. A new one is its folder and a line here. */
const registered = [pol, pob, poc] as const;

export const profiles: readonly Profile[] = registered;

/** Those that a service serves unless it is told otherwise. */
export const usualTypes: readonly string[] = profiles.filter((it) => !it.isExample).map((it) => it.id);

export const findProfile = (id: string): Profile | undefined => profiles.find((it) => it.id === id);

type AskOf<P> = P extends Profile<infer A> ? Omit<A, keyof Ask> : never;
type All<U> = (U extends unknown ? (it: U) => void : never) extends (it: infer I) => void ? I : never;

/** The fields that the types have beside those of every ask; each type knows its own. */
export type AskFields = Partial<All<AskOf<(typeof registered)[number]>>>;
