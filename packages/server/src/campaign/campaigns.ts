import { distanceKm, type Place } from '@trigpoint/proofs';
import { type CampaignStatus, invalidField, serviceError } from '@trigpoint/protocol';
import type { Cursor } from '../db/cursors.ts';
import type { Tx } from '../db/driver.ts';
import { inParts, type PartedList } from '../db/in-parts.ts';
import type { Once } from '../db/once.ts';
import { type Account, campaignAccount, network, userAccount } from '../ledger/accounts.ts';
import { fromMillionths, pointsText } from '../ledger/amounts.ts';
import type { RewardBudget } from '../ledger/budgets.ts';
import { balance, InsufficientBalance, transfer } from '../ledger/transfers.ts';
import { unavailable } from '../unavailable.ts';
import type { Foundation } from '../wiring/foundation.ts';
import { boxAround } from './area.ts';
import type { Campaign, CampaignTerms, Person } from './store.ts';
import * as store from './store.ts';

export type { Campaign, CampaignTerms, Person };

export type NewCampaign = CampaignTerms & Pick<Campaign, 'name' | 'type' | 'currency'>;

export interface CampaignRules {
  /** Public keys that may create campaigns, in lower case for ethereum. If empty, anyone may. */
  creators: readonly string[];
  /** True if the creator pays the rewards. Otherwise the network pays them. */
  creatorPays: boolean;
}

interface CampaignsOptions extends Pick<Foundation, 'db' | 'now' | 'random'> {
  rules: CampaignRules;
  /** The budget of the network, for campaigns that it pays for. */
  budget: RewardBudget;
}

export const samePerson = (a: Person, b: Person) => a.keyType === b.keyType && a.publicKey === b.publicKey;

export const centreOf = ({ latitude, longitude }: Pick<Campaign, 'latitude' | 'longitude'>): Place | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

export const statusOf = (it: Campaign, now: number): CampaignStatus => {
  if (!it.isActive) return 'inactive';
  if (it.endsAt <= now) return 'ended';
  if (it.startsAt > now) return 'scheduled';
  const isFull = it.taken >= it.maxSubmissions || it.promised + it.rewardPerTask > it.totalRewards;
  return isFull ? 'full' : 'live';
};

const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Checks the fields against each other. Each field by itself was checked when the request came in. */
const checkTerms = (it: CampaignTerms) => {
  if (it.endsAt <= it.startsAt) throw invalidField('ends_at', 'must be after starts_at');
  if (it.totalRewards <= 0) throw invalidField('total_rewards', 'must be more than 0');
  if (it.rewardPerTask <= 0) throw invalidField('reward_per_task', 'must be more than 0');
  if (it.rewardPerTask > it.totalRewards) throw invalidField('reward_per_task', 'must not be more than total_rewards');
  if (it.latitude === undefined && it.longitude !== undefined)
    throw invalidField('latitude', 'must be given together with longitude');
  if (it.longitude === undefined && it.latitude !== undefined)
    throw invalidField('longitude', 'must be given together with latitude');
  for (const [field, url] of [
    ['banner_url', it.bannerUrl],
    ['poster_url', it.posterUrl],
  ] as const)
    if (url !== undefined && !isWebUrl(url)) throw invalidField(field, 'must be an http or https URL');
  if (it.proofMaxAgeMs !== undefined && it.latitude === undefined)
    throw invalidField('require_proof', 'needs latitude and longitude: the proof must lie inside the campaign’s area');
};

const boxOf = (it: CampaignTerms) => {
  const centre = centreOf(it);
  return centre && boxAround(centre, it.radiusKm);
};

/** How many campaigns of a list are in memory at a time. A campaign has at most 12,000 characters of text. */
const readAtATime = 8;

/** The position of a campaign in lists. */
export const positionOf = ({ createdAt: at, id }: Campaign): Cursor => ({ at, id });

export class Campaigns {
  readonly #options: CampaignsOptions;

  constructor(options: CampaignsOptions) {
    this.#options = options;
  }

