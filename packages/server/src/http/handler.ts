import type { ProofType } from '@trigpoint/proofs';
import type { BodyOf, ReplyOf, Route, RouteTable } from '@trigpoint/protocol';
import type { Session } from '../session/sessions.ts';

/** One request, as a handler sees it. */
export interface Call<R extends Route = Route> {
  readonly body: BodyOf<R>;
  readonly proofType: ProofType;
  /** The token that came with the request, in its cookie or as bearer. */
  readonly token: string | undefined;
  /** Who is logged in. On an open route nobody is: reading it there throws. */
  readonly session: Session;
  /** The same where being logged in is optional; undefined for a stranger. */
  readonly visitor: Session | undefined;
  /** Called by a handler whose own statement has checked that the session is active. It is then not checked again. */
  sessionConfirmed(): void;
  readonly address: string;
  readonly userAgent: string;
  /** Where people reach the service; never taken from a header that a stranger could forge. */
  readonly site: URL;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  setCookie(token: string, maxAgeMs: number): void;
  clearCookie(): void;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<ReplyOf<R>>;

export type HandlerTable<T extends RouteTable> = { readonly [K in keyof T]: Handler<T[K]> };

/** Ties a domain's handlers to its part of the route table: one missing does not compile. */
export const handlersFor = <T extends RouteTable>(_routes: T, handlers: HandlerTable<T>): HandlerTable<T> => handlers;

/**
 * An answer that is written piece by piece, as fast as its reader takes it in. Long answers are given this way, because a node
 * would otherwise hold one whole copy per reader.
 */
export class Streamed {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** What a handler returns in place of its route's reply. The pieces must be the JSON of that reply. */
export const streamed = (pieces: AsyncIterable<string>): never => new Streamed(pieces) as never;
