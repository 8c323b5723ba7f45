import { type ErrorBody, type ErrorCode, errorTable, ServiceError } from '@trigpoint/protocol';
import type { Answer } from '../service/caller.ts';

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The parts of a sentence that the error's details fill. */
const readDetails = (code: ErrorCode, message: string): Map<string, string> | undefined => {
  const [, sentence] = errorTable[code];
  const parts = sentence.split(/\{(\w+)\}/);
  const names = parts.filter((_, i) => i % 2 === 1);
  const pattern = parts.map((it, i) => (i % 2 === 1 ? '(.+?)' : literally(it))).join('');
  const found = new RegExp(`^${pattern}$`, 's').exec(message);
  return found ? new Map(names.map((name, i) => [name, found[i + 1] as string])) : undefined;
};

/** What is wrong with a refusal that should be this one. */
export const checkRefusal = (code: ErrorCode, { status, headers, text }: Answer): string | undefined => {
  const said = `${status} ${text.slice(0, 300)}`;
  if (status !== errorTable[code][0]) return `answered ${said}`;
  if (!headers['content-type']?.startsWith('application/json')) return `its type is ${headers['content-type']}`;
  const body = JSON.parse(text) as ErrorBody;
  if (Object.keys(body).join() !== 'error' || Object.keys(body.error).sort().join() !== 'code,message')
    return `has another shape: ${said}`;
  if (body.error.code !== code) return `answered ${said}`;
  const details = readDetails(code, body.error.message);
  if (!details) return `says something else: ${said}`;
  // Where a detail is missing, the sentence has the name of the detail in its place.
  for (const [name, value] of details) if (value === name) return `leaves ${name} empty: ${said}`;
  const after = headers['retry-after'];
  const seconds = details.get('seconds');
  if (seconds !== undefined && after !== seconds) return `says ${seconds} s, and Retry-After ${after}`;
  const retryAfter = after === undefined ? undefined : Number(after);
  const rebuilt = ServiceError.fromWire(status, body, retryAfter);
  const isSame = rebuilt.code === code && rebuilt.status === status && rebuilt.message === body.error.message;
  return isSame && rebuilt.retryAfter === retryAfter ? undefined : `becomes ${rebuilt.code} in the client`;
};
