import type { IncomingHttpHeaders } from 'node:http';

/** Browsers keep `__Secure-` cookies only over HTTPS, and common clients drop Secure ones on http: hence two names. */
const secureName = '__Secure-proof';
const plainName = '__proof';

const token = /^[A-Za-z0-9_-]{43}$/;

/**
 * The session token of a request. Clients send back what they were given in many shapes: whole Set-Cookie strings with
 * attributes, the same cookie twice. Two different tokens are ambiguous and count as none.
 */
export const readToken = (headers: IncomingHttpHeaders): string | undefined => {
  const bearer = headers.authorization?.match(/^bearer +(\S+) *$/i)?.[1];
  if (bearer !== undefined) return token.test(bearer) ? bearer : undefined;
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

export const ridesCookie = (headers: IncomingHttpHeaders): boolean => headers.authorization === undefined;

export const writeCookie = (value: string, maxAgeMs: number, secure: boolean): string =>
  `${secure ? secureName : plainName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(maxAgeMs / 1000)}${secure ? '; Secure' : ''}`;
