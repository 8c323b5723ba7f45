import { randomBytes } from 'node:crypto';
import { Client, createCampaign, ethereumSigner, type NewCampaign, type Signer } from '@trigpoint/client';
import { blackPng, intoPng, pngChunk } from '../hostile/containers.ts';

export interface Person {
  readonly client: Client;
  readonly publicKey: string;
}

/** Logs in with a fresh key. Refusals are what is looked at, so nothing is tried again unless asked for. */
export const logIn = async (
  url: string,
  signer: Signer = ethereumSigner(randomBytes(32)),
  retries = 0,
): Promise<Person> => {
  const client = new Client({ url, proofType: 'pol', retries });
  await client.login(signer, { role: 'payer' });
  return { client, publicKey: signer.publicKey.toLowerCase() };
};

/** A valid photo whose bytes depend on its number. */
export const photoNumber = (number: number): Uint8Array<ArrayBuffer> => {
  const note = pngChunk('tEXt', Buffer.from(`number\0${number}`));
  return new Uint8Array(intoPng(blackPng(40 + (number % 60), 30 + (Math.floor(number / 60) % 60), 90, 8), note));
};

/** A photo whose end is missing. Its beginning is enough to be taken for a photo. */
export const brokenPhoto = (number: number): Uint8Array<ArrayBuffer> => photoNumber(number).slice(0, -40);

export const openCampaign = async (person: Person, terms: Partial<NewCampaign>): Promise<string> => {
  const campaign = `Campaign ${randomBytes(8).toString('hex')}`;
  await createCampaign(person.client, {
    campaign,
    total_rewards: 1_000,
    reward_per_task: 1,
    max_submissions: 1_000,
    starts_at: new Date(Date.now() - 60_000),
    ends_at: new Date(Date.now() + 24 * 3_600_000),
    ...terms,
  });
  return campaign;
};

export const here = { latitude: 10, longitude: 20 };
