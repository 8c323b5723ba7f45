import type { Row, Value } from './driver.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** A named statement is planned once for each connection. */
  readonly name?: string;
}

export interface Answer {
  readonly rows: Row[];
  readonly count: number;
}

/** The methods of a connection that a pipeline uses. The driver's types do not have them, but its own cursor uses them too. */
interface Wire {
  readonly parsedStatements: Record<string, string | undefined>;
  readonly stream: { cork(): void; uncork(): void };
  parse(it: { text: string; name: string }): void;
  bind(it: { statement: string; values: (string | Buffer | null)[] }): void;
  describe(it: { type: 'P' }): void;
  execute(it: Record<never, never>): void;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
}

type ReaderOf = (type: number) => (text: string) => Value;
interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/**
 * Several statements in one round trip to PostgreSQL. It stops at the first statement that fails. Outside of BEGIN and COMMIT the
 * statements are one transaction. A pipeline is used once, with `client.query`.
 */
export class Pipeline {
  readonly #statements: readonly Statement[];
  readonly #readerOf: ReaderOf;
  readonly #answers: Answer[] = [];
  #rows: Row[] = [];
  #fields: { readonly name: string; readonly read: (text: string) => Value }[] = [];
  #failure: Error | undefined;
  #unlisten = () => {};
  /** The driver replaces this to add its time-out. */
  callback: (error: Error | null, answers?: Answer[]) => void;

  constructor(
    statements: readonly Statement[],
    readerOf: ReaderOf,
    callback: (error: Error | null, answers?: Answer[]) => void,
  ) {
    this.#statements = statements;
    this.#readerOf = readerOf;
    this.callback = callback;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    /** The names of statements that are being prepared. If a statement fails, those after it are not prepared. */
    const making: [name: string, text: string][] = [];
    const onMade = () => {
      const [name, text] = making.shift() ?? [];
      if (name && text) wire.parsedStatements[name] = text;
    };
    wire.on('parseComplete', onMade);
    this.#unlisten = () => wire.off('parseComplete', onMade);
    wire.stream.cork();
    for (const { text, name = '', values } of this.#statements) {
      const isKnown = name !== '' && (wire.parsedStatements[name] || making.some(([known]) => known === name));
      if (!isKnown) {
        making.push([name, text]);
        wire.parse({ text, name });
      }
      wire.bind({ statement: name, values: values.map(wireValue) });
      wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({ name, read: this.#readerOf(dataTypeID) }));
  }

  handleDataRow({ fields: values }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure) return;
    try {
      const row: Row = {};
      for (const [i, { name, read }] of this.#fields.entries()) {
        const value = values[i];
        row[name] = value === null || value === undefined ? null : read(value);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#answers.push({ rows: this.#rows, count: Number(/(\d+)$/.exec(text)?.[1] ?? 0) });
    this.#rows = [];
    this.#fields = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.#unlisten();
    this.callback(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    this.#unlisten();
    if (this.#failure) this.callback(this.#failure);
    else this.callback(null, this.#answers);
  }
}

const wireValue = (value: Value): string | Buffer | null => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
};
