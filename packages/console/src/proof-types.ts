import type { Profile } from '@trigpoint/proofs';
import { usualTypes } from '@trigpoint/proofs/registry';
import { useMemo } from 'preact/hooks';
import { useSession } from './session/session.tsx';
import { inSentence } from './words/language.ts';
import { findProfile, profiles } from './words/profiles.ts';

/** The types that the service serves and this console knows; the usual ones until the service has answered. */
export const useProofTypes = (): readonly Profile[] => {
  const { about } = useSession();
  return useMemo(() => {
    const served = about ? Object.keys(about.proof_types) : usualTypes;
    return profiles.filter((it) => served.includes(it.id));
  }, [about]);
};

/** A type by its id in an address; the first one where it is unknown. */
export const profileOf = (id: string): Profile => findProfile(id) ?? (profiles[0] as Profile);

/** What stands in lists: `Location`. */
export const proofLabel = (id: string): string => findProfile(id)?.label ?? id;

/** The same inside a sentence: `location`. */
export const proofNoun = (id: string): string => inSentence(proofLabel(id));
