import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fastSigner } from '@trigpoint/agent';
import { Client } from '@trigpoint/client';
import { type ServiceSettings, startServiceProcess } from '@trigpoint/dev/processes';
import { onEachDatabase } from '@trigpoint/dev/services';
import { ServiceError } from '@trigpoint/protocol';
import type { DbOptions } from '@trigpoint/server';
import { addUp, type Proof, type ProofOptions, seeded } from './proof.ts';
import { manners, openInside, openReceiver, type Receiver, redirecting } from './webhooks/receivers.ts';

const sizes = { small: { kills: 1, messages: 40 }, release: { kills: 60, messages: 6_000 } };
/**
 * If nothing arrives for this long, the rest is lost. A node that was killed holds its leases for half a minute, and a failed
 * message is tried again after 5 s and 30 s.
 */
const patienceMs = 240_000;

/**
 * Messages to webhooks are never lost and never go where they do not belong. Receivers are slow, fail, hang up, redirect or are
 * not there, and the service is killed with -9 again and again: whatever it said it would send arrives at its receiver, signed,
 * under one id and with one body. No message reaches an address inside, by redirect or by name.
 */
export const prove: Proof = async (options) => {
  const parts = await Promise.all([
    onEachDatabase(options.log, (name, place) => tryKills(name, place, options)),
    onEachDatabase(options.log, (name, place) => tryInside(name, place)),
  ]);
  return addUp(...parts.flat());
};

const login = async (url: string): Promise<Client> => {
  const client = new Client({ url, proofType: 'pol', retries: 0 });
  await client.login(fastSigner('solana', randomBytes(32)), { role: 'payer' });
  return client;
};

const tryKills = async (name: string, place: DbOptions, { seed, small, log }: ProofOptions) => {
  const random = seeded(seed);
  const { kills, messages } = small ? sizes.small : sizes.release;
  const inside = await openInside();
  const receivers = new Map<string, Receiver>();
  for (const [kind, manner] of Object.entries(manners)) receivers.set(kind, await openReceiver(manner));
  receivers.set('redirecting', await openReceiver(redirecting(inside.url)));
  const gone = await openReceiver(() => {});
  await gone.close();
  receivers.set('gone', gone);

  let life: ServiceSettings = { place, env: { WEBHOOKS_TO_PRIVATE: 'on' } };
  let service = await startServiceProcess(life);
  life = { ...life, env: { ...life.env, PORT: new URL(service.url).port } };
  try {
    const client = await login(service.url);
    const ids = new Map<string, string>();
    for (const [kind, it] of receivers) {
      const { result } = await client.call('add-webhook', { url: it.url });
      ids.set(kind, result.id);
      it.secret = result.secret;
    }
    const kinds = [...receivers.keys()];
    const owed = new Map<string, string>();
    const violations: string[] = [];
    const send = async (): Promise<void> => {
      while (owed.size < messages) {
        const kind = random.pick(kinds);
        try {
          const { result } = await client.call('test-webhook', { webhook: ids.get(kind) as string });
          owed.set(result.delivery, kind);
        } catch (error) {
          // Nobody answered, or the connection broke. Nothing was acknowledged, so nothing is owed.
          if (error instanceof ServiceError && error.status !== 503) violations.push(`refused: ${error.message}`);
          await pause(20);
        }
      }
    };
    const sending = Promise.all([send(), send(), send()]);
    for (let killed = 0; killed < kills; killed++) {
      const enough = ((killed + 1) * messages) / (kills + 1);
      while (owed.size < enough) await pause(10);
      await pause(random.int(300));
      await service.end('SIGKILL');
      service = await startServiceProcess(life);
    }
    await sending;

    const lacking = () =>
      [...owed].filter(([id, kind]) => kind in manners && !receivers.get(kind)?.got.has(id)).map(([id]) => id);
    for (let waited = 0, before = 0; waited < patienceMs; waited += 500) {
      const left = lacking().length;
      if (left === 0) break;
      if (left !== before) waited = 0;
      before = left;
      await pause(500);
    }
    violations.push(...lacking().map((id) => `${id} never reached its receiver, which is ${owed.get(id)}`));
    violations.push(...[...receivers].flatMap(([kind, it]) => checkReceived(kind, it, owed)));
    if (inside.visits() > 0) violations.push(`a redirect led inside ${inside.visits()} times`);
    const tries = [...receivers.values()].reduce((sum, it) => sum + [...it.got.values()].flat().length, 0);
    log(`${name}: ${kills} kills, ${owed.size} messages owed, ${tries} received`);
    return { name, tried: owed.size, violations };
  } finally {
    await service.end('SIGKILL');
    await inside.close();
    for (const it of receivers.values()) await it.close();
  }
};

const checkReceived = (kind: string, { got, unsigned }: Receiver, owed: ReadonlyMap<string, string>): string[] =>
  [...got].flatMap(([id, bodies]) => [
    // A message that was queued while its caller was cut off is owed to nobody, and harmless.
    ...(owed.has(id) && owed.get(id) !== kind ? [`${id} reached the receiver that is ${kind}, not its own`] : []),
    ...(new Set(bodies).size > 1 ? [`${id} came with several bodies`] : []),
    ...(unsigned.includes(id) ? [`${id} came with a wrong signature`] : []),
  ]);

/** Tries names and addresses that lead inside, where nobody allowed that. */
const tryInside = async (name: string, place: DbOptions) => {
  const inside = await openInside();
  const { port } = new URL(inside.url);
  const service = await startServiceProcess({ place });
  const violations: string[] = [];
  try {
    const client = await login(service.url);
    const add = (url: string) => client.call('add-webhook', { url });
    const literals = [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '169.254.169.254',
      '10.0.0.1',
    ];
    for (const host of literals)
      await add(`https://${host}:${port}/`).then(
        () => violations.push(`https://${host} was taken`),
        () => {},
      );
    const { id: webhook } = (await add(`https://localhost:${port}/`)).result;
    await client.call('test-webhook', { webhook });
    const tried = async () =>
      (await client.call('webhook-deliveries', { webhook })).result.deliveries.some((it) => it.tries > 0);
    for (let waited = 0; waited < patienceMs && !(await tried()); waited += 100) await pause(100);
    if (!(await tried())) violations.push('the message to localhost was never tried');
    if (inside.visits() > 0) violations.push(`an address inside was dialled ${inside.visits()} times`);
    return { name: `${name}, inside`, tried: literals.length + 1, violations };
  } finally {
    await service.end('SIGKILL');
    await inside.close();
  }
};