  /**
   * Creates a campaign and sets its rewards aside, in one transaction. The same idempotency key again gives the same
   * campaign.
   */
  async create(given: NewCampaign, creator: Person, once: Once | undefined) {
    const { db, now, random, rules } = this.#options;
    if (rules.creators.length > 0 && !rules.creators.includes(creator.publicKey))
      throw serviceError('not_allowed', { detail: 'This service lets only certain keys create campaigns.' });
    if (given.type !== 'individual') throw invalidField('type', `${given.type} is not supported yet; use individual`);
    if (given.currency !== 'POINTS') throw invalidField('currency', 'must be POINTS');
    if (given.name.trim() === '') throw invalidField('campaign', 'must not be blank');
    checkTerms(given);
    const payer = rules.creatorPays ? userAccount(creator.keyType, creator.publicKey) : network;
    this.#checkReward(given, payer);
    const campaign: Campaign = {
      ...given,
      id: random(12).toString('hex'),
      box: boxOf(given),
      creator,
      fundedBy: payer,
      idempotencyKey: once?.key,
      requestHash: once?.requestHash ?? '',
      revision: 0,
      taken: 0,
      promised: 0,
      paid: 0,
      createdAt: now(),
    };
    return this.#withPayer(payer, given.totalRewards, () =>
      db.write(async (tx) => {
        if (await store.insertCampaign(tx, campaign)) {
          await this.#fund(tx, campaign, given.totalRewards);
          return campaign;
        }
        const repeated = once && (await store.findByIdempotencyKey(tx, creator, once.key));
        if (!repeated) throw serviceError('campaign_exists', { campaign: given.name });
        if (repeated.requestHash !== once.requestHash)
          throw serviceError('idempotency_key_reused', { what: 'Idempotency-Key' });
        return repeated;
      }),
    );
  }

  /** Changes a campaign of the caller. If its total rewards change, the difference is taken from its payer or given back. */
  async edit(name: string, creator: Person, changes: Partial<CampaignTerms>): Promise<Campaign> {
    const { db } = this.#options;
    const campaign = await this.#own(name, creator);
    const terms = { ...campaign, ...changes };
    checkTerms(terms);
    if (changes.rewardPerTask !== undefined) this.#checkReward(terms, campaign.fundedBy);
    const edited: Campaign = { ...terms, box: boxOf(terms) };
    const more = edited.totalRewards - campaign.totalRewards;
    return this.#withPayer(campaign.fundedBy as Account, more, () =>
      db.write(async (tx) => {
        if (!(await store.updateCampaign(tx, edited))) throw await this.#whyNot(tx, edited);
        const revised = { ...edited, revision: edited.revision + 1 };
        if (more !== 0) await this.#fund(tx, revised, more);
        return revised;
      }),
    );
  }

  async find(name: string): Promise<Campaign> {
    const campaign = await store.findCampaign(this.#options.db, name);
    if (!campaign) throw serviceError('campaign_not_found', { campaign: name.slice(0, 128) });
    return campaign;
  }

  /** Finds a campaign that this person may see. Only its creator sees an inactive campaign. */
  async findVisible(name: string, viewer: Person): Promise<Campaign> {
    const campaign = await this.find(name);
    if (!campaign.isActive && !samePerson(campaign.creator, viewer))
      throw serviceError('campaign_hidden', { campaign: campaign.name });
    return campaign;
  }

  /** Campaigns, newest first, some at a time. With `near`: those whose circle contains the place. */
  search(search: Omit<store.CampaignSearch, 'now'>): PartedList<Campaign> {
    return inParts(search.limit, readAtATime, (after: Campaign | undefined, limit) =>
      this.#find({ ...search, before: after ? positionOf(after) : search.before, limit }),
    );
  }

  async #find(search: Omit<store.CampaignSearch, 'now'>): Promise<Campaign[]> {
    const { db, now } = this.#options;
    const { near, limit } = search;
    const found: Campaign[] = [];
    let before: Cursor | undefined = search.before;
    for (;;) {
      const rows = await store.searchCampaigns(db, { ...search, before, now: now() });
      for (const it of rows) {
        const centre = centreOf(it);
        if (!near || (centre && distanceKm(near, centre) <= it.radiusKm)) found.push(it);
      }
      const last = rows.at(-1);
      if (found.length >= limit || rows.length < limit || !last) return found.slice(0, limit);
      before = positionOf(last);
    }
  }

  /** Throws if the network would never pay this reward, so that nobody works for it. */
  #checkReward({ rewardPerTask }: CampaignTerms, payer: string): void {
    const { each } = this.#options.budget;
    if (payer === network && rewardPerTask > each)
      throw invalidField(
        'reward_per_task',
        `must not be more than ${pointsText(each)}: the network pays no more to anybody in a day`,
      );
  }

  async #own(name: string, creator: Person): Promise<Campaign> {
    const campaign = await this.find(name);
    if (!samePerson(campaign.creator, creator))
      throw serviceError('not_allowed', { detail: 'Only the creator of a campaign can change it.' });
    return campaign;
  }

  /** Moves rewards to the campaign's account, or back to its payer if `amount` is below zero. */
  #fund(tx: Tx, campaign: Campaign, amount: number) {
    const escrow = campaignAccount(campaign.id);
    const payer = campaign.fundedBy as Account;
    return transfer(tx, {
      reason: `campaign-budget:${campaign.id}:${campaign.revision}`,
      unit: 'POINTS',
      from: amount > 0 ? payer : escrow,
      to: amount > 0 ? escrow : payer,
      amount: Math.abs(amount),
      memo: `Rewards of the campaign "${campaign.name}".`,
      at: this.#options.now(),
    });
  }

  async #withPayer<T>(payer: Account, needed: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof InsufficientBalance) || payer === network) throw error;
      const held = await balance(this.#options.db, payer);
      throw serviceError('budget_short', { needed: pointsText(needed), held: pointsText(held) });
    }
  }

  async #whyNot(tx: Tx, edited: Campaign): Promise<Error> {
    const current = await store.findCampaignById(tx, edited.id);
    if (current && current.taken > edited.maxSubmissions)
      return invalidField('max_submissions', `must be at least ${current.taken}: so many places are taken`);
    if (current && current.promised > edited.totalRewards)
      return invalidField(
        'total_rewards',
        `must be at least ${fromMillionths(current.promised)}: so much is paid or promised`,
      );
    return unavailable('Someone else changed this campaign.', 1);
  }
}
