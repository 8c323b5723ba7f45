import type { Place } from '@trigpoint/proofs';
import { type PhotoReview, type PhotoState, ServiceError, serviceError } from '@trigpoint/protocol';
import { type Db, skipping, type Tx } from '../db/driver.ts';
import { inParts } from '../db/in-parts.ts';
import { campaignAccount, network, userAccount } from '../ledger/accounts.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { bookPhoto, nextDay, type PhotoReward, type RewardBudget, unbookPhoto } from '../ledger/budgets.ts';
import { type FuelRules, fuelOf, returnFuel, spendFuel } from '../ledger/fuel.ts';
import { InsufficientBalance, transfer } from '../ledger/transfers.ts';
import { endRemoval, holdBlob, listUnused, releaseBlob, startRemoval } from './blob-store.ts';
import { type Blobs, blobKey } from './blobs.ts';
import { type Campaign, type Campaigns, type Person, samePerson } from './campaigns.ts';
import type { Images } from './image-pool.ts';
import { hashDistance, type ReadImage } from './images.ts';
import { checkOpen, checkPlace, checkProof, checkTime, type Proof } from './photo-checks.ts';
import type { Photo, Picture } from './photo-store.ts';
import * as store from './photo-store.ts';

export type { Photo, Picture } from './photo-store.ts';

import type { Received } from './spool.ts';
import { countPaid, findCampaignById, giveBackPlace, takePlace } from './store.ts';
import { paidOutcome, readFigures } from './tallies.ts';
import { countOutcome } from './tally-store.ts';

/** Where a person's key was proved to be, by measurement, and when. */
export type ProvenPlaces = (who: Person) => Promise<readonly Proof[]>;

export interface PhotosOptions {
  db: Db;
  now: () => number;
  random: (bytes: number) => Buffer;
  campaigns: Campaigns;
  images: Images;
  blobs: Blobs;
  fuel: FuelRules;
  budget: RewardBudget;
  provenPlaces: ProvenPlaces;
  /** Told of what went wrong after the caller had its answer. */
  onFault: (error: unknown, doing: string) => void;
}

export interface Submission {
  campaign: string;
  place: Place;
  accuracyM: number | undefined;
  capturedAt: number | undefined;
  file: Received;
  idempotencyKey: string | undefined;
}

/** Longest an upload can take: every place in the queue for a worker, five seconds each. */
const leaseMs = 15 * 60_000;
/** Of 64 bits; re-compressed and scaled copies differ in fewer, other scenes in about half. */
const nearDuplicateBits = 6;
/** Submissions of a list that are in memory at a time. One has about a kilobyte. */
const readAtATime = 50;

const pictureOf = ({ original, thumbnail, thumbhash }: ReadImage): Picture => ({
  originalKey: blobKey(original.sha256, original.format),
  thumbnailKey: blobKey(thumbnail.sha256, thumbnail.format),
  format: original.format,
  width: original.width,
  height: original.height,
  thumbhash,
});

export class Photos {
  readonly #options: PhotosOptions;

  constructor(options: PhotosOptions) {
    this.#options = options;
  }

