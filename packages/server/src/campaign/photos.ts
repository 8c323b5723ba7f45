import type { Place } from '@trigpoint/proofs';
import { type PhotoState, ServiceError, serviceError } from '@trigpoint/protocol';
import { skipping, type Tx } from '../db/driver.ts';
import { inParts } from '../db/in-parts.ts';
import { campaignAccount, network, userAccount } from '../ledger/accounts.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { bookPhoto, nextDay, type PhotoReward, type RewardBudget, unbookPhoto } from '../ledger/budgets.ts';
import { type FuelRules, fuelOf, isRefilled, returnFuel, spendFuel } from '../ledger/fuel.ts';
import { InsufficientBalance, transfer } from '../ledger/transfers.ts';
import { iso } from '../times.ts';
import { unavailable } from '../unavailable.ts';
import type { Foundation } from '../wiring/foundation.ts';
import { endRemoval, holdBlob, listUnused, releaseBlob, startRemoval } from './blob-store.ts';
import { type Blobs, blobKey } from './blobs.ts';
import { type Campaign, type Campaigns, type Person, samePerson } from './campaigns.ts';
import type { Images } from './image-pool.ts';
import { hashDistance, type ReadImage } from './images.ts';
import { checkOpen, checkPlace, checkProof, checkTime, type Proof } from './photo-checks.ts';
import type { Photo, Picture } from './photo-store.ts';
import * as store from './photo-store.ts';
import type { Received } from './spool.ts';
import { countPaid, findCampaignById, giveBackPlace, takePlace } from './store.ts';
import { paidOutcome, readFigures } from './tallies.ts';
import { countOutcome } from './tally-store.ts';

export type { Photo, Picture } from './photo-store.ts';

/** Reads where a person's key was verified to be, and when. */
type ProvenPlaces = (who: Person) => Promise<readonly Proof[]>;

export interface PhotosOptions extends Pick<Foundation, 'db' | 'now' | 'random'> {
  campaigns: Campaigns;
  images: Images;
  blobs: Blobs;
  fuel: FuelRules;
  budget: RewardBudget;
  provenPlaces: ProvenPlaces;
  /** Called for a fault that does not change the caller's answer. */
  onFault: (error: unknown, doing: string) => void;
}

interface Submission {
  campaign: string;
  place: Place;
  accuracyM: number | undefined;
  capturedAt: number | undefined;
  file: Received;
  idempotencyKey: string | undefined;
}

/** An upload that was not renewed for this long counts as interrupted: its process has ended. */
const leaseMs = 15 * 60_000;
/** An upload is renewed this often, because it may wait longer than its lease for a worker. */
const renewEveryMs = leaseMs / 3;
/**
 * Photos whose hashes differ in at most this many of 64 bits are near duplicates. Copies differ in few bits, other scenes in
 * about half.
 */
