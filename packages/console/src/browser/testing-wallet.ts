import { generateKeyPairSync, sign } from 'node:crypto';
import { ethereumSigner } from '@trigpoint/client';
import { encodeBase58 } from '@trigpoint/protocol';
import type { Page } from 'playwright-core';

const icon =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>';

/** A stand-in for a wallet extension: it announces itself by EIP-6963 and signs with a key of the test. */
export const installWallet = async (page: Page, privateKey: string): Promise<{ readonly address: string }> => {
  const signer = ethereumSigner(privateKey);
  await page.exposeFunction('testWalletSign', (hex: string) =>
    signer.sign(Buffer.from(hex.slice(2), 'hex').toString('utf8')),
  );
  await page.addInitScript(
    ({ address, image }) => {
      const provider = {
        request: async ({ method, params }: { method: string; params?: unknown[] }) => {
          if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [address];
          if (method === 'eth_chainId') return '0x7a69';
          if (method === 'personal_sign')
            return (window as unknown as { testWalletSign(hex: string): Promise<string> }).testWalletSign(
              params?.[0] as string,
            );
          throw new Error(`The test wallet does not know ${method}.`);
        },
      };
      const info = {
        uuid: 'b7f6a5d0-0000-4000-8000-000000000001',
        name: 'Test Wallet',
        icon: image,
        rdns: 'test.wallet',
      };
      const announce = () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
      addEventListener('eip6963:requestProvider', announce);
      announce();
    },
    { address: signer.publicKey, image: icon },
  );
  return { address: signer.publicKey };
};

/** Signs in with that wallet, at the page of the address. */
export const signInByWallet = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByText('Test Wallet').click();
  await page.getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await page.locator('a[href="/account"]').waitFor();
};

/** The same for Solana: it registers by wallet-standard, as soon as the page says it is ready or before. */
export const installSolanaWallet = async (page: Page): Promise<{ readonly address: string }> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const address = encodeBase58(raw);
  await page.exposeFunction('testSolanaSign', (bytes: number[]) => [...sign(null, Buffer.from(bytes), privateKey)]);
  await page.addInitScript(
    ({ account: { address: own, bytes }, image }) => {
      type Api = { register(wallet: unknown): void };
      const account = {
        address: own,
        publicKey: new Uint8Array(bytes),
        chains: ['solana:mainnet'],
        features: ['solana:signMessage'],
      };
      const signing = window as unknown as { testSolanaSign(bytes: number[]): Promise<number[]> };
      const signMessage = async ({ message }: { message: Uint8Array }) => [
        { signedMessage: message, signature: new Uint8Array(await signing.testSolanaSign([...message])) },
      ];
      const wallet = {
        version: '1.0.0',
        name: 'Test Solana Wallet',
        icon: image,
        chains: ['solana:mainnet'],
        accounts: [],
        features: {
          'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
          'solana:signMessage': { version: '1.0.0', signMessage },
        },
      };
      const register = (api: Api) => api.register(wallet);
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
      addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Api>).detail));
    },
    { account: { address, bytes: [...raw] }, image: icon },
  );
  return { address };
};
