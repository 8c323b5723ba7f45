import type { IncomingHttpHeaders } from 'node:http';
import { serviceError } from '@trigpoint/protocol';
import { ridesCookie } from './cookies.ts';

/** Whether the request says which site it comes from. Only browsers do. */
export const saysWhereFrom = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/**
 * Refuses a request that a page of another site makes with the session cookie of its visitor. Browsers say in Origin and
 * Sec-Fetch-Site where a request comes from. Programs send neither, and this check lets them pass.
 */
export const refuseCrossSite = (headers: IncomingHttpHeaders, site: URL, allowed: readonly string[]): void => {
  if (!ridesCookie(headers)) return;
  const { origin } = headers;
  if (origin !== undefined && (allowed.includes(origin) || origin === site.origin)) return;
  const fetchSite = headers['sec-fetch-site'];
  const foreign =
    origin !== undefined || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none');
  if (foreign) throw serviceError('cross_site', { origin: origin ?? String(fetchSite) });
};
