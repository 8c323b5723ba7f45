import { submitPhoto } from '@trigpoint/client';
import { serviceEnv } from '@trigpoint/dev/services';
import { ServiceError } from '@trigpoint/protocol';
import { type DbOptions, readConfig, startService } from '@trigpoint/server';
import { checkBooks, checkCleared } from './books.ts';
import { brokenPhoto, here, logIn, openCampaign, photoNumber } from './people.ts';

interface Race {
  readonly places: number;
  readonly moneyFor: number;
  /** One sender in so many sends a photo that turns out to be broken; 0 means none. */
  readonly brokenOneIn: number;
}

const races: readonly Race[] = [
  { places: 10, moneyFor: 7, brokenOneIn: 0 },
  { places: 7, moneyFor: 10, brokenOneIn: 0 },
  { places: 10, moneyFor: 7, brokenOneIn: 5 },
];

/** Many people submit at once to a campaign with few places and money for fewer: exactly as many are paid as can be. */
export const racePhotos = async (
  place: DbOptions,
  { small, log }: { small: boolean; log(line: string): void },
): Promise<{ tried: number; violations: string[] }> => {
  const service = await startService(readConfig({ ...serviceEnv(place), LOG_LEVEL: 'silent' }));
  const violations: string[] = [];
  const count = small ? 20 : 200;
  let tried = 0;
  try {
    const people = [];
    for (let i = 0; i < count; i++) people.push(await logIn(service.url));
    const creator = await logIn(service.url);
    for (const { places, moneyFor, brokenOneIn } of small ? races.slice(0, 2) : races) {
      const campaign = await openCampaign(creator, {
        reward_per_task: 3,
        total_rewards: 3 * moneyFor + 2,
        max_submissions: places,
      });
      const outcomes = new Map<string, number>();
      await Promise.all(
        people.map(async ({ client }, i) => {
          const isBroken = brokenOneIn > 0 && i % brokenOneIn === 0;
          const photo = isBroken ? brokenPhoto(tried + i) : photoNumber(tried + i);
          const outcome = await submitPhoto(client, { campaign, photo, ...here }).then(
            ({ state }) => state as string,
            (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
          );
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }),
      );
      tried += count;
      const name = `${count} people, ${places} places, money for ${moneyFor}`;
      log(`${name}: ${JSON.stringify(Object.fromEntries(outcomes))}`);
      const paid = outcomes.get('ready') ?? 0;
      const most = Math.min(places, moneyFor);
      if (brokenOneIn === 0 ? paid !== most : paid > most) violations.push(`${name}: ${paid} were paid`);
      for (const outcome of outcomes.keys())
        if (!['ready', 'campaign_full', 'campaign_spent', 'invalid_photo'].includes(outcome))
          violations.push(`${name}: ${outcomes.get(outcome)} heard ${outcome}`);
    }
    violations.push(...(await checkBooks(service.context.db, place.dataDir)));
    violations.push(...(await checkCleared(service.context.db, place.dataDir)));
  } finally {
    await service.close();
  }
  return { tried, violations };
};
