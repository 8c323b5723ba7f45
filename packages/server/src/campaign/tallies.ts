import type { Db } from '../db/driver.ts';
import { dayMs } from '../times.ts';
import type { Campaign } from './campaigns.ts';
import { countContributors, outcomesSince } from './tally-store.ts';

export interface CampaignFigures {
  /** Millionths of a POINT that are promised to photos in review or being read. */
  readonly held: number;
  /** How many people have photos that were not rejected; null if counting them would take long. */
  readonly contributors: number | null;
  readonly paidInWeek: number;
  /** Refusals of the last day by code, the most frequent first. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Counted in the same table as the codes of refusals. */
export const paidOutcome = 'paid';

/**
 * Contributors are counted up to this many places. Every open page asks each half minute, and counting more would take too
 * long.
 */
const mostCounted = 20_000;

/** Figures for the campaign's page: how many photos were paid lately, and why others were refused. */
export const readFigures = async (db: Db, campaign: Campaign, now: number): Promise<CampaignFigures> => {
  const week = await outcomesSince(db, campaign.id, now - 7 * dayMs);
  const refused = await outcomesSince(db, campaign.id, now - dayMs);
  refused.delete(paidOutcome);
  const contributors = campaign.taken <= mostCounted ? await countContributors(db, campaign.id) : null;
  const paidInWeek = week.get(paidOutcome) ?? 0;
  return { held: campaign.promised - campaign.paid, contributors, paidInWeek, refused };
};
