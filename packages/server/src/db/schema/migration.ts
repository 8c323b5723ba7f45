export interface Migration {
  id: number;
  name: string;
  /** Portable SQL. BIGINT for integers (INTEGER is 32 bits on PostgreSQL); BLOB becomes BYTEA there. */
  sql: readonly string[];
}
