import type { Db } from '../db/driver.ts';
import type { Campaign } from './campaigns.ts';
import { countContributors, outcomesSince } from './tally-store.ts';

export interface CampaignFigures {
  /** Millionths, promised to photos that are in review or being read. */
  readonly held: number;
  /** People with photos that were taken; null where counting them would take long. */
  readonly contributors: number | null;
  readonly paidInWeek: number;
  /** Refusals of the last day by code, the most frequent first. */
  readonly refused: ReadonlyMap<string, number>;
}

const dayMs = 24 * 3_600_000;
/** Beside the codes of refusals. */
export const paidOutcome = 'paid';

/** Every page that is open asks every half a minute; above this the walk down the index would be felt. */
const mostCounted = 20_000;

/** For the campaign's page: how fast its photos are paid, and why others were not taken. */
export const readFigures = async (db: Db, campaign: Campaign, now: number): Promise<CampaignFigures> => {
  const week = await outcomesSince(db, campaign.id, now - 7 * dayMs);
  const refused = await outcomesSince(db, campaign.id, now - dayMs);
  refused.delete(paidOutcome);
  const contributors = campaign.taken <= mostCounted ? await countContributors(db, campaign.id) : null;
  const paidInWeek = week.get(paidOutcome) ?? 0;
  return { held: campaign.promised - campaign.paid, contributors, paidInWeek, refused };
};
