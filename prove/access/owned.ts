import type { Db } from '@trigpoint/server';
import type { Random } from '../proof.ts';
import { type Person, secretWord } from './people.ts';

export interface ApiKeyObject {
  readonly id: string;
  readonly owner: Person;
}
export interface WatchObject {
  readonly id: string;
  readonly owner: Person;
  readonly prover: string;
}
export interface WebhookObject {
  readonly id: string;
  readonly owner: Person;
  readonly delivery: string;
}

type Post = (
  who: Person,
  name: string,
  body: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
) => Promise<any>;
type Keep = (what: string, text: string, ...readers: readonly Person[]) => string;

const day = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Keys, watches and webhooks of each owner. Nothing happens to them while the world stands: watches begin tomorrow. */
export const makeOwned = async (
  db: Db,
  random: Random,
  owners: readonly Person[],
  prover: string,
  { post, keep }: { post: Post; keep: Keep },
): Promise<{ apiKeys: ApiKeyObject[]; watches: WatchObject[]; webhooks: WebhookObject[] }> => {
  const [apiKeys, watches, webhooks]: [ApiKeyObject[], WatchObject[], WebhookObject[]] = [[], [], []];
  const fresh = (what: string, owner: Person) => keep(what, secretWord(random), owner);
  for (const owner of owners) {
    const whose = `of ${owner.name}`;
    for (const scopes of [['read'], ['ask', 'read', 'admin']]) {
      const made = (await post(owner, 'create-key', { name: fresh(`the name of a key ${whose}`, owner), scopes }))
        .result;
      keep(`a key ${whose}`, made.key);
      apiKeys.push({ id: keep(`the id of a key ${whose}`, made.info.id, owner), owner });
    }
    const { watch } = (
      await post(owner, 'watch-add', {
        ...{ prover, every_seconds: 21_600, name: fresh(`the name of a watch ${whose}`, owner) },
        ...{ from: iso(Date.now() + day), until: iso(Date.now() + 3 * day) },
      })
    ).result;
    // The log names it to everybody.
    watches.push({ id: watch.watch, owner, prover });

    const url = `https://hooks.example/${fresh(`the URL of a webhook ${whose}`, owner)}`;
    const { id, secret } = (await post(owner, 'add-webhook', { url })).result;
    keep(`the secret of a webhook ${whose}`, secret.replace('whsec_', ''));
    await post(owner, 'edit-webhook', { webhook: id, state: 'paused' });
    const delivery = keep(`a delivery ${whose}`, `msg_${Buffer.from(random.bytes(16)).toString('hex')}`, owner);
    await db.run(
      `INSERT INTO delivery (id, webhook_id, kind, body, state, tries, answer, created_at, due_at, give_up_at, ended_at)
       VALUES (?, ?, 'webhook.test', ?, 'delivered', 1, '', ?, 1, 1, ?)`,
      [delivery, id, JSON.stringify({ word: fresh(`a message ${whose}`, owner) }), Date.now(), Date.now()],
    );
    webhooks.push({ id: keep(`a webhook ${whose}`, id, owner), owner, delivery });
  }
  return { apiKeys, watches, webhooks };
};
