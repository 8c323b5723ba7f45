import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { action, examples, wholeNumber } from './output.ts';
import { type KeyFlags, openClient, readAbout, withKey } from './session.ts';

interface DelegateFlags extends KeyFlags {
  readonly days: number;
}

const dayMs = 24 * 3_600_000;

/** For owners of several agents. Agents of one owner are never asked together, and none of them measures another. */
export const addDelegationCommands = (program: Command): void => {
  const command = withKey(
    program.command('delegate').description('sign that you answer for an agent; prints what the agent is given'),
  )
    .argument('<agent>', 'its id, such as IPv4/0x…, or its key')
    .option('--days <n>', 'for so long', wholeNumber('--days', 1, 3650), 365)
    .action(action(sign));
  examples(command, 'trigpoint delegate 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed > delegation.json');
};

async function sign(agent: string, flags: DelegateFlags): Promise<void> {
  const { delegate, loadKey, signerOf } = await import('@trigpoint/agent');
  const { service } = await readAbout(openClient(flags, 'pol'));
  const { keyType, privateKey } = await loadKey({
    keyFile: flags.keyFile ?? join(homedir(), '.trigpoint', 'payer.json'),
  });
  const until = Date.now() + flags.days * dayMs;
  const signed = await delegate(service, signerOf(keyType, privateKey), { agent, until });
  process.stdout.write(`${JSON.stringify(signed, null, 2)}\n`);
}
