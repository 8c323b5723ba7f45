/** Ends with a sentence, not a stack: what went wrong is for the person at the terminal. DEBUG=trigpoint shows the rest. */
export const fail = (error: unknown): never => {
  process.stderr.write(`trigpoint: ${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.DEBUG === 'trigpoint' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
};
