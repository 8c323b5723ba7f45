import { isCountry, zoneWords as plainWords } from '@trigpoint/proofs';
import { say, sayCountry, sayKnown } from '../words/say.ts';

/** German says "of the EU" otherwise than "in the EU". */
const edges: Readonly<Record<string, string>> = {
  'the EU': say('edge of the EU'),
  'the EEA': say('edge of the EEA'),
  'the Schengen area': say('edge of the Schengen area'),
  'the polygon': say('edge of the polygon'),
  'its zone': say('edge of its zone'),
};

export const zoneEdge = (zone: string): string => {
  const words = plainWords(zone).replace(/^the polygon .*/, 'the polygon');
  return edges[words] ?? say('edge of {zone}', { zone: zoneWords(zone) });
};

/** A zone in a sentence, its countries by their names: "the EU", "Germany or Austria", "the Netherlands". */
export const zoneWords = (zone: string): string => {
  const words = plainWords(zone);
  if (words === 'its zone') return say('its zone');
  const codes = zone.split(',').map((it) => it.trim().toUpperCase());
  const names = codes.every(isCountry) ? codes.map(sayCountry) : [undefined];
  return names.includes(undefined) ? sayKnown(words) : names.join(say(' or '));
};
