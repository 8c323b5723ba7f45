import type { AskField, Profile } from '@trigpoint/proofs';
import * as registry from '@trigpoint/proofs/registry';
import { language } from './language.ts';
import { sayKnown } from './say.ts';

const fieldInWords = (field: AskField): AskField => ({
  ...field,
  label: sayKnown(field.label),
  ...(field.hint === undefined ? {} : { hint: sayKnown(field.hint) }),
  ...(field.kind === 'choice'
    ? { choices: field.choices.map(([value, label]) => [value, sayKnown(label)] as const) }
    : {}),
});

/** A proof type with its words in the language of the page. What the catalogue does not know stays in English. */
const inWords = (profile: Profile): Profile => {
  if (language === 'en') return profile;
  const { words } = profile;
  const maybe = (text: string | undefined) => (text === undefined ? undefined : sayKnown(text));
  return {
    ...profile,
    label: sayKnown(profile.label),
    fields: profile.fields.map(fieldInWords),
    words: {
      ...words,
      question: sayKnown(words.question),
      how: sayKnown(words.how),
      claims: sayKnown(words.claims),
      asked: (parameters, claims) => sayKnown(words.asked(parameters, claims)),
      found: (verified, result) => maybe(words.found(verified, result)),
      reading: (series) => sayKnown(words.reading(series)),
    },
  };
};

export const profiles: readonly Profile[] = registry.profiles.map(inWords);

export const findProfile = (id: string): Profile | undefined => profiles.find((it) => it.id === id);
