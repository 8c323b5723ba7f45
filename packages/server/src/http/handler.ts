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

interface ListSource<T> {
  readonly parts: AsyncIterable<readonly T[]>;
  readonly total: number;
}

/** A list under `result`, some of it at a time. Nothing is read before the first piece is asked for. */
export class StreamedList<T extends object> extends Streamed {
  readonly #name: string;
  readonly #open: () => Promise<ListSource<T>>;

  constructor(name: string, open: () => Promise<ListSource<T>>) {
    super(piecesOf(name, open));
    this.#name = name;
    this.#open = open;
  }

  /** The same list with its parts changed. It takes the place of this one, which is not read then. */
  changed<U extends object>(change: (part: readonly T[]) => Promise<readonly U[]>): StreamedList<U> {
    return new StreamedList(this.#name, async () => {
      const { parts, total } = await this.#open();
      return { parts: changedParts(parts, change), total };
    });
  }
}

async function* changedParts<T, U>(parts: AsyncIterable<T>, change: (part: T) => Promise<U>) {
  for await (const part of parts) yield await change(part);
}

async function* piecesOf<T>(name: string, open: () => Promise<ListSource<T>>) {
  const { parts, total } = await open();
  let between = `{"result":{"${name}":[`;
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield between + part.map((it) => JSON.stringify(it)).join(',');
    between = ',';
  }
  yield `${between === ',' ? '' : between}],"total":${total}}}`;
}

/** What a handler returns in place of its route's reply. The pieces must be the JSON of that reply. */
export const streamed = (pieces: AsyncIterable<string>): never => new Streamed(pieces) as never;
