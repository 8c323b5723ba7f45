import { randomBytes } from 'node:crypto';
import {
  acceptPhoto,
  Client,
  createCampaign,
  ethereumSigner,
  findCampaign,
  listPhotos,
  listSubmissions,
  rejectPhoto,
  submitPhoto,
} from '@trigpoint/client';
import { paint } from './paint.ts';

// A campaign from beginning to end: created, filled with photos by several people, reviewed, paid, read back.
//   npm start          in one terminal
//   node examples/dist/campaign.js [http://127.0.0.1:8080]

const url = process.argv[2] ?? 'http://127.0.0.1:8080';
const say = (line: string) => process.stdout.write(`${line}\n`);

const logIn = async () => {
  const client = new Client({ url, proofType: 'pol' });
  await client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
  return client;
};

const creator = await logIn();
const campaign = `Street art of Berlin ${Date.now()}`;
await createCampaign(creator, {
  campaign,
  description: 'Murals and stickers within the ring',
  tags: ['art', 'berlin'],
  latitude: 52.52,
  longitude: 13.405,
  radius: 10,
  total_rewards: 10,
  reward_per_task: 2.5,
  max_submissions: 4,
  ends_at: new Date(Date.now() + 24 * 3_600_000),
  review: true,
});
say(`created "${campaign}"`);

const people = await Promise.all([logIn(), logIn(), logIn()]);
for (const [i, person] of people.entries()) {
  const where = { latitude: 52.5 + i / 100, longitude: 13.4, accuracy_m: 12 };
  const { photo_id, state } = await submitPhoto(person, {
    campaign,
    photo: paint(i),
    captured_at: new Date(),
    ...where,
  });
  say(`person ${i + 1} sent photo ${photo_id}: ${state}`);
}

for await (const it of listSubmissions(creator, { campaign, review: 'pending' })) {
  const looksRight = it.latitude < 52.52;
  if (looksRight) await acceptPhoto(creator, it.photo_id);
  else await rejectPhoto(creator, it.photo_id, 'This is not street art.');
  say(`${looksRight ? 'accepted' : 'rejected'} ${it.photo_id}`);
}

for await (const photo of listPhotos(people[0] as Client, campaign))
  say(`${photo.created_at}  ${photo.width} × ${photo.height} ${photo.format}  ${photo.url}`);
for (const [i, person] of people.entries())
  for await (const it of listSubmissions(person, { campaign }))
    say(`person ${i + 1}: ${it.paid ? `earned ${it.reward} POINTS` : `earned nothing. ${it.reason}`}`);

const ended = await findCampaign(creator, campaign);
say(
  `paid ${ended?.paid} of ${ended?.total_rewards} POINTS for ${ended?.submissions} photos; the campaign is ${ended?.status}`,
);
