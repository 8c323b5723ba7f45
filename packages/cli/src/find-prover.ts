import { type Client, ServiceError, type ServiceInfo } from '@trigpoint/client';
import { findProfile } from '@trigpoint/proofs/registry';
import { counted, UsageError } from './output.ts';
import { commandLine, openClient, shellWord } from './session.ts';
import { suggestion } from './suggestions.ts';

/** A shorter beginning of a key may also fit somebody else. */
const fewestLetters = 6;
const whole = /^([Ii][Pp][Vv][46]\/.+|0[xX][0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{43,44})$/;

export const isWholeProver = (given: string): boolean => whole.test(given);

/**
 * Finds the prover that `--prover` means: by its id or key, by the beginning of one, or by its name. Anybody can claim any
 * name, so names count on development networks alone.
 */
export const findProver = async (client: Client, about: ServiceInfo, given: string): Promise<string> => {
  if (whole.test(given)) {
    const id = await idOf(client, given);
    if (id === undefined) await refuseOfOtherTypes(client, about, given);
    return id ?? given;
  }
  const provers = await listProvers(client);
  const found = matching(provers, about, given);
  if (found.length > 1)
    throw new UsageError(`"${given}" may be ${found.map((it) => it.id).join(' or ')}: give one of these ids.`);
  if (found[0]) return found[0].id;
  await refuseOfOtherTypes(client, about, given);
  const names = about.development ? provers.map((it) => String(it.claims.name ?? '')) : [];
  throw new UsageError(
    `No prover is called "${given}".${suggestion(given, names)} This lists them: ${listing(client, 'provers')}`,
  );
};

/** A command that lists who there is. */
export const listing = ({ proofType, url }: Client, role: 'provers' | 'challengers'): string =>
  commandLine(`${role} --proof-type ${proofType}`, { service: url });

const listProvers = async (client: Client) => (await client.call('provers', { limit: 10_000 })).result.provers;

const matching = (
  provers: Awaited<ReturnType<typeof listProvers>>,
  { development }: ServiceInfo,
  given: string,
): Awaited<ReturnType<typeof listProvers>> => {
  const key = given.toLowerCase();
  return provers.filter(
    (it) =>
      (development && it.claims.name === given) ||
      (given.length >= fewestLetters && it.publicKey.toLowerCase().startsWith(key)),
  );
};

/** The prover that a whole id or key means; undefined if nobody has it. A key alone may be that of a prover on IPv6. */
const idOf = async (client: Client, given: string): Promise<string | undefined> => {
  for (const id of given.includes('/') ? [given] : [`IPv4/${given}`, `IPv6/${given}`])
    try {
      await client.call('prover', { id });
      return id;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'agent_not_found')) throw error;
    }
  return undefined;
};

/** A prover of another type would never consent, and the request would wait for it until it expires. */
const refuseOfOtherTypes = async (client: Client, about: ServiceInfo, given: string): Promise<void> => {
  const others = Object.keys(about.proof_types).filter((it) => it !== client.proofType && findProfile(it));
  const proves: string[] = [];
  for (const type of others) {
    const there = openClient({ service: client.url }, type);
    const isThere = whole.test(given)
      ? (await idOf(there, given)) !== undefined
      : matching(await listProvers(there), about, given).length > 0;
    if (isThere) proves.push(type);
  }
  if (proves.length > 0)
    throw new UsageError(
      `"${given}" proves ${proves.join(' and ')}, not ${client.proofType}. Ask for that: ${commandLine(`request ${proves[0]} --prover ${shellWord(given)}`, { service: client.url })}`,
    );
};

const longestList = 1_000;

/**
 * Refuses a request for more challengers than there are. The service would give up on it only after half a minute, and after a
 * payment.
 */
export const checkEnough = async (client: Client, asked: number): Promise<void> => {
  const { challengers, total } = (await client.call('challengers', { limit: longestList })).result;
  const ready = challengers.filter((it) => it.online && (it.admission?.status ?? 'admitted') === 'admitted').length;
  if (total <= longestList && ready < asked)
    throw new UsageError(
      `--challengers ${asked} is too many: ${counted(ready, 'challenger is', 'challengers are')} connected and may be drawn. This lists them: ${listing(client, 'challengers')}`,
    );
};
