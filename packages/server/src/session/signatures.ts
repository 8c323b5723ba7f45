import type { KeyType } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';

/** Asks a smart account on the chain whether a signature is its own (ERC-1271, ERC-6492). Present if a chain is configured. */
export type AskAccount = (address: string, text: string, signature: `0x${string}`) => Promise<boolean>;

/** Whether a login's text was signed: by the key itself, or by the smart account that stands at its address. */
export const isSigned = async (
  keyType: KeyType,
  publicKey: string,
  text: string,
  signature: string,
  askAccount?: AskAccount,
): Promise<boolean> => {
  if (verifySignature(keyType, publicKey, text, signature)) return true;
  const digits = signature.replace(/^0x/, '');
  if (keyType !== 'ethereum' || !askAccount || !/^([0-9a-fA-F]{2})+$/.test(digits)) return false;
  return askAccount(publicKey, text, `0x${digits.toLowerCase()}`);
};
