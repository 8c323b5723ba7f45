export { checkEvidence } from './evidence-check.ts';
export { examplesOf, exitCodes, whyElsewhere } from './output.ts';
export { createProgram } from './program.ts';