const nearDuplicateBits = 6;
/** How many submissions of a list are in memory at a time. Each has about a kilobyte. */
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

  /** Takes a photo in. It is checked, reserved, read and stored. Unless the campaign has a review, it is then shown and paid. */
  async submit(who: Person, given: Submission): Promise<{ id: string; state: PhotoState }> {
    const { db, campaigns } = this.#options;
    const campaign = await campaigns.find(given.campaign);
    const repeated = given.idempotencyKey && (await store.findByIdempotencyKey(db, who, given.idempotencyKey));
    if (repeated) return sameUpload(repeated, campaign, given);
    return this.#counted(campaign, () => this.#take(campaign, who, given));
  }

  /**
   * Checks what can be checked before any byte of the photo is stored: is there such a campaign, does it take photos, does
   * the key have fuel for it? Returns who made the campaign. All of it is checked again when the photo has arrived.
   */
  async expect(who: Person, given: Pick<Submission, 'campaign' | 'idempotencyKey'>): Promise<string> {
    const { db, now, fuel, campaigns } = this.#options;
    const campaign = await campaigns.find(given.campaign);
    const creator = creatorOf(campaign);
    // A repeated upload gets the first answer again, also if the campaign takes no photos any more.
    if (given.idempotencyKey && (await store.findByIdempotencyKey(db, who, given.idempotencyKey))) return creator;
    return this.#counted(campaign, async () => {
      checkOpen(campaign, now());
      const needed = campaign.fuelRequired;
      const held = needed > 0 ? await fuelOf(db, fuel, userAccount(who.keyType, who.publicKey), now()) : 0;
      if (held < needed) throw fuelShort(needed, held);
      return creator;
    });
  }

  async #take(campaign: Campaign, who: Person, given: Submission): Promise<{ id: string; state: PhotoState }> {
    const { images, now, provenPlaces } = this.#options;
    checkOpen(campaign, now());
    checkPlace(campaign, given.place, given.accuracyM);
    checkTime(campaign, given.capturedAt, now());
    const format = await images.identify(given.file.path);
    if (campaign.proofMaxAgeMs !== undefined) checkProof(campaign, await provenPlaces(who), now());
    const reserved = await this.#reserve(campaign, who, given);
    if ('repeated' in reserved) return sameUpload(reserved.repeated, campaign, given);
    const renewing = setInterval(() => void this.#renew(reserved.id), renewEveryMs);
    try {
      const whose = { creator: creatorOf(campaign), sender: `${who.keyType} ${who.publicKey}` };
      const image = await images.read(given.file.path, format, whose, () => this.#markProcessing(reserved.id));
      await this.#keep(reserved, image);
      return await this.#finish(reserved.id);
    } catch (error) {
      const reason = error instanceof ServiceError ? error.message : 'It could not be stored. Send it again.';
      if (await this.#reject(reserved.id, reason, 'unfinished')) throw error;
      // The answer to the last write may be lost. Then the photo stands, and was paid.
      const kept = await store.findPhoto(this.#options.db, reserved.id);
      if (kept?.state !== 'ready') throw error;
      return { id: kept.id, state: kept.state };
    } finally {
      clearInterval(renewing);
    }
  }

  /** The campaign's creator accepts (and pays) or rejects a photo. The same decision again changes nothing. */
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
      await this.#reject(photoId, reason, 'any');
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

  /**
   * A campaign's photos, newest first. If photos are returned, the session was checked. If none are, throws if the campaign
   * is hidden or unknown.
   */
  async feed(campaign: string, viewer: store.Viewer, page: store.FeedPage) {
    const { db, campaigns, now } = this.#options;
    const found = await store.listFeed(skipping(db, page.skip), campaign, viewer, now(), page);
    if (found.length === 0) await campaigns.findVisible(campaign, viewer);
    return found;
  }

  /** A person's own submissions, some at a time. The creator of the named campaign sees those of everybody. */
  async submissions(
    who: Person,
    {
      campaign: name,
      ...search
    }: Omit<store.SubmissionSearch, 'campaignId' | 'submitter'> & { campaign?: string | undefined },
  ) {
    const campaign = name === undefined ? undefined : await this.#options.campaigns.find(name);
    const seesAll = campaign && samePerson(campaign.creator, who);
    const submitter = seesAll ? undefined : who;
    type Listed = Photo & { campaignName: string };
    return inParts(search.limit, readAtATime, (after: Listed | undefined, limit) => {
      const before = after ? { at: after.receivedAt, id: after.id } : search.before;
      return store.listSubmissions(this.#options.db, { ...search, campaignId: campaign?.id, submitter, before, limit });
    });
  }

  /**
   * Rejects uploads that were interrupted, and deletes unused blobs. With `all`, for the only process at its start, no upload
   * is running.
   */
  async recover(all: boolean): Promise<number> {
    const { db, now } = this.#options;
    let count = 0;
    for (;;) {
      const rows = await store.listInterrupted(db, all ? Number.MAX_SAFE_INTEGER : now());
      for (const { id } of rows) await this.#reject(id, 'The upload was interrupted. Send it again.', 'unfinished');
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

  /** Counts a refusal among the figures of the campaign. */
  async #counted<T>(campaign: Campaign, work: () => Promise<T>): Promise<T> {
    const { db, now, onFault } = this.#options;
    try {
      return await work();
    } catch (refusal) {
      if (refusal instanceof ServiceError && refusal.status < 500)
        await db
          .write((tx) => countOutcome(tx, campaign.id, refusal.code, now()))
          .catch((error: unknown) => onFault(error, 'counting a refused photo'));
      throw refusal;
    }
  }

  /** Stores the photo and takes a place, its reward and the fuel, in one transaction. */
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
          throw unavailable('The campaign is being changed.', 1);
        }
        if (campaign.fundedBy === network) {
          const whose = await bookPhoto(tx, budget, rewardFor(photo, campaign));
          const until = iso(nextDay(at));
          if (whose !== undefined) throw serviceError('rewards_used_up', { whose, until });
        }
        const memo = `A photo for "${campaign.name}".`;
        if (photo.fuel > 0)
          await spendFuel(tx, fuel, { reason: `photo-fuel:${photo.id}`, account, amount: photo.fuel, memo, at });
        return photo;
      });
    } catch (error) {
      if (!(error instanceof InsufficientBalance)) throw error;
      throw fuelShort(photo.fuel, await fuelOf(db, fuel, account, at));
    }
  }

  async #renew(id: string): Promise<void> {
    const { db, now, onFault } = this.#options;
    await db
      .write((tx) => store.renewUpload(tx, id, now() + leaseMs))
      .catch((error: unknown) => onFault(error, 'renewing an upload'));
  }

  #markProcessing(id: string) {
    const { db, now } = this.#options;
    return db.write((tx) => store.markProcessing(tx, id, now() + leaseMs));
  }

  /** First names the blobs in the database, then stores their bytes. So there are never bytes without a row. */
  async #keep(photo: Photo, image: ReadImage) {
    const { db, blobs } = this.#options;
    const picture = pictureOf(image);
    const others = await store.listHashes(db, photo.campaignId, photo.submitter);
    const twin = others.find((it) => hashDistance(it.dhash, image.dhash) <= nearDuplicateBits);
    await db.write(async (tx) => {
      for (const key of [picture.originalKey, picture.thumbnailKey].sort())
        if (!(await holdBlob(tx, key))) throw unavailable('The same picture is just being removed.', 2);
      if ((await store.namePicture(tx, photo.id, picture, image.dhash, twin?.id)) !== 1)
        throw unavailable('The upload took too long.', 1);
    });
    await blobs.keep(picture.originalKey, image.original.path);
    await blobs.keep(picture.thumbnailKey, image.thumbnail.path);
  }

  /** Shows and pays the photo in one transaction, or lets it wait for its review. Its bytes are stored by now. */
  #finish(id: string): Promise<{ id: string; state: PhotoState }> {
    const { db, now } = this.#options;
    return db.write(async (tx) => {
      const photo = await store.findPhoto(tx, id);
      const campaign = photo && (await findCampaignById(tx, photo.campaignId));
      if (!photo || !campaign) throw new Error(`photo ${id} is gone`);
      const at = now();
      if ((await store.markReady(tx, id, !campaign.review, at)) !== 1)
        throw unavailable('The upload took too long.', 1);
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

  /**
   * Rejects a photo and removes its bytes. Gives back place, reward and fuel, unless the photo was paid. Returns false if it
   * cannot be rejected any more.
   */
  async #reject(id: string, reason: string, which: store.Rejectable): Promise<boolean> {
    const { db, now, onFault } = this.#options;
    const keys = await db.write(async (tx) => {
      const photo = await store.markRejected(tx, id, reason, which);
      if (!photo) return undefined;
      const keys = photo.picture ? [photo.picture.originalKey, photo.picture.thumbnailKey].sort() : [];
      for (const key of keys) await releaseBlob(tx, key);
      if (photo.paid) return keys;
      await giveBackPlace(tx, photo.campaignId, photo.reward);
      const campaign = await findCampaignById(tx, photo.campaignId);
      if (campaign?.fundedBy === network) await unbookPhoto(tx, rewardFor(photo, campaign));
      const account = userAccount(photo.submitter.keyType, photo.submitter.publicKey);
      const memo = `Not accepted: ${reason}`;
      const at = now();
      if (photo.fuel > 0 && !isRefilled(photo.receivedAt, at))
        await returnFuel(tx, { reason: `photo-fuel-back:${id}`, account, amount: photo.fuel, memo, at });
      return keys;
    });
    if (!keys) return false;
    await this.#removeBlobs(keys).catch((error: unknown) => onFault(error, 'removing the bytes of a rejected photo'));
    return true;
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

const fuelShort = (needed: number, held: number) =>
  serviceError('fuel_short', { needed: fromMillionths(needed), held: fromMillionths(held) });

const creatorOf = ({ creator }: Campaign): string => `${creator.keyType} ${creator.publicKey}`;

const sameUpload = (photo: Photo, campaign: Campaign, { file, place, accuracyM, capturedAt }: Submission) => {
  const isSame =
    photo.sha256 === file.sha256 &&
    photo.campaignId === campaign.id &&
    photo.latitude === place.latitude &&
    photo.longitude === place.longitude &&
    photo.accuracyM === accuracyM &&
    photo.capturedAt === capturedAt;
  if (!isSame) throw serviceError('idempotency_key_reused', { what: 'Idempotency-Key' });
  return { id: photo.id, state: photo.state };
};
