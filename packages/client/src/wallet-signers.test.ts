import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { encodeBase58, routes } from '@trigpoint/protocol';
import { Wallet } from 'ethers';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { verifySignature } from './verify-signature.ts';
import { accountSigner, providerSigner, standardSigner } from './wallet-signers.ts';

const text = 'Grüße\n世界';

test('a browser wallet signs the text itself, not its hexadecimal', async () => {
  const wallet = new Wallet(`0x${randomBytes(32).toString('hex')}`);
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'eth_requestAccounts') return [wallet.address];
      const [hex] = params as string[];
      return wallet.signMessage(Buffer.from((hex ?? '').slice(2), 'hex'));
    },
  };
  const signer = await providerSigner(provider);
  expect(verifySignature(signer, text, await signer.sign(text))).toBe(true);
  await expect(providerSigner({ request: async () => [] })).rejects.toThrow('no account');
});

test('a viem account signs', async () => {
  const signer = accountSigner(privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`));
  expect(verifySignature(signer, text, await signer.sign(text))).toBe(true);
});

test('a wallet-standard wallet is connected where needed and signs', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = encodeBase58(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
  const accounts = [
    { address: 'other', chains: ['eip155:1'] },
    { address, chains: ['solana:mainnet'] },
  ];
  const features = {
    'standard:connect': { connect: async () => ({ accounts }) },
    'solana:signMessage': {
      signMessage: async ({ message }: { message: Uint8Array }) => [{ signature: sign(null, message, privateKey) }],
    },
  };
  for (const known of [[], accounts]) {
    const signer = await standardSigner({ accounts: known, features });
    expect(signer.publicKey).toBe(address);
    expect(verifySignature(signer, text, await signer.sign(text))).toBe(true);
  }
  await expect(standardSigner({ accounts, features: {} })).rejects.toThrow('cannot sign');
});

test('every operation has the path that the client calls it by', () => {
  for (const [name, { paths }] of Object.entries(routes)) expect(paths).toContain(`/proof/v1/:proof_type/${name}`);
});
