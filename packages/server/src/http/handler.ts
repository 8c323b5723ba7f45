import type { IncomingHttpHeaders } from 'node:http';
import type { ProofType } from '@trigpoint/proofs';
import { type BodyOf, invalidField, type ReplyOf, type Route, type RouteTable } from '@trigpoint/protocol';
import type { Once } from '../db/once.ts';
import type { Session } from '../session/sessions.ts';

/** One request, as a handler sees it. */
export interface Call<R extends Route = Route> {
  readonly body: BodyOf<R>;
  readonly proofType: ProofType;
  /** The token that came with the request, in its cookie or as bearer. */
  readonly token: string | undefined;
  /** Who is logged in. On an open route nobody is, and reading this throws. */
  readonly session: Session;
  /** Who is logged in on a route where that is optional; undefined for a stranger. */
  readonly visitor: Session | undefined;
  /**
   * A handler calls this if its own SQL statement has checked that the session is active. The session is then not checked
   * again.
   */
  sessionConfirmed(): void;
  readonly address: string;
  readonly userAgent: string;
  /** The URL of the service. It never comes from a header that a stranger could forge. */
  readonly site: URL;
  /** Set if the caller sent an Idempotency-Key. */
  readonly once: Once | undefined;
  setCookie(token: string, maxAgeMs: number): void;
  clearCookie(): void;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<ReplyOf<R>>;

export type HandlerTable<T extends RouteTable> = { readonly [K in keyof T]: Handler<T[K]> };

/** Ties the handlers of a room to its routes. If a handler is missing, it does not compile. */
export const handlersFor = <T extends RouteTable>(_routes: T, handlers: HandlerTable<T>): HandlerTable<T> => handlers;

/** An absent key and an empty one are the same. */
export const readIdempotencyKey = ({ 'idempotency-key': given }: IncomingHttpHeaders): string | undefined => {
  const key = [given].flat()[0]?.trim();
  if (!key) return undefined;
  if (key.length > 255 || !/^[\x20-\x7e]+$/.test(key))
    throw invalidField('The Idempotency-Key header', 'must be at most 255 printable characters');
  return key;
};

/**
 * A piece of the text, or a function that waits for work done elsewhere, such as in a thread. A piece may be empty: the node
 * serves others between two pieces. While a function waits, pieces of other answers are made.
 */
export type Piece = string | (() => Promise<unknown>);

interface StreamedKind {
  /** Most answers of this kind are short, so the beginning is read before the caller's turn comes. */
  readonly isOftenShort?: boolean;
  /** Making the first piece takes long. For each caller one such answer is made at a time. */
  readonly isCostly?: boolean;
}

/**
 * An answer that is written piece by piece, as fast as its reader takes it in. Long answers are given this way, because a node
 * would otherwise hold one whole copy per reader.
 */
export class Streamed {
  readonly pieces: AsyncIterable<Piece>;
  readonly isOftenShort: boolean;
  readonly isCostly: boolean;

  constructor(pieces: AsyncIterable<Piece>, { isOftenShort = false, isCostly = false }: StreamedKind = {}) {
    this.pieces = pieces;
    this.isOftenShort = isOftenShort;
    this.isCostly = isCostly;
  }
}

interface ListSource<T> {
  readonly parts: AsyncIterable<readonly T[]>;
  /** Fields beside the list. Those in `after` may be known only after the list was read. */
  readonly before?: object;
  readonly after?: () => object;
}

/** A list under `result`, some of it at a time. Nothing is read before the first piece is asked for. */
export class StreamedList<T extends object> extends Streamed {
  readonly #name: string;
  readonly #open: () => Promise<ListSource<T>>;

  constructor(name: string, open: () => Promise<ListSource<T>>, isOftenShort = false) {
    super(piecesOf(name, open), { isOftenShort });
    this.#name = name;
    this.#open = open;
  }

  /** The same list with its parts changed. Use it instead of this list: only one of the two may be read. */
  changed<U extends object>(change: (part: readonly T[]) => Promise<readonly U[]>): StreamedList<U> {
    return new StreamedList(this.#name, () => this.#changed(change), this.isOftenShort);
  }

  /** Like `changed`, but the reply has the list alone, without a name and without the fields beside it. */
  bare<U extends object>(change: (part: readonly T[]) => Promise<readonly U[]>): Streamed {
    const open = async () => ({ parts: (await this.#changed(change)).parts });
    return new Streamed(piecesOf(undefined, open), { isOftenShort: this.isOftenShort });
  }

  async #changed<U>(change: (part: readonly T[]) => Promise<readonly U[]>): Promise<ListSource<U>> {
    const { parts, ...beside } = await this.#open();
    return { ...beside, parts: withChange(parts, change) };
  }
}

async function* withChange<T, U>(parts: AsyncIterable<T>, change: (part: T) => Promise<U>) {
  for await (const part of parts) yield await change(part);
}

/** The parts of a list with each item changed. */
export const changedParts = <T, U>(parts: AsyncIterable<readonly T[]>, change: (item: T) => U) =>
  withChange(parts, async (part) => part.map(change));

const fieldsOf = (it: object | undefined): string => (it ? JSON.stringify(it).slice(1, -1) : '');

/** Without a name the list alone is the result. */
async function* piecesOf<T>(name: string | undefined, open: () => Promise<ListSource<T>>) {
  const { parts, before, after } = await open();
  const head = fieldsOf(before);
  let between = `{"result":${name === undefined ? '' : `{${head}${head === '' ? '' : ','}"${name}":`}[`;
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield between + part.map((it) => JSON.stringify(it)).join(',');
    between = ',';
  }
  const tail = fieldsOf(after?.());
  yield `${between === ',' ? '' : between}]${tail === '' ? '' : `,${tail}`}${name === undefined ? '' : '}'}}`;
}

/** What a handler returns in place of its route's reply. The pieces must be the JSON of that reply. */
export const streamed = (pieces: AsyncIterable<string>): never => new Streamed(pieces) as never;

/** A list that a handler returns in place of its route's reply. A short one is answered at once. */
export const listed = <T extends object>(name: string, source: ListSource<T>): never =>
  new StreamedList(name, async () => source, true) as never;

/** Skipping more rows than this takes long. A list that does so waits for its caller's turn. */
export const shortSkip = 1_000;

/** An answer with fewer characters than this does not wait for its caller's turn. */
const shortLength = 65_536;

/** Returns the text of a short answer. A longer answer is returned as a stream whose beginning was already read. */
export const unlessShort = async (answer: Streamed): Promise<string | Streamed> => {
  if (!answer.isOftenShort) return answer;
  const { pieces } = answer;
  const iterator = pieces[Symbol.asyncIterator]();
  let held = '';
  while (held.length < shortLength) {
    const next = await iterator.next();
    if (next.done) return held;
    if (typeof next.value === 'string') held += next.value;
    else await next.value();
  }
  const rest = async function* () {
    yield held;
    held = '';
    for (;;) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  };
  return new Streamed(rest());
};

/** Makes the first piece before the reply begins. If that fails, the caller still gets the status of the error. */
export const begun = async (pieces: AsyncGenerator<string, void>): Promise<AsyncIterable<string>> => {
  const first = await pieces.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* pieces;
    } finally {
      await pieces.return();
    }
  })();
};
