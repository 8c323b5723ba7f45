import type { Command } from 'commander';
import type { DoctorFlags } from './doctor/examine.ts';
import { action, examples } from './output.ts';
import { withService } from './session.ts';

export const addDoctorCommand = (program: Command): void => {
  const doctor = withService(
    program.command('doctor').description('look for what commonly goes wrong, and say what to do about it'),
  )
    .option('--agent <id>', 'also ask the service how this prover or challenger is doing')
    .action(action(async (flags: DoctorFlags) => (await import('./doctor/examine.ts')).examine(flags)));
  examples(doctor, 'trigpoint doctor', 'trigpoint doctor --service https://proofs.example.com --agent IPv4/0x…');
};
