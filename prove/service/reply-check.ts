import { commonErrors, type ErrorCode, errorTable, type Route } from '@trigpoint/protocol';
import { Compile } from '@trigpoint/schema';
import type { Answer, Sent } from './caller.ts';

type Checker = (body: unknown) => boolean;
const checkers = new Map<Route, Checker>();

const checkerOf = (route: Route): Checker => {
  const known = checkers.get(route);
  if (known) return known;
  const compiled = Compile(route.reply);
  const made: Checker = (body) => compiled.Check(body);
  checkers.set(route, made);
  return made;
};

/** Texts that show that a reply gives away the inside of the service. */
const leak = /node_modules|\.[jt]s:\d+|sqlite|SELECT |ECONN|ENOENT|\bat Object\./i;

/** What is wrong with a reply, if anything: its status, its shape, or what it gives away. */
export const checkAnswer = (
  route: Route | undefined,
  { method = 'POST' }: Sent,
  answer: Answer,
): string | undefined => {
  const { status, text, headers } = answer;
  const shown = `answered ${status} ${text.slice(0, 200)}`;
  if (status >= 500) return shown;
  if (status >= 400) return checkError(route, method, answer) ? undefined : `refusal of the wrong shape: ${shown}`;
  if (!route) return undefined;
  if (!headers['content-type']?.startsWith('application/json')) return `${headers['content-type']}: ${shown}`;
  return checkerOf(route)(JSON.parse(text)) ? undefined : `reply of the wrong shape: ${shown}`;
};

const checkError = (route: Route | undefined, method: string, { status, text, headers }: Answer): boolean => {
  if (method === 'HEAD') return text === '';
  if (leak.test(text) || !headers['content-type']?.startsWith('application/json')) return false;
  const body = JSON.parse(text) as { error?: { code?: string; message?: string } };
  const { code = '', message = '' } = body.error ?? {};
  if (Object.keys(body).length !== 1 || message === '' || !(code in errorTable)) return false;
  if (errorTable[code as ErrorCode][0] !== status) return false;
  const known: readonly string[] = route ? [...route.errors, ...commonErrors] : Object.keys(errorTable);
  return known.includes(code);
};
