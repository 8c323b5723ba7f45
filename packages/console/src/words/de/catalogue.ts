import { agents } from './agents.ts';
import { campaigns } from './campaigns.ts';
import { challenges } from './challenges.ts';
import { checks } from './checks.ts';
import { germanCity } from './cities.ts';
import { germanCountries } from './countries.ts';
import { frame } from './frame.ts';
import { known as fromData } from './known.ts';
import { operator } from './operator.ts';
import { requests } from './requests.ts';
import { sent } from './sent.ts';
import { shared } from './shared.ts';
import { signed } from './signed.ts';
import { verifying } from './verifying.ts';
import { watches } from './watches.ts';

export { countries } from './countries.ts';

/** A city, or countries, by their English names. */
export const place = (name: string, country?: string): string | undefined =>
  germanCity(name, country) ?? (country === undefined ? germanCountries(name) : undefined);

/** What comes with data. */
export const known = { ...fromData, ...checks, ...sent, ...signed };

/** Every text of the console by its English words. A text stands where it is said; what several parts say is in `shared`. */
export const texts = {
  ...shared,
  ...frame,
  ...challenges,
  ...agents,
  ...campaigns,
  ...requests,
  ...watches,
  ...verifying,
  ...operator,
} as const;

/** What `say` takes: a text that the catalogue lacks does not compile. */
export type Text = keyof typeof texts;
