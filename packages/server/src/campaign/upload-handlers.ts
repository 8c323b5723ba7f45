import { invalidField, type ReplyOf, readTime, type uploadRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { readIdempotencyKey } from '../http/handler.ts';
import type { Upload } from '../http/upload.ts';
import { readNumber } from './wire-values.ts';

/** Half of the way around the earth, in metres. No position can be wrong by more. */
const maxAccuracyM = 20_038_000;

/** Called before the photo is stored. Returns who made the campaign. */
export const expectPhoto =
  ({ photos }: Pick<Context, 'photos'>) =>
  ({ session, fields, headers }: Omit<Upload, 'file'>): Promise<string> => {
    const campaign = fields.get('campaign');
    if (!campaign) throw invalidField('campaign', 'is required, before the photo');
    return photos.expect(session, { campaign, idempotencyKey: readIdempotencyKey(headers) });
  };

export const submitPhotoHandler =
  ({ photos }: Pick<Context, 'photos'>) =>
  async ({ session, fields, file, headers }: Upload): Promise<ReplyOf<(typeof uploadRoutes)['submit-photo']>> => {
    const required = (name: string) => {
      const value = fields.get(name);
      if (!value) throw invalidField(name, 'is required');
      return value;
    };
    const accuracy = fields.get('accuracy_m');
    const capturedAt = fields.get('captured_at');
    const { id, state } = await photos.submit(session, {
      campaign: required('campaign'),
      place: {
        latitude: readNumber('latitude', required('latitude'), -90, 90),
        longitude: readNumber('longitude', required('longitude'), -180, 180),
      },
      accuracyM: accuracy ? readNumber('accuracy_m', accuracy, 0, maxAccuracyM) : undefined,
      capturedAt: capturedAt ? readTime('captured_at', capturedAt) : undefined,
      file,
      idempotencyKey: readIdempotencyKey(headers),
    });
    return { result: { success: true, photo_id: id, state } };
  };
