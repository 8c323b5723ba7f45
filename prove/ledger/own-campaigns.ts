import { createCampaign, submitPhoto } from '@trigpoint/client';
import { serviceEnv } from '@trigpoint/dev/services';
import { ServiceError } from '@trigpoint/protocol';
import { type DbOptions, readConfig, startService } from '@trigpoint/server';
import { here, logIn, openCampaign, type Person, photoNumber } from '../photos/people.ts';
import { type ProofOptions, type ProofResult, seeded } from '../proof.ts';

const points = 1_000_000;
const budget = { total: 110, each: 20 };
const dayMs = 86_400_000;

/** Fresh keys make campaigns that the network funds, and send each other photos. They get no more than the budget of a day. */
export const proveOwnCampaigns = async (place: DbOptions, { seed, small, log }: ProofOptions): Promise<ProofResult> => {
  const env = { CAMPAIGN_REWARDS_PER_DAY: String(budget.total), REWARDS_PER_DAY_EACH: String(budget.each) };
  const service = await startService(readConfig({ ...serviceEnv(place), ...env, LOG_LEVEL: 'silent' }));
  const violations: string[] = [];
  const random = seeded(seed);
  let tried = 0;
  try {
    const people: Person[] = [];
    for (let i = 0; i < (small ? 8 : 60); i++) people.push(await logIn(service.url));
    const terms = { total_rewards: 1_000_000_000, max_submissions: 1_000_000, fuel_required: 0 };
    const made = await Promise.all(
      people.map(async (person) => {
        const billion = {
          campaign: `A billion ${person.publicKey}`,
          reward_per_task: 1_000_000_000,
          ends_at: new Date(Date.now() + 1e7),
        };
        const outcome = await createCampaign(person.client, { ...terms, ...billion }).catch((error: unknown) => error);
        if (!(outcome instanceof ServiceError)) violations.push('a reward of a billion for a photo was taken');
        return openCampaign(person, { ...terms, reward_per_task: 1 + random.int(budget.each) });
      }),
    );
    const outcomes = new Map<string, number>();
    await Promise.all(
      people.map(async ({ client }, i) => {
        const own = random.fork(i);
        for (let n = 0; n < (small ? 10 : 30); n++) {
          const campaign = own() < 0.5 ? (made[i] as string) : own.pick(made);
          const outcome = await submitPhoto(client, { campaign, photo: photoNumber(tried++), ...here }).then(
            ({ state }) => state as string,
            (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
          );
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
      }),
    );
    log(`${people.length} fresh keys, ${tried} photos: ${JSON.stringify(Object.fromEntries(outcomes))}`);
    for (const outcome of outcomes.keys())
      if (!['ready', 'rewards_used_up'].includes(outcome)) violations.push(`somebody heard ${outcome}`);
    const { db } = service.context;
    const paid = await db.all<{ sender: string; creator: string; received_at: number; amount: number }>(
      `SELECT p.public_key AS sender, c.creator_public_key AS creator, p.received_at, t.amount
       FROM photo p JOIN campaign c ON c.id = p.campaign_id JOIN ledger_transfer t ON t.reason = 'photo:' || p.id`,
    );
    const sums = new Map<string, number>();
    for (const { sender, creator, received_at, amount } of paid)
      for (const name of [`sender ${sender}`, `creator ${creator}`, 'total']) {
        const key = `${name} on day ${Math.floor(received_at / dayMs)}`;
        sums.set(key, (sums.get(key) ?? 0) + amount / points);
      }
    // On PostgreSQL, people who are paid in the same moment do not see each other's part of the total.
    const slack = db.dialect === 'sqlite' ? 0 : people.length * budget.each;
    for (const [name, sum] of sums) {
      const most = name.startsWith('total') ? budget.total + slack : budget.each;
      if (sum > most) violations.push(`${name}: ${sum} POINTS were paid, and ${most} is the most`);
    }
    if (paid.length === 0) violations.push('no photo was ever paid');
  } finally {
    await service.close();
  }
  return { tried, violations };
};
