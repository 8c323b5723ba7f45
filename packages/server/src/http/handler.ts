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
  /** Set where the caller names its request, with an Idempotency-Key. */
  readonly once: Once | undefined;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  setCookie(token: string, maxAgeMs: number): void;
  clearCookie(): void;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<ReplyOf<R>>;

export type HandlerTable<T extends RouteTable> = { readonly [K in keyof T]: Handler<T[K]> };

/** Ties a domain's handlers to its part of the route table: one missing does not compile. */
export const handlersFor = <T extends RouteTable>(_routes: T, handlers: HandlerTable<T>): HandlerTable<T> => handlers;

/** An absent key and an empty one are the same. */
export const readIdempotencyKey = (header: string | undefined): string | undefined => {
  const key = header?.trim();
  if (!key) return undefined;
  if (key.length > 255 || !/^[\x20-\x7e]+$/.test(key))
    throw invalidField('The Idempotency-Key header', 'must be at most 255 printable characters');
  return key;
};

/**
 * A part of the text, which may be empty: others have the node between two pieces. Or something to wait for that is done
 * elsewhere, such as in a thread: pieces of other answers are made meanwhile.
 */
export type Piece = string | (() => Promise<unknown>);

interface StreamedKind {
  /** Most answers of its kind are short, so its beginning is read before its turn. */
  readonly isOftenShort?: boolean;
  /** It takes long to make before its first word is known. One of a caller is made at a time. */
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
  /** Fields beside the list. Those after it may be known only when it was read. */
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

  /** The same list with its parts changed. It takes the place of this one, which is not read then. */
  changed<U extends object>(change: (part: readonly T[]) => Promise<readonly U[]>): StreamedList<U> {
    return new StreamedList(this.#name, () => this.#changed(change), this.isOftenShort);
  }

  /** The same as the list alone, without a name and without the fields beside it. */
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

/** To skip more rows than this takes long, and such a list waits for its turn. */
export const shortSkip = 1_000;

/** An answer of at most this many characters waits for no turn. */
const shortLength = 65_536;

/** The text of a short answer, or else the answer with its beginning read. */
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

/** The same pieces with the first one made. Whatever fails before it is answered with a status of its own. */
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
