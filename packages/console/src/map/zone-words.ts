import { isCountry, zoneWords as plainWords } from '@trigpoint/proofs';

const regions = new Intl.DisplayNames(['en'], { type: 'region' });

/** A zone in a sentence, its countries by their names: "the EU", "Germany or Austria". */
export const zoneWords = (zone: string): string => {
  try {
    const words = plainWords(zone);
    const codes = words.split(', ');
    return codes.every(isCountry) ? codes.map((it) => regions.of(it) ?? it).join(' or ') : words;
  } catch {
    return 'its zone';
  }
};
