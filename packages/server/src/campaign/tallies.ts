import type { Db } from '../db/driver.ts';
import type { Campaign } from './campaigns.ts';
import { outcomesSince } from './tally-store.ts';

export interface CampaignFigures {
  /** Millionths, promised to photos that are in review or being read. */
  readonly held: number;
  readonly paidInWeek: number;
  /** Refusals of the last day by code, the most frequent first. */
  readonly refused: ReadonlyMap<string, number>;
}

const dayMs = 24 * 3_600_000;
/** Beside the codes of refusals. */
export const paidOutcome = 'paid';

/** For the campaign's page: how fast its photos are paid, and why others were not taken. */
export const readFigures = async (db: Db, campaign: Campaign, now: number): Promise<CampaignFigures> => {
  const week = await outcomesSince(db, campaign.id, now - 7 * dayMs);
  const refused = await outcomesSince(db, campaign.id, now - dayMs);
  refused.delete(paidOutcome);
  return { held: campaign.promised - campaign.paid, paidInWeek: week.get(paidOutcome) ?? 0, refused };
};
