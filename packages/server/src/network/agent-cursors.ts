import { invalidField } from '@trigpoint/protocol';
import type { AgentPlace } from './store.ts';

/** Callers do not look into a cursor. It is only a position in the list and gives no permission. */
export const writeAgentCursor = ({ rank, id }: AgentPlace): string =>
  Buffer.from(`${rank}.${id}`).toString('base64url');

export const readAgentCursor = (text: string): AgentPlace => {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const [, rank, id] = /^(\d{1,16})\.(IPv[46]\/[0-9A-Za-z]{1,100})$/.exec(plain) ?? [];
  if (rank === undefined || id === undefined || !Number.isSafeInteger(Number(rank)))
    throw invalidField('cursor', 'is not a next_cursor of this service');
  return { rank: Number(rank), id };
};
