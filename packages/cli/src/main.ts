import { fail } from './output.ts';
import { createProgram } from './program.ts';

await createProgram().parseAsync().catch(fail);
