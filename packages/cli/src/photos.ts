import { readFile } from 'node:fs/promises';
import { listPhotos, listSubmissions, type PhotoInfo, type SubmissionInfo, submitPhoto } from '@trigpoint/client';
import type { Command } from 'commander';
import { withCampaign } from './find-campaign.ts';
import { spin } from './live.ts';
import { action, columns, examples, given, show, someNumber, take, UsageError, wholeNumber } from './output.ts';
import { type KeyFlags, logIn, withKey } from './session.ts';
import { localTime } from './times.ts';

interface SubmitFlags extends KeyFlags {
  readonly campaign: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy?: number;
  readonly capturedAt?: string;
}

interface FeedFlags extends KeyFlags {
  readonly since?: string;
  readonly limit: number;
}

export const addPhotoCommands = (program: Command): void => {
  const photo = program.command('photo').description('photos for a campaign');
  const submit = withKey(photo.command('submit <file>').description('send a photo and tell what became of it'))
    .requiredOption('--campaign <name>', 'the campaign')
    .requiredOption('--latitude <degrees>', 'where it was taken', someNumber('--latitude', -90, 90))
    .requiredOption('--longitude <degrees>', 'where it was taken', someNumber('--longitude', -180, 180))
    .option('--accuracy <metres>', 'how exactly the place is known', someNumber('--accuracy', 0, 1e7))
    .option('--captured-at <time>', 'when it was taken')
    .action(action(submitIt));
  examples(
    submit,
    'trigpoint photo submit examples/mural.png --campaign "Street art of Berlin" --latitude 52.51 --longitude 13.4',
  );
  const feed = withKey(photo.command('feed <campaign>').description('a campaign’s photos, newest first'))
    .option('--since <time>', 'only photos that were posted after this time')
    .option('--limit <n>', 'list this many at most', wholeNumber('--limit', 1, 1_000_000), 20)
    .action(action(feedOf));
  examples(
    feed,
    'trigpoint photo feed "Street art of Berlin"',
    'trigpoint photo feed "Street art of Berlin" --limit 100 --json',
  );
  const mine = withKey(photo.command('mine').description('what this key submitted, and what it earned'))
    .option('--limit <n>', 'list this many at most', wholeNumber('--limit', 1, 1_000_000), 20)
    .action(action(mineOf));
  examples(mine, 'trigpoint photo mine');
};

async function submitIt(file: string, flags: SubmitFlags): Promise<void> {
  const photo = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UsageError(`There is no photo ${file}.`) : error;
  });
  const { client } = await logIn(flags);
  const { campaign, latitude, longitude, accuracy, capturedAt } = flags;
  const sent = submitPhoto(client, {
    campaign,
    photo: new Uint8Array(photo),
    latitude,
    longitude,
    ...given({ accuracy_m: accuracy, captured_at: capturedAt }),
  });
  const { photo_id, state } = await withCampaign(client, campaign, () => spin('sending …', sent));
  const { result } = await client.call('submissions', { photo_id });
  const it = result.submissions[0];
  show(
    flags.json,
    { photo_id, state, reward: it?.reward, paid: it?.paid },
    () => `Photo ${photo_id}: ${it ? `${stateWords(it)}, ${worth(it)}` : state}.`,
  );
}

/** A photo whose pictures are ready may still wait for somebody to look at it. */
const stateWords = ({ state, review }: SubmissionInfo): string =>
  state === 'ready' && review === 'pending' ? 'waits for its review' : state;

/** What a photo has earned its sender, or will earn. */
const worth = ({ paid, reward, reason }: SubmissionInfo): string =>
  paid ? `${reward} POINTS` : reason || `${reward} POINTS once it is accepted`;

async function feedOf(campaign: string, flags: FeedFlags): Promise<void> {
  const { client } = await logIn(flags);
  const page = { pageSize: Math.min(flags.limit, 1000), ...given({ since: flags.since }) };
  const photos = await withCampaign(client, campaign, () =>
    take<PhotoInfo>(listPhotos(client, campaign, page), flags.limit),
  );
  show(flags.json, photos, () =>
    photos.length === 0
      ? 'No photos yet.'
      : columns(photos.map((it) => [localTime(it.created_at), `${it.width}×${it.height} ${it.format}`, it.url])),
  );
}

async function mineOf(flags: FeedFlags): Promise<void> {
  const { client } = await logIn(flags);
  const mine = await take<SubmissionInfo>(listSubmissions(client, {}), flags.limit);
  show(flags.json, mine, () =>
    mine.length === 0
      ? 'Nothing submitted yet.'
      : columns(mine.map((it) => [localTime(it.received_at), it.campaign, stateWords(it), worth(it)])),
  );
}
