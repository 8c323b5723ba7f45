import { answerQuestions } from '../threads/answer-questions.ts';
import type { Row, Value } from './driver.ts';
import { SqliteConnection } from './sqlite-connection.ts';

export interface LongRead {
  readonly file: string;
  readonly pragmas: string;
  readonly sql: string;
  readonly parameters: readonly Value[];
}

let connection: SqliteConnection | undefined;

answerQuestions(({ file, pragmas, sql, parameters }: LongRead): Row[] => {
  connection ??= new SqliteConnection(file, pragmas);
  return connection.all(sql, parameters);
});
