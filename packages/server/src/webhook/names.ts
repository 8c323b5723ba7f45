import { promises as dns, type LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** A name is looked for this long. The rest of a try's time is the receiver's. */
const patienceMs = 4_000;
/** A lost question is asked again after this long, then after twice as long. */
const askAgainMs = 1_000;
const mostTries = 3;

/** What a name server says about a name that it does not have, or not in this family. */
const unknownCodes = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

export interface NameOptions {
  /** Addresses of name servers, such as `127.0.0.1:53`; those of the machine unless given. */
  readonly nameServers?: readonly string[];
  readonly hostsFile?: string;
}

export interface FoundName {
  readonly addresses: readonly LookupAddress[];
  /** Why nobody could say what the addresses are; undefined if somebody said it. */
  readonly problem?: string | undefined;
}

/**
 * The addresses of a host: IPv4 first. Never by `dns.lookup`, which blocks a thread of the process while name servers are
 * silent: there are four threads, and the owner of a webhook chooses the name servers.
 */
export const findName = async (
  host: string,
  { nameServers, hostsFile = '/etc/hosts' }: NameOptions,
): Promise<FoundName> => {
  const family = isIP(host);
  if (family !== 0) return { addresses: [{ address: host, family }] };
  const name = host.replace(/\.$/, '');
  const listed = inHosts(readHosts(hostsFile), name);
  if (listed.length > 0) return { addresses: listed };
  if (/(^|\.)localhost$/.test(name)) return { addresses: withFamilies(['127.0.0.1', '::1']) };
  return askServers(name, nameServers);
};

const askServers = async (name: string, nameServers: readonly string[] | undefined): Promise<FoundName> => {
  const resolver = new dns.Resolver({ timeout: askAgainMs, tries: mostTries });
  if (nameServers) resolver.setServers(nameServers);
  const patience = setTimeout(() => resolver.cancel(), patienceMs);
  const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(patience);
  const problem = asked
    .flatMap((it) => (it.status === 'rejected' ? [String(it.reason.code)] : []))
    .find((code) => !unknownCodes.has(code));
  return { addresses: withFamilies(asked.flatMap((it) => (it.status === 'fulfilled' ? it.value : []))), problem };
};

const withFamilies = (addresses: readonly string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: isIP(address) })).sort((a, b) => a.family - b.family);

/** Read at once: a read in the thread pool would wait behind whatever blocks the pool. */
const readHosts = (hostsFile: string): string => {
  try {
    return readFileSync(hostsFile, 'utf8');
  } catch {
    return '';
  }
};

const inHosts = (text: string, name: string): LookupAddress[] =>
  withFamilies(
    text.split('\n').flatMap((line) => {
      const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
      return isIP(address) !== 0 && names.some((it) => it.toLowerCase() === name) ? [address] : [];
    }),
  );
