import { Command } from 'commander';
import { fail } from './output.ts';
import { serve } from './serve.ts';

const program = new Command('trigpoint')
  .description('Proofs of location and bandwidth, measured over the network')
  .version('0.1.0')
  .showHelpAfterError('(run with --help for the options)')
  // 2 is "wrong usage" for every command (docs/cli.md).
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

program
  .command('serve')
  .description('run the service alone, by its environment (docs/config.md)')
  .action(() => serve(process.env).catch(fail));

program
  .command('up')
  .description('run the whole local network')
  .action(() => serve(process.env).catch(fail));

await program.parseAsync();
