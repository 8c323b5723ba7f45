import { readFile } from 'node:fs/promises';
import type { Signer } from '@trigpoint/client';
import { delegation, isKey, keyOfAgent, keyTypeOf, partyOf, plainKey, type ServiceName } from '@trigpoint/protocol';
import { UsageError } from './agent.ts';
import type { OwnerDelegation } from './descriptions.ts';

/** The key of an agent's id, or a key alone, as statements name it. */
const partyNamed = (given: string): string => {
  const key = keyOfAgent(given);
  if (!isKey(key)) throw new UsageError(`"${given}" is neither an agent's id nor a key.`);
  return partyOf({ keyType: keyTypeOf(key), publicKey: plainKey(key) });
};

/** Signs, as an owner, that it answers for an agent at one service until a time. */
export const delegate = async (
  service: ServiceName,
  owner: Signer,
  { agent, until }: { readonly agent: string; readonly until: number },
): Promise<OwnerDelegation> => {
  const { service: key, chain_id, contract } = service;
  const text = delegation.compose({
    ...{ service: key, chain_id, contract, agent: partyNamed(agent) },
    owner: partyOf({ keyType: owner.keyType, publicKey: plainKey(owner.publicKey) }),
    until: new Date(until).toISOString(),
  });
  return { text, owner_signature: await owner.sign(text) };
};

/** Reads the file that `trigpoint delegate` wrote. */
export async function readDelegation(path: string): Promise<OwnerDelegation> {
  let content: Partial<OwnerDelegation>;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`The delegation ${path} cannot be read: ${(error as Error).message}.`);
  }
  const { text, owner_signature } = content;
  if (typeof text !== 'string' || typeof owner_signature !== 'string')
    throw new UsageError(`The delegation ${path} needs text and owner_signature, as trigpoint delegate writes them.`);
  return { text, owner_signature };
}
