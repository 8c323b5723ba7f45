import type { ProofType } from '@trigpoint/proofs';
import { bodies, readOlderBody } from './bodies.ts';
import { type Fields, isObject } from './fields.ts';
import type { CompatName } from './networks.ts';
import { replies } from './replies.ts';
import type { ResultsContext } from './results.ts';

/** A name of an operation. `readBody` changes the body before it is checked, and `writeReply` changes the reply at the end. */
export interface Compat {
  readonly name: string;
  readBody(body: unknown, proofType: ProofType): unknown;
  writeReply(answer: unknown, body: unknown, context: ResultsContext): unknown;
}

const asWritten = (name: string): Compat => ({ name, readBody: (body) => body, writeReply: (answer) => answer });

/** The names that older clients use for our operations. */
const aliases: Readonly<Record<string, string>> = {
  'all-campaigns': 'campaigns',
  'all-provers': 'provers',
  'accept-photo': 'review-photo',
  'challenge-status': 'challenge-status-dcl',
  'create-apikey': 'create-key',
  'get-all-apikeys': 'keys',
  'delete-apikey': 'revoke-key',
};

const forOlderClients = (name: string): Compat => {
  const read = bodies[name];
  const write = (replies as Readonly<Record<string, unknown>>)[name] as
    | ((answer: unknown, body: Fields, context: ResultsContext) => unknown)
    | undefined;
  return {
    name,
    readBody: (body, proofType) => {
      if (!isObject(body)) return body;
      const older = readOlderBody(body, proofType);
      return read ? read(older, proofType) : older;
    },
    // The body was checked, so it is an object.
    writeReply: (answer, body, context) => (write ? write(answer, body as Fields, context) : answer),
  };
};

/** The names under which an operation is served. The first one is its own. */
export const compatFor = (network: CompatName, operation: string): readonly Compat[] => {
  if (network === 'off') return [asWritten(operation)];
  const others = Object.keys(aliases).filter((it) => aliases[it] === operation);
  return [operation, ...others].map(forOlderClients);
};
