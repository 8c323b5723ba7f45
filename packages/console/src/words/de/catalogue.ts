import { agents } from './agents.ts';
import { campaigns } from './campaigns.ts';
import { challenges } from './challenges.ts';
import { checks } from './checks.ts';
import { frame } from './frame.ts';
import { known as fromData } from './known.ts';
import { operator } from './operator.ts';
import { requests } from './requests.ts';
import { shared } from './shared.ts';
import { signed } from './signed.ts';
import { verifying } from './verifying.ts';
import { watches } from './watches.ts';

export { countries } from './countries.ts';

/** What comes with data. */
export const known = { ...fromData, ...checks, ...signed };

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
