import { type CarriedOut, grantPoints, readBalance, transferPoints } from '@trigpoint/client';
import type { Command } from 'commander';
import { action, columns, examples, given, show, UsageError, wholeNumber } from './output.ts';
import { type KeyFlags, logIn, withKey } from './session.ts';
import { localTime } from './times.ts';

interface OrderFlags extends KeyFlags {
  readonly reason?: string;
  readonly id?: string;
}

interface BalanceFlags extends KeyFlags {
  readonly limit: number;
}

/** POINTS: what a key has, and how they come to another. */
export const addPointsCommands = (program: Command): void => {
  const grant = withOrder(program.command('grant').description('issue POINTS to a key; for operators'))
    .requiredOption('--reason <text>', 'what for; whoever receives them is told')
    .action(action(issue));
  examples(grant, 'trigpoint grant 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 1000 --reason "for a campaign"');
  const transfer = withOrder(program.command('transfer').description('give POINTS to another key'))
    .option('--reason <text>', 'what for; both are told')
    .action(action(giveAway));
  examples(transfer, 'trigpoint transfer 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 0.5 --reason "for the photos"');
  const balance = withKey(program.command('balance').description('tell what a key has, and where it came from'))
    .option('--limit <n>', 'list this many entries at most', wholeNumber('--limit', 1, 1_000), 10)
    .action(action(tellBalance));
  examples(balance, 'trigpoint balance', 'trigpoint balance --limit 100 --json');
};

const withOrder = (command: Command): Command =>
  withKey(command)
    .argument('<key>', 'the public key that receives them')
    .argument('<points>', 'how many, such as 12.5')
    .option('--id <id>', 'name it yourself: the same id again moves nothing more (default: made up)');

const orderOf = (to: string, points: string, { id }: OrderFlags) => {
  if (!/^\d+(\.\d{1,6})?$/.test(points))
    throw new UsageError(`Give a number of POINTS such as 12.5, with at most six decimals, not "${points}".`);
  return { to, points, id: id ?? crypto.randomUUID() };
};

const said = (verb: string, { points, to, id, at, repeated }: CarriedOut): string =>
  repeated
    ? `${verb} ${points} POINTS to ${to} before, at ${localTime(at)} (id ${id}); nothing moved again.`
    : `${verb} ${points} POINTS to ${to} (id ${id}).`;

async function giveAway(to: string, points: string, flags: OrderFlags): Promise<void> {
  const { reason } = flags;
  const order = { ...orderOf(to, points, flags), ...given({ reason }) };
  const { client } = await logIn(flags);
  const done = await transferPoints(client, order);
  show(flags.json, done, () => said('Gave', done));
}

async function issue(to: string, points: string, flags: OrderFlags): Promise<void> {
  const order = { ...orderOf(to, points, flags), reason: flags.reason ?? '' };
  const { client } = await logIn(flags);
  const done = await grantPoints(client, order);
  show(flags.json, done, () => said('Granted', done));
}

const budgetWords = {
  owner: 'to this key',
  payer: 'because of this key',
  prover: 'for its provers',
  readings: 'for readings, to all',
  campaigns: 'for photos, to all',
} as const;

async function tellBalance(flags: BalanceFlags): Promise<void> {
  const { client } = await logIn(flags);
  const balance = await readBalance(client, { limit: flags.limit });
  show(flags.json, balance, () => {
    const head = `${balance.points_exact} POINTS, and ${balance.fuel} fuel for photos, refilled each day`;
    const rows = balance.entries.map((it) => [localTime(it.at), it.points_exact, it.reason]);
    const budgets = balance.budgets.map((it) => [budgetWords[it.of], `${it.used} of ${it.most}`]);
    return [
      head,
      `The network paid since 0:00 UTC:\n${columns(budgets)}`,
      ...(rows.length > 0 ? [columns(rows)] : []),
    ].join('\n\n');
  });
}
