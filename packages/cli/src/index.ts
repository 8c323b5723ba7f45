export { examplesOf, exitCodes } from './output.ts';
export { createProgram } from './program.ts';
