import type { Db } from '@trigpoint/server';
import type { Random } from '../proof.ts';
import { type Person, secretWord } from './people.ts';

/** A webhook that is paused, so that nothing leaves the machine, with a delivery that ended and one that waits. */
export interface WebhookObject {
  readonly id: string;
  readonly owner: Person;
  readonly deliveries: readonly string[];
}

type Keep = (what: string, text: string, ...readers: readonly Person[]) => string;
type Post = (who: Person, name: string, body: unknown) => Promise<{ result: never }>;

/** Longer than the proof runs, but no longer than a message ever waits for its next try. */
const later = Date.now() + 3 * 3_600_000;

export const makeWebhook = async (
  db: Db,
  random: Random,
  owner: Person,
  post: Post,
  keep: Keep,
): Promise<WebhookObject> => {
  const whose = `of ${owner.name}`;
  const url = `https://example.com/${keep(`the URL of a webhook ${whose}`, secretWord(random), owner)}`;
  const added = (await post(owner, 'add-webhook', { url, kinds: ['watch.inside'] })).result;
  const { id, secret } = added as { id: string; secret: string };
  await post(owner, 'edit-webhook', { webhook: id, state: 'paused' });
  const { secret: next } = (await post(owner, 'rotate-webhook-secret', { webhook: id })).result as { secret: string };
  // Each secret was told once, when it was made.
  keep(`an old secret of a webhook ${whose}`, secret);
  keep(`the secret of a webhook ${whose}`, next);
  keep(`the id of a webhook ${whose}`, id, owner);
  const deliveries: string[] = [];
  for (const state of ['delivered', 'waiting']) {
    const delivery = `msg_${Buffer.from(random.bytes(16)).toString('hex')}`;
    keep(`the id of a delivery ${whose}`, delivery, owner);
    const said = keep(`what a webhook ${whose} was told`, secretWord(random), owner);
    const answer = keep(`what the receiver ${whose} answered`, secretWord(random), owner);
    await db.run(
      `INSERT INTO delivery (id, webhook_id, kind, body, state, tries, answer, created_at, due_at, give_up_at, ended_at)
       VALUES (?, ?, 'watch.inside', ?, ?, 1, ?, ?, ?, ?, ?)`,
      [
        ...[delivery, id, JSON.stringify({ said }), state, answer, Date.now(), later, later],
        state === 'delivered' ? Date.now() : null,
      ],
    );
    deliveries.push(delivery);
  }
  return { id, owner, deliveries };
};
