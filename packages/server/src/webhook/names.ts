import { promises as dns, type LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** The longest time for looking up a name. The rest of the time of a try is left for the receiver. */
const patienceMs = 4_000;
/** A question to a name server is repeated after this long, then after twice as long. */
const askAgainMs = 1_000;
const mostTries = 3;

/** The codes for a name that does not exist, or has no address in this family. */
const unknownCodes = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

export interface NameOptions {
  /** Addresses of name servers, such as `127.0.0.1:53`. Without them those of the machine are used. */
  readonly nameServers?: readonly string[];
  readonly hostsFile?: string;
}

interface FoundName {
  readonly addresses: readonly LookupAddress[];
  /** Why a name server could not answer; undefined if all answered. */
  readonly problem?: string | undefined;
}

/**
 * The addresses of a host, IPv4 first. It does not use `dns.lookup`, which blocks one of the process's four threads while
 * name servers are silent. The owner of a webhook chooses the name servers, so it could block all of them.
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

/** The file is read synchronously, because a read in the thread pool would wait for whatever blocks the pool. */
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
