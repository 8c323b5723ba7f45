import type { Db } from '@trigpoint/server';

/** The database of a process that is killed: from one operation on, nothing happens any more. */
export class MortalDb implements Db {
  readonly #db: Db;
  #left = Number.POSITIVE_INFINITY;

  constructor(db: Db) {
    this.#db = db;
  }

  get dialect() {
    return this.#db.dialect;
  }

  get skipLocked() {
    return this.#db.skipLocked;
  }

  get isDead() {
    return this.#left <= 0;
  }

  /** The process dies after this many more operations. */
  dieAfter(operations: number): void {
    this.#left = operations;
  }

  all: Db['all'] = (sql, params) => this.#live(() => this.#db.all(sql, params));
  get: Db['get'] = (sql, params) => this.#live(() => this.#db.get(sql, params));
  run: Db['run'] = (sql, params) => this.#live(() => this.#db.run(sql, params));
  write: Db['write'] = (work) => this.#live(() => this.#db.write(work));
  ping = () => this.#db.ping();
  close = () => this.#db.close();

  #live<T>(action: () => Promise<T>): Promise<T> {
    return this.#left-- > 0 ? action() : Promise.reject(new Error('this process is dead'));
  }
}
