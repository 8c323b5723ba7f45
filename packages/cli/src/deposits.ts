import { agentDepositsAbi, chainAddress, isKey, keyTypeOf } from '@trigpoint/protocol';
import type { Command } from 'commander';
import { onChain, openWallet, type WalletFlags, withWallet } from './contract.ts';
import { lengthWords, seconds } from './durations.ts';
import { action, examplesElsewhere, show, UsageError } from './output.ts';
import { localTime } from './times.ts';

interface DeployFlags extends WalletFlags {
  readonly notice: number;
}

interface DepositFlags extends WalletFlags {
  readonly contract: string;
}

const reason = 'a development network asks nobody for a deposit';
const example = '--rpc-url https://rpc.example.com --contract 0x… --key-file owner.json';

/** Money that is locked for agents, where a service asks for it (DEPOSITS_ADDRESS). */
export const addDepositCommands = (program: Command): void => {
  const deposit = program.command('deposit').description('money that is locked for an agent');
  const deploy = withWallet(
    deposit.command('deploy').description('put an AgentDeposits contract on a chain; nobody owns it'),
  )
    .option('--notice <time>', 'how long money stays after notice, 1h at least', seconds('--notice'), 7 * 86_400)
    .action(action(deployIt));
  examplesElsewhere(
    deploy,
    reason,
    'trigpoint deposit deploy --rpc-url https://rpc.example.com --key-file owner.json --notice 7d',
  );
  const command = (usage: string, says: string) =>
    withWallet(deposit.command(usage).description(says)).requiredOption(
      '--contract <address>',
      'the AgentDeposits contract (DEPOSITS_ADDRESS of the service)',
    );
  examplesElsewhere(
    command('lock <agent> <ether>', 'lock money for an agent, named by its public key').action(action(lock)),
    reason,
    `trigpoint deposit lock 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed 0.5 ${example}`,
  );
  examplesElsewhere(
    command('notice <agent> <ether>', 'give notice: it stops counting at once, and can be taken later').action(
      action(giveNotice),
    ),
    reason,
    `trigpoint deposit notice 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed 0.5 ${example}`,
  );
  examplesElsewhere(
    command('take <agent>', 'take back money after its time of notice').action(action(take)),
    reason,
    `trigpoint deposit take 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ${example}`,
  );
  examplesElsewhere(
    command('show <agent>', 'tell what counts for an agent, and what of it is yours').action(action(tell)),
    reason,
    `trigpoint deposit show 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ${example}`,
  );
};

const shortestNotice = 3_600;

async function deployIt(flags: DeployFlags): Promise<void> {
  if (flags.notice < shortestNotice)
    throw new UsageError('--notice is 1h at least: money must not be seen for two agents between two looks.');
  const wallet = await openWallet(flags);
  const { deployAgentDeposits } = await import('@trigpoint/contracts');
  const { address, blockNumber, gasUsed } = await onChain(
    'deploying …',
    deployAgentDeposits(wallet, { noticeSeconds: BigInt(flags.notice) }),
  );
  show(flags.json, { address, block: Number(blockNumber), gas: Number(gasUsed), notice_seconds: flags.notice }, () =>
    [
      `AgentDeposits is at ${address} (block ${blockNumber}, ${gasUsed} gas), with a notice of ${lengthWords(flags.notice)}. The service needs:`,
      '',
      `  DEPOSITS_ADDRESS=${address}`,
      '  FUNDED_ROLES=challenger',
    ].join('\n'),
  );
}

/** Opens the contract for one agent. */
async function open(agent: string, flags: DepositFlags) {
  if (!isKey(agent)) throw new UsageError(`Give an agent's public key, not "${agent}".`);
  const { createPublicClient, custom, formatEther, isAddress, parseEther } = await import('@trigpoint/ethereum');
  if (!isAddress(flags.contract)) throw new UsageError(`--contract takes an address, not "${flags.contract}".`);
  const wallet = await openWallet(flags);
  const reader = createPublicClient({ transport: custom(wallet) });
  const contract = { address: flags.contract, abi: agentDepositsAbi } as const;
  const account = chainAddress(keyTypeOf(agent), agent);
  const read = async () => {
    const own = wallet.account.address;
    const [counts, [locked, leaving, leavesAt]] = await Promise.all([
      reader.readContract({ ...contract, functionName: 'lockedOf', args: [account] }),
      reader.readContract({ ...contract, functionName: 'shareOf', args: [account, own] }),
    ]);
    const facts = {
      agent,
      counts: formatEther(counts),
      yours: formatEther(locked),
      leaving: formatEther(leaving),
      leaves_at: leaving === 0n ? null : new Date(Number(leavesAt) * 1000).toISOString(),
    };
    show(flags.json, facts, () =>
      [
        `${facts.counts} ether count for ${agent}, ${facts.yours} of them yours.`,
        ...(facts.leaves_at ? [`${facts.leaving} more can be taken from ${localTime(facts.leaves_at)} on.`] : []),
      ].join('\n'),
    );
  };
  const amountOf = (ether: string): bigint => {
    if (!/^\d+(\.\d{1,18})?$/.test(ether) || Number(ether) === 0)
      throw new UsageError(`Give an amount of ether such as 0.5, not "${ether}".`);
    return parseEther(ether);
  };
  /** Simulates the call first, so that a refusal has a reason and costs nothing. */
  const send = async (call: {
    functionName: 'lock' | 'giveNotice' | 'take';
    args: readonly unknown[];
    value?: bigint;
  }) => {
    await onChain(
      'sending …',
      (async () => {
        const asked = { ...contract, ...call, account: wallet.account, chain: null } as unknown;
        await reader.simulateContract(asked as Parameters<typeof reader.simulateContract>[0]);
        const hash = await wallet.writeContract(asked as Parameters<typeof wallet.writeContract>[0]);
        await reader.waitForTransactionReceipt({ hash });
      })(),
    );
    await read();
  };
  return { account, amountOf, read, send };
}

async function lock(agent: string, ether: string, flags: DepositFlags): Promise<void> {
  const { account, amountOf, send } = await open(agent, flags);
  await send({ functionName: 'lock', args: [account], value: amountOf(ether) });
}

async function giveNotice(agent: string, ether: string, flags: DepositFlags): Promise<void> {
  const { account, amountOf, send } = await open(agent, flags);
  await send({ functionName: 'giveNotice', args: [account, amountOf(ether)] });
}

async function take(agent: string, flags: DepositFlags): Promise<void> {
  const { account, send } = await open(agent, flags);
  await send({ functionName: 'take', args: [account] });
}

async function tell(agent: string, flags: DepositFlags): Promise<void> {
  await (await open(agent, flags)).read();
}
