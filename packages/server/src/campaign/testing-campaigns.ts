import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Place } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { type Answer, ethereumKey, logIn, post, solanaKey, startTestService } from '../testing.ts';

export const hour = 3_600_000;
export const iso = (at: number) => new Date(at).toISOString();
/** How often a photo is sent to a machine that has no time for it. */
const mostTries = 5;
let counter = 0;

/** A campaign's fields, open now and around `here`. */
export const terms = (changes: Record<string, unknown> = {}) => ({
  campaign: `Campaign ${++counter} ${Math.random()}`,
  description: 'Street art of the old town',
  type: 'individual',
  currency: 'POINTS',
  latitude: 52.52,
  longitude: 13.405,
  radius: 10,
  total_rewards: 100,
  reward_per_task: 1.5,
  fuel_required: 1,
  starts_at: iso(Date.now() - hour),
  ends_at: iso(Date.now() + hour),
  max_submissions: 50,
  is_active: true,
  ...changes,
});

export const here = { latitude: '52.52', longitude: '13.405' };

/** A small photo, another scene for every seed. */
export const picture = (seed: number, width = 120, height = 90) => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    pixels[i * 3] = (x * (seed % 7) + seed) & 255;
    pixels[i * 3 + 1] = (y * (seed % 5) * 2 + seed * 3) & 255;
    pixels[i * 3 + 2] = ((x ^ y) * (seed % 3)) & 255;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
};

/** Sends a photo, as clients do: where the machine had no time for it, again. */
export const sendPhoto = async (
  { url }: Pick<Service, 'url'>,
  fields: Record<string, string>,
  photo: Uint8Array | undefined,
  headers: Record<string, string>,
): Promise<Answer> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (photo) form.append('photo', new Blob([Buffer.from(photo)]), 'photo.jpg');
  for (let tries = 1; ; tries++) {
    const reply = await fetch(`${url}/proof/v1/pol/submit-photo`, { method: 'POST', headers, body: form });
    if (reply.status !== 503 || tries === mostTries)
      return { status: reply.status, headers: reply.headers, body: await reply.json() };
    await setTimeout(1_000);
  }
};

/** A service with two people logged in: Alice, who creates campaigns, and Bob. */
class CampaignStage {
  service!: Service;
  alice!: string;
  bob!: string;
  #dataDir = '';

  async open(place: Place): Promise<void> {
    const options = await place.fresh();
    this.#dataDir = options.dataDir;
    this.service = await startTestService(options, { FUEL_PER_DAY: '20', MAX_PHOTO_BYTES: '200000' });
    this.alice = await logIn(this.service, ethereumKey());
    this.bob = await logIn(this.service, solanaKey(), { proofType: 'pob' });
  }

  create(body: unknown, cookie = this.alice, headers: Record<string, string> = {}): Promise<Answer> {
    return post(this.service, '/create-campaign', body, { cookie, ...headers });
  }

  /** Creates a campaign and tells its name. */
  async created(changes: Record<string, unknown> = {}): Promise<string> {
    const body = terms(changes);
    expect(await this.create(body)).toMatchObject({ status: 200 });
    return body.campaign;
  }

  feed(body: unknown, cookie = this.alice): Promise<Answer> {
    return post(this.service, '/photo-feed-from-campaign', body, { cookie });
  }

  ask(name: string, body: unknown, cookie = this.alice): Promise<Answer> {
    return post(this.service, `/proof/v1/pol/${name}`, body, { cookie });
  }

  send(
    fields: Record<string, string>,
    photo: Uint8Array | undefined,
    cookie = this.alice,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return sendPhoto(this.service, fields, photo, { cookie, ...headers });
  }

  /** Sends a photo of this seed to a campaign, taken in its middle. */
  async sendTo(campaign: string, seed: number, cookie = this.alice): Promise<Answer> {
    return this.send({ campaign, ...here }, await picture(seed), cookie);
  }

  /** What uploads have left in the spool. */
  async onDisk(): Promise<string[]> {
    return (await readdir(join(this.#dataDir, 'spool'), { recursive: true })).filter((it) => it.includes('/'));
  }
}

/** One stage for the tests of a file, opened before the first and closed after the last. */
export const campaignStage = (place: Place): CampaignStage => {
  const stage = new CampaignStage();
  beforeAll(() => stage.open(place));
  afterAll(() => stage.service.close());
  return stage;
};
