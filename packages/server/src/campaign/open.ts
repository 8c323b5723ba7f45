import { join } from 'node:path';
import type { Metrics } from '../metrics/metrics.ts';
import { type Blobs, openFileBlobs } from './blobs.ts';
import { type CampaignRules, Campaigns } from './campaigns.ts';
import { watchImages } from './image-figures.ts';
import { type ImageLimits, type Images, openImages } from './image-pool.ts';
import { Photos, type PhotosOptions } from './photos.ts';
import { openS3Blobs, type S3Config } from './s3-blobs.ts';
import { openSpool, type Spool } from './spool.ts';

export interface CampaignRoom {
  readonly spool: Spool;
  readonly blobs: Blobs;
  readonly images: Images;
  readonly campaigns: Campaigns;
  readonly photos: Photos;
}

interface Options
  extends Pick<PhotosOptions, 'db' | 'now' | 'random' | 'fuel' | 'budget' | 'provenPlaces' | 'onFault'> {
  readonly dataDir: string;
  readonly rules: CampaignRules;
  readonly limits: Partial<ImageLimits>;
  readonly spoolBytes: number;
  readonly s3: S3Config | undefined;
  readonly metrics: Metrics;
  readonly closers: (() => Promise<void> | void)[];
}

/** Opens the room of campaigns and photos, from the upload to the bytes that are served. */
export const openCampaigns = async (options: Options): Promise<CampaignRoom> => {
  const { dataDir, rules, limits, spoolBytes, s3, metrics, closers, ...common } = options;
  const { db, now, random, budget } = common;
  const spool = await openSpool(join(dataDir, 'spool'), spoolBytes);
  closers.push(() => spool.close());
  const blobs = s3 ? openS3Blobs(s3, now) : await openFileBlobs(join(dataDir, 'photos'));
  const images = openImages(spool, limits);
  closers.push(() => images.close());
  watchImages(metrics, images);
  const campaigns = new Campaigns({ db, now, random, rules, budget });
  const photos = new Photos({ ...common, campaigns, images, blobs });
  return { spool, blobs, images, campaigns, photos };
};
