import { isCountry, zoneWords as plainWords } from '@trigpoint/proofs';
import { say, sayCountry, sayKnown } from '../words/say.ts';

/** A zone in a sentence, its countries by their names: "the EU", "Germany or Austria", "the Netherlands". */
export const zoneWords = (zone: string): string => {
  const words = plainWords(zone);
  if (words === 'its zone') return say('its zone');
  const codes = zone.split(',').map((it) => it.trim().toUpperCase());
  const names = codes.every(isCountry) ? codes.map(sayCountry) : [undefined];
  return names.includes(undefined) ? sayKnown(words) : names.join(say(' or '));
};
