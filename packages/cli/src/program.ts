import { softwareVersion } from '@trigpoint/protocol';
import type { Command } from 'commander';
import { addAdmissionCommands } from './admissions.ts';
import { addAgentCommands } from './agents.ts';
import { addBackupCommands } from './backup.ts';
import { addCampaignCommands } from './campaigns.ts';
import { addCertificateCommands } from './certificates.ts';
import { addChallengeCommands } from './challenges.ts';
import { CliCommand } from './command.ts';
import { addCompletionCommands } from './completion.ts';
import { addContractCommands } from './contract.ts';
import { addDelegationCommands } from './delegations.ts';
import { addDepositCommands } from './deposits.ts';
import { addDoctorCommand } from './doctor.ts';
import { addFleetCommands } from './fleets.ts';
import { addKeyCommands } from './keys.ts';
import { addLogCommands } from './log.ts';
import { addMcpCommand } from './mcp.ts';
import { addNetworkCommands } from './network.ts';
import { exitCodes, fail, wantsJson, writeUsageError } from './output.ts';
import { addPhotoCommands } from './photos.ts';
import { addPointsCommands } from './points.ts';
import { addPolCommands } from './pol-commands.ts';
import { addRequestCommands } from './request.ts';
import { addVerifyCommands } from './verify.ts';
import { addWatchCommands } from './watches.ts';
import { addWebhookCommands } from './webhooks.ts';

/** Loaded on demand. The service brings a database and an image library, and other commands should not wait for them. */
const serve = async (options: { json?: boolean }) => (await import('./serve.ts')).serve(process.env, options);

/** The whole tree of commands; docs/cli.md is written from it. */
export const createProgram = (): Command => {
  const program = new CliCommand('trigpoint')
    .description('Proofs of location and bandwidth, measured over the network')
    .version(softwareVersion)
    .showHelpAfterError(wantsJson() ? false : '(run with --help for the options)')
    .configureOutput({ outputError: writeUsageError })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage));

  program
    .command('up')
    .description('run the whole local network: service, chain, provers and challengers (what npm start runs)')
    .option('--no-agents', 'without provers and challengers')
    .option('--no-chain', 'without a chain: payers ask at the service itself')
    .option('--json', 'JSON instead of text')
    .action(async (options: { agents: boolean; chain: boolean; json?: boolean }) =>
      (await import('./up.ts')).up(process.env, options).catch(fail),
    );

  program
    .command('serve')
    .description('run the service alone, by its environment (docs/config.md)')
    .option('--json', 'JSON instead of text')
    .action((options: { json?: boolean }) => serve(options).catch(fail));

  addAgentCommands(program);
  addRequestCommands(program);
  addChallengeCommands(program);
  addVerifyCommands(program);
  addWatchCommands(program);
  addCertificateCommands(program);
  addFleetCommands(program);
  addLogCommands(program);
  addNetworkCommands(program);
  addAdmissionCommands(program);
  addDelegationCommands(program);
  addCampaignCommands(program);
  addPhotoCommands(program);
  addPointsCommands(program);
  addKeyCommands(program);
  addWebhookCommands(program);
  addPolCommands(program);
  addContractCommands(program);
  addDepositCommands(program);
  addDoctorCommand(program);
  addMcpCommand(program);
  addBackupCommands(program);
  addCompletionCommands(program);
  return program;
};
