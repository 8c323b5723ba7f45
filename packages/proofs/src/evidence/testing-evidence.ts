import { readFileSync } from 'node:fs';
import type { Evidence } from './transcript.ts';

// biome-ignore lint/suspicious/noExplicitAny: whoever alters evidence keeps to no types
export type Loose = any;

/** Evidence that a network made, of the files that others keep. */
export const honest: Evidence = JSON.parse(
  readFileSync(new URL('../../../client/fixtures/evidence-1.json', import.meta.url), 'utf8'),
);
export const { transcript } = honest;

/** The evidence after something was altered in it. */
export const altered = (alter: (it: Loose) => void): Evidence => {
  const draft = structuredClone(honest) as Loose;
  alter(draft);
  return draft;
};
export const transcriptWith = (alter: (it: Loose) => void) => altered((it) => alter(it.transcript)).transcript;
export const anySignature = async () => true;
