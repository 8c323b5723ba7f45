import type { Client } from '@trigpoint/client';
import { type BodyOf, type ReplyOf, type WebhookKind, webhookKinds, type webhookRoutes } from '@trigpoint/protocol';
import type { Command } from 'commander';
import { action, columns, counted, examples, show, UsageError, wholeNumber } from './output.ts';
import { commandLine, type KeyFlags, logIn, withKey } from './session.ts';
import { withHint } from './suggestions.ts';
import { localTime } from './times.ts';

interface KindFlags extends KeyFlags {
  readonly kinds?: readonly WebhookKind[];
}

interface ListFlags extends KeyFlags {
  readonly limit: number;
}

type Routes = typeof webhookRoutes;
type Delivery = ReplyOf<Routes['webhook-deliveries']>['result']['deliveries'][number];

const readKinds = (text: string): WebhookKind[] =>
  text.split(',').map((given) => {
    const kind = webhookKinds.find((it) => it === given.trim());
    if (!kind) throw new UsageError(`--kinds takes some of ${webhookKinds.join(', ')}, not "${given.trim()}".`);
    return kind;
  });

/** URLs that are told when something happens. */
export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('be told at a URL when challenges end and agents go');
  const withKinds = (command: Command) =>
    command.option('--kinds <kinds>', `what to be told about: ${webhookKinds.join(',')}`, readKinds);
  const command = (usage: string, does: string) => withKey(webhook.command(usage).description(does));
  const add = withKinds(command('add', 'add a URL; its secret is shown once'))
    .argument('<url>', 'where messages are posted to')
    .action(action(addUrl));
  examples(add, 'trigpoint webhook add https://example.com/hook --kinds challenge.refuted,agent.offline');
  command('list', 'list the webhooks of a key').action(action(list));
  withKinds(command('edit <webhook>', 'change what a webhook is told about')).action(
    action((id: string, flags: KindFlags) => change(id, flags, flags.kinds ? { kinds: [...flags.kinds] } : {})),
  );
  for (const [name, state, does] of [
    ['pause', 'paused', 'send nothing to a webhook'],
    ['resume', 'on', 'send to a webhook again'],
  ] as const)
    command(`${name} <webhook>`, does).action(action((id: string, flags: KeyFlags) => change(id, flags, { state })));
  command('remove <webhook>', 'remove a webhook and what waits for it').action(action(remove));
  command('rotate <webhook>', 'make a new secret; the old one signs as well for 24 hours').action(action(rotate));
  command('test <webhook>', 'send a message of kind webhook.test').action(action(sendTest));
  command('deliveries <webhook>', 'list what was sent to a webhook, and what became of it')
    .option('--limit <n>', 'list this many at most', wholeNumber('--limit', 1, 200), 20)
    .action(action(listDeliveries));
  command('replay <webhook> <delivery>', 'send a message again, with the same id').action(action(replay));
};

/** Asks for something about a webhook. If there is none of that id, the error says how to list them. */
async function ofWebhook<T>(webhook: string, flags: KeyFlags, ask: (client: Client) => Promise<T>): Promise<T> {
  const listing = `This lists them: ${commandLine('webhook list', flags)}`;
  if (!/^wh_[0-9a-f]{24}$/.test(webhook)) throw new UsageError(`"${webhook}" is no id of a webhook. ${listing}`);
  const { client } = await logIn(flags);
  return withHint(
    'webhook_not_found',
    () => ask(client),
    () => `You have no webhook ${webhook}. ${listing}`,
  );
}

async function addUrl(url: string, flags: KindFlags): Promise<void> {
  if (!URL.canParse(url)) throw new UsageError(`Give a URL such as https://example.com/hook, not "${url}".`);
  const { client } = await logIn(flags);
  const { result } = await client.call('add-webhook', { url, ...(flags.kinds ? { kinds: [...flags.kinds] } : {}) });
  show(flags.json, result, () =>
    [
      `Webhook ${result.id} is told about ${result.kinds.join(', ')}.`,
      `Its secret, which is not shown again: ${result.secret}`,
      `Try it: ${commandLine(`webhook test ${result.id}`, flags)}`,
    ].join('\n'),
  );
}

async function list(flags: KeyFlags): Promise<void> {
  const { client } = await logIn(flags);
  const { webhooks } = (await client.call('my-webhooks', {})).result;
  show(flags.json, webhooks, () =>
    webhooks.length === 0
      ? `This key has no webhooks. Add one: ${commandLine('webhook add <url>', flags)}`
      : columns(webhooks.map((it) => [it.id, it.state, `${it.waiting} waiting`, it.url, it.kinds.join(',')])),
  );
}

async function change(
  webhook: string,
  flags: KeyFlags,
  changed: Omit<BodyOf<Routes['edit-webhook']>, 'webhook'>,
): Promise<void> {
  if (Object.keys(changed).length === 0) throw new UsageError('Say what to change: --kinds <kinds>.');
  const { result } = await ofWebhook(webhook, flags, (client) => client.call('edit-webhook', { webhook, ...changed }));
  show(flags.json, result, () => `Webhook ${webhook} is changed.`);
}

async function remove(webhook: string, flags: KeyFlags): Promise<void> {
  const { result } = await ofWebhook(webhook, flags, (client) => client.call('remove-webhook', { webhook }));
  show(flags.json, result, () => `Webhook ${webhook} is removed.`);
}

async function rotate(webhook: string, flags: KeyFlags): Promise<void> {
  const { result } = await ofWebhook(webhook, flags, (client) => client.call('rotate-webhook-secret', { webhook }));
  show(flags.json, result, () => `The new secret, which is not shown again: ${result.secret}`);
}

async function sendTest(webhook: string, flags: KeyFlags): Promise<void> {
  const { result } = await ofWebhook(webhook, flags, (client) => client.call('test-webhook', { webhook }));
  show(
    flags.json,
    result,
    () => `On its way. See what becomes of it: ${commandLine(`webhook deliveries ${webhook}`, flags)}`,
  );
}

const becameOf = ({ state, tries, answer, next_try_at }: Delivery): string => {
  if (tries === 0) return 'not sent yet';
  if (state === 'waiting') return `${answer} Next try at ${localTime(next_try_at ?? '')}.`;
  return state === 'delivered' ? answer : `${answer} Given up after ${counted(tries, 'try', 'tries')}.`;
};

async function listDeliveries(webhook: string, flags: ListFlags): Promise<void> {
  const { deliveries } = (
    await ofWebhook(webhook, flags, (client) => client.call('webhook-deliveries', { webhook, limit: flags.limit }))
  ).result;
  show(flags.json, deliveries, () =>
    deliveries.length === 0
      ? 'Nothing was sent to it yet.'
      : columns(deliveries.map((it) => [localTime(it.created_at), it.id, it.kind, becameOf(it)])),
  );
}

async function replay(webhook: string, delivery: string, flags: KeyFlags): Promise<void> {
  const { client } = await logIn(flags);
  const { result } = await client.call('replay-delivery', { webhook, delivery });
  show(flags.json, result, () => `${delivery} is sent again.`);
}
