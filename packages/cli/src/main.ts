import { Command } from 'commander';
import { addAgentCommands } from './agents.ts';
import { fail } from './output.ts';

/** Loaded when asked for: the service brings a database and an image library, and other commands should start at once. */
const serve = async () => (await import('./serve.ts')).serve(process.env);

const program = new Command('trigpoint')
  .description('Proofs of location and bandwidth, measured over the network')
  .version('0.1.0')
  .showHelpAfterError('(run with --help for the options)')
  // 2 is "wrong usage" for every command (docs/cli.md).
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

program
  .command('serve')
  .description('run the service alone, by its environment (docs/config.md)')
  .action(() => serve().catch(fail));

program
  .command('up')
  .description('run the whole local network: service, chain, provers and challengers (what npm start runs)')
  .option('--no-agents', 'without provers and challengers')
  .action(async (options: { agents: boolean }) => (await import('./up.ts')).up(process.env, options).catch(fail));

addAgentCommands(program);

await program.parseAsync();
