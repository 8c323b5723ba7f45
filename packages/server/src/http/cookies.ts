import type { IncomingHttpHeaders } from 'node:http';
import { apiKeyPrefix } from '@trigpoint/protocol';

/**
 * The cookie has two names. Browsers keep a `__Secure-` cookie only over HTTPS, and common clients drop Secure cookies on
 * http.
 */
export const secureName = '__Secure-proof';
export const plainName = '__proof';

const token = /^[A-Za-z0-9_-]{43}$/;
const apiKey = new RegExp(`^${apiKeyPrefix}[A-Za-z0-9_-]{43}$`);

/** A bearer that is not a token of ours is meant for somebody else, such as a proxy in front. */
const bearerOf = ({ authorization }: IncomingHttpHeaders): string | undefined => {
  const bearer = authorization?.match(/^bearer +(\S+) *$/i)?.[1];
  return bearer !== undefined && (token.test(bearer) || apiKey.test(bearer)) ? bearer : undefined;
};

/**
 * The session token or API key of a request. API keys are taken from bearers alone. Clients return cookies in many shapes: whole
 * Set-Cookie strings with attributes, or the same cookie twice. Two different tokens are ambiguous and count as none.
 */
export const readToken = (headers: IncomingHttpHeaders): string | undefined => {
  const bearer = bearerOf(headers);
  if (bearer !== undefined) return bearer;
  let found: string | undefined;
  for (const part of headers.cookie?.split(/[;,]/) ?? []) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (name !== secureName && name !== plainName) continue;
    const value = part
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (!token.test(value)) continue;
    if (found !== undefined && found !== value) return undefined;
    found = value;
  }
  return found;
};

/** Whether the session of a request, if it has one, comes from a cookie. A browser sends cookies also when another site asks. */
export const ridesCookie = (headers: IncomingHttpHeaders): boolean => bearerOf(headers) === undefined;

export const writeCookie = (value: string, maxAgeMs: number, secure: boolean): string =>
  `${secure ? secureName : plainName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(maxAgeMs / 1000)}${secure ? '; Secure' : ''}`;