  /** Takes a photo in: checked, reserved, read, kept, and (unless the campaign is reviewed) shown and paid. */
  async submit(who: Person, given: Submission): Promise<{ id: string; state: PhotoState }> {
    const { db, campaigns } = this.#options;
    const repeated = given.idempotencyKey && (await store.findByIdempotencyKey(db, who, given.idempotencyKey));
    if (repeated) return sameUpload(repeated, given);
    const campaign = await campaigns.find(given.campaign);
    try {
      return await this.#take(campaign, who, given);
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) await this.#countRefusal(campaign, error.code);
      throw error;
    }
  }

  /**
   * Looks at what can be known before a byte of the photo is kept: is there such a campaign, does it take photos, has the key
   * fuel for it? Returns who made the campaign. All of it is asked again when the photo is there.
   */
  async expect(who: Person, given: Pick<Submission, 'campaign' | 'idempotencyKey'>): Promise<string> {
    const { db, now, fuel, campaigns } = this.#options;
    const campaign = await campaigns.find(given.campaign);
    const maker = makerOf(campaign);
    // The first answer is given again, whatever became of the campaign.
    if (given.idempotencyKey && (await store.findByIdempotencyKey(db, who, given.idempotencyKey))) return maker;
    try {
      checkOpen(campaign, now());
      const needed = campaign.fuelRequired;
      const held = needed > 0 ? await fuelOf(db, fuel, userAccount(who.keyType, who.publicKey), now()) : 0;
      if (held < needed)
        throw serviceError('fuel_short', { needed: fromMillionths(needed), held: fromMillionths(held) });
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) await this.#countRefusal(campaign, error.code);
      throw error;
    }
    return maker;
  }

  async #take(campaign: Campaign, who: Person, given: Submission): Promise<{ id: string; state: PhotoState }> {
    const { images, now, provenPlaces } = this.#options;
    checkOpen(campaign, now());
    checkPlace(campaign, given.place, given.accuracyM);
    checkTime(campaign, given.capturedAt, now());
    const format = await images.identify(given.file.path);
    if (campaign.proofMaxAgeMs !== undefined) checkProof(campaign, await provenPlaces(who), now());
    const reserved = await this.#reserve(campaign, who, given);
    if ('repeated' in reserved) return sameUpload(reserved.repeated, given);
    try {
      const whose = { maker: makerOf(campaign), sender: `${who.keyType} ${who.publicKey}` };
      const image = await images.read(given.file.path, format, whose, () => this.#markProcessing(reserved.id));
      await this.#keep(reserved, image);
      return await this.#finish(reserved.id);
    } catch (error) {
      const reason = error instanceof ServiceError ? error.message : 'It could not be stored. Send it again.';
      await this.#reject(reserved.id, reason);
      throw error;
    }
  }

  /** Accepts (and pays) or rejects a photo; by the campaign's creator. The same decision again changes nothing. */
  async review(who: Person, photoId: string, accept: boolean, reason: string): Promise<PhotoState> {
    const { db, now } = this.#options;
    const photo = await store.findPhoto(db, photoId);
    const campaign = photo && (await findCampaignById(db, photo.campaignId));
    if (!photo || !campaign) throw serviceError('photo_not_found', { photo: photoId });
    if (!samePerson(campaign.creator, who))
      throw serviceError('not_allowed', { detail: 'Only the creator of its campaign can review a photo.' });
    if (photo.state !== 'ready' && photo.state !== 'rejected')
      throw serviceError('photo_decided', { photo: photoId, problem: 'is still being read; try again shortly' });
    if (!accept) {
      await this.#reject(photoId, reason);
      return 'rejected';
    }
    await db.write(async (tx) => {
      if ((await store.markAccepted(tx, photoId, now())) === 1) return this.#pay(tx, photo, campaign, now());
      const current = await store.findPhoto(tx, photoId);
      if (current?.review !== 'accepted')
        throw serviceError('photo_decided', {
          photo: photoId,
          problem: 'was rejected before; it can be sent again',
        });
    });
    return 'ready';
  }

  /** A campaign's photos, newest first; some only to a session that is active. None: the campaign may be hidden or not there. */
  async feed(campaign: string, viewer: store.Viewer, page: store.FeedPage) {
    const { db, campaigns, now } = this.#options;
    const found = await store.listFeed(skipping(db, page.skip), campaign, viewer, now(), page);
    if (found.length === 0) await campaigns.findVisible(campaign, viewer);
    return found;
  }

  /** A person's own submissions, some at a time; the creator of the named campaign sees everyone's. */
  async submissions(
    who: Person,
    search: {
      campaign: string | undefined;
      photoId: string | undefined;
      state: PhotoState | undefined;
      review: PhotoReview | undefined;
      before: { at: number; id: string } | undefined;
      limit: number;
    },
  ) {
    const { campaign: name, ...rest } = search;
    const campaign = name === undefined ? undefined : await this.#options.campaigns.find(name);
    const seesAll = campaign && samePerson(campaign.creator, who);
    const submitter = seesAll ? undefined : who;
    type Listed = Photo & { campaignName: string };
    return inParts(search.limit, readAtATime, (after: Listed | undefined, limit) => {
      const before = after ? { at: after.receivedAt, id: after.id } : rest.before;
      return store.listSubmissions(this.#options.db, { ...rest, campaignId: campaign?.id, submitter, before, limit });
    });
  }

  /** Clears up after processes that ended in the middle of an upload. At the start of the only process: all of them. */
  async recover(all: boolean): Promise<number> {
    const { db, now } = this.#options;
    let count = 0;
    for (;;) {
      const rows = await store.listInterrupted(db, all ? Number.MAX_SAFE_INTEGER : now());
      for (const { id } of rows) await this.#reject(id, 'The upload was interrupted. Send it again.');
      count += rows.length;
      if (rows.length < 1000) break;
    }
    await this.#removeBlobs(await listUnused(db, now()));
    return count;
  }

  async figures(name: string, viewer: Person) {
    const { db, now, campaigns } = this.#options;
    return readFigures(db, await campaigns.findVisible(name, viewer), now());
  }

  async #countRefusal(campaign: Campaign, code: string): Promise<void> {
    const { db, now, onFault } = this.#options;
    await db
      .write((tx) => countOutcome(tx, campaign.id, code, now()))
      .catch((error: unknown) => onFault(error, 'counting a refused photo'));
  }

  /** One transaction: the row, a place, its reward, the fuel. All or none. */
  async #reserve(campaign: Campaign, who: Person, given: Submission): Promise<Photo | { repeated: Photo }> {
    const { db, now, random, fuel, budget } = this.#options;
    const at = now();
    const photo: Photo = {
      id: random(12).toString('hex'),
      campaignId: campaign.id,
      submitter: who,
      state: 'received',
      review: 'pending',
      reason: '',
      sha256: given.file.sha256,
      idempotencyKey: given.idempotencyKey,
      ...given.place,
      accuracyM: given.accuracyM,
      capturedAt: given.capturedAt,
      reward: campaign.rewardPerTask,
      fuel: campaign.fuelRequired,
      paid: false,
      nearDuplicateOf: undefined,
      receivedAt: at,
      createdAt: at,
      visibleAt: undefined,
      picture: undefined,
    };
    const account = userAccount(who.keyType, who.publicKey);
    try {
      return await db.write(async (tx) => {
        if (!(await store.insertPhoto(tx, photo, at + leaseMs))) {
          const key = given.idempotencyKey;
          const repeated = key && (await store.findByIdempotencyKey(tx, who, key));
          if (repeated) return { repeated };
          throw serviceError('duplicate_photo');
        }
        if (!(await takePlace(tx, photo, at))) {
          const current = await findCampaignById(tx, campaign.id);
          if (current) checkOpen(current, at);
          throw serviceError('unavailable', { detail: 'The campaign is being changed.', seconds: 1 }, 1);
        }
        if (campaign.fundedBy === network) {
          const whose = await bookPhoto(tx, budget, rewardFor(photo, campaign));
          const until = new Date(nextDay(at)).toISOString();
          if (whose !== undefined) throw serviceError('rewards_used_up', { whose, until });
        }
        const memo = `A photo for "${campaign.name}".`;
        if (photo.fuel > 0)
          await spendFuel(tx, fuel, { reason: `photo-fuel:${photo.id}`, account, amount: photo.fuel, memo, at });
        return photo;
      });
    } catch (error) {
      if (!(error instanceof InsufficientBalance)) throw error;
      throw serviceError('fuel_short', {
        needed: fromMillionths(photo.fuel),
        held: fromMillionths(await fuelOf(db, fuel, account, at)),
      });
    }
  }

  #markProcessing(id: string) {
    const { db, now } = this.#options;
    return db.write((tx) => store.markProcessing(tx, id, now() + leaseMs));
  }

  /** Names the blobs in the database first, then keeps their bytes: bytes without a row cannot be. */
  async #keep(photo: Photo, image: ReadImage) {
    const { db, blobs } = this.#options;
    const picture = pictureOf(image);
    const others = await store.listHashes(db, photo.campaignId, photo.submitter);
    const twin = others.find((it) => hashDistance(it.dhash, image.dhash) <= nearDuplicateBits);
    await db.write(async (tx) => {
      for (const key of [picture.originalKey, picture.thumbnailKey].sort())
        if (!(await holdBlob(tx, key)))
          throw serviceError('unavailable', { detail: 'The same picture is just being removed.', seconds: 2 }, 2);
      if ((await store.namePicture(tx, photo.id, picture, image.dhash, twin?.id)) !== 1)
        throw serviceError('unavailable', { detail: 'The upload took too long.', seconds: 1 }, 1);
    });
    await blobs.keep(picture.originalKey, image.original.path);
    await blobs.keep(picture.thumbnailKey, image.thumbnail.path);
  }

  /** The bytes are safe: the photo is shown and paid in one transaction, or waits for its review. */
  #finish(id: string): Promise<{ id: string; state: PhotoState }> {
    const { db, now } = this.#options;
    return db.write(async (tx) => {
      const photo = await store.findPhoto(tx, id);
      const campaign = photo && (await findCampaignById(tx, photo.campaignId));
      if (!photo || !campaign) throw new Error(`photo ${id} is gone`);
      const at = now();
      if ((await store.markReady(tx, id, !campaign.review, at)) !== 1)
        throw serviceError('unavailable', { detail: 'The upload took too long.', seconds: 1 }, 1);
      if (!campaign.review) await this.#pay(tx, photo, campaign, at);
      return { id, state: 'ready' };
    });
  }

  async #pay(tx: Tx, photo: Photo, campaign: Campaign, at: number) {
    await countPaid(tx, campaign.id, photo.reward);
    await countOutcome(tx, campaign.id, paidOutcome, at);
    await transfer(tx, {
      reason: `photo:${photo.id}`,
      unit: 'POINTS',
      from: campaignAccount(campaign.id),
      to: userAccount(photo.submitter.keyType, photo.submitter.publicKey),
      amount: photo.reward,
      memo: `A photo for "${campaign.name}".`,
      at,
    });
  }

  /** Gives back place, reward and fuel, unless the photo was paid: what was paid stays paid. Its bytes go. */
  async #reject(id: string, reason: string): Promise<void> {
    const { db, now, onFault } = this.#options;
    const keys = await db.write(async (tx) => {
      const photo = await store.markRejected(tx, id, reason);
      if (!photo) return [];
      const keys = photo.picture ? [photo.picture.originalKey, photo.picture.thumbnailKey].sort() : [];
      for (const key of keys) await releaseBlob(tx, key);
      if (photo.paid) return keys;
      await giveBackPlace(tx, photo.campaignId, photo.reward);
      const campaign = await findCampaignById(tx, photo.campaignId);
      if (campaign?.fundedBy === network) await unbookPhoto(tx, rewardFor(photo, campaign));
      const account = userAccount(photo.submitter.keyType, photo.submitter.publicKey);
      const memo = `Not accepted: ${reason}`;
      if (photo.fuel > 0)
        await returnFuel(tx, { reason: `photo-fuel-back:${id}`, account, amount: photo.fuel, memo, at: now() });
      return keys;
    });
    await this.#removeBlobs(keys).catch((error: unknown) => onFault(error, 'removing the bytes of a rejected photo'));
  }

  async #removeBlobs(keys: readonly string[]) {
    const { db, blobs, now } = this.#options;
    for (const key of keys) {
      if (!(await db.write((tx) => startRemoval(tx, key, now())))) continue;
      await blobs.remove(key);
      await db.write((tx) => endRemoval(tx, key));
    }
  }
}

const rewardFor = (photo: Photo, { creator }: Campaign): PhotoReward => ({
  photoId: photo.id,
  sender: photo.submitter.publicKey,
  creator: creator.publicKey,
  amount: photo.reward,
  at: photo.receivedAt,
});

const makerOf = ({ creator }: Campaign): string => `${creator.keyType} ${creator.publicKey}`;

const sameUpload = (photo: Photo, given: Submission) => {
  if (photo.sha256 !== given.file.sha256) throw serviceError('idempotency_key_reused', { what: 'Idempotency-Key' });
  return { id: photo.id, state: photo.state };
};
