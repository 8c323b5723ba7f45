import { beforeAll, expect, test } from 'vitest';
import { findEthereumWallets } from './ethereum-wallets.ts';
import { findSolanaWallets } from './solana-wallets.ts';
import { type Wallet, WalletError } from './wallets.ts';

beforeAll(() => {
  // A page's own events, as far as wallets use them.
  const page = new EventTarget();
  const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
  for (const it of [addEventListener, removeEventListener, dispatchEvent])
    Object.assign(globalThis, { [it.name]: it.bind(page) });
});

type Answer = (call: { method: string; params?: unknown }) => unknown;
const announced = (answer: Answer, info: object = {}): Wallet => {
  const found: Wallet[] = [];
  const stop = findEthereumWallets((it) => found.push(it));
  const provider = { request: async (call: { method: string }) => answer(call) };
  const detail = {
    info: { uuid: 'u', name: 'Mine', icon: 'data:image/png;base64,', rdns: 'org.mine', ...info },
    provider,
  };
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  stop();
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  expect(found).toHaveLength(1);
  return found[0] as Wallet;
};
const refusing =
  (error: unknown): Answer =>
  () =>
    Promise.reject(error);

test('a wallet is listed as it announces itself, its icon only if it brings the picture along', () => {
  expect(announced(() => [])).toMatchObject({
    id: 'org.mine',
    name: 'Mine',
    kind: 'Ethereum',
    icon: 'data:image/png;base64,',
  });
  expect(announced(() => [], { icon: 'https://elsewhere/track.png', rdns: '' })).not.toHaveProperty('icon');
  expect(announced(() => [], { rdns: '' }).id).toBe('u');
});

test('what a wallet refuses is told in words for people', async () => {
  const told = async (error: unknown) =>
    announced(refusing(error))
      .connect()
      .catch((it: WalletError) => [it.name, it.message]);
  expect(await told({ code: 4001 })).toEqual(['WalletError', 'You declined in your wallet. Nothing was signed.']);
  expect(await told({ code: -32_002 })).toEqual([
    'WalletError',
    'Your wallet already waits for an answer. Open it and answer there.',
  ]);
  expect(await told(new Error('Locked.'))).toEqual(['WalletError', 'Locked.']);
  expect(await told('?')).toEqual(['WalletError', 'The wallet did not answer.']);
  await expect(announced(() => []).connect()).rejects.toThrow('shared no account');
});

test('the text to sign reaches the wallet byte by byte, as hexadecimal UTF-8', async () => {
  const asked: unknown[] = [];
  const wallet = announced(({ method, params }) => {
    asked.push(params);
    return method === 'personal_sign' ? '0xsigned' : ['0xab'];
  });
  const account = await wallet.connect();
  expect(await account.sign('aß€\n')).toBe('0xsigned');
  expect(asked.at(-1)).toEqual(['0x61c39fe282ac0a', '0xab']);
});

test('a wallet on another chain is asked to switch, and offered a chain that it does not know', async () => {
  const asked: string[] = [];
  const wallet = (chainId: string, knows: boolean) =>
    announced(({ method }) => {
      asked.push(method);
      if (method === 'wallet_switchEthereumChain' && !knows) return Promise.reject({ code: 4902 });
      return method === 'eth_chainId' ? chainId : ['0xab'];
    });
  const turn = async (chainId: string, knows: boolean, rpc_url: string | null = 'http://node') => {
    asked.length = 0;
    await (await wallet(chainId, knows).connect()).onChain?.({ id: 31_337, rpc_url });
    return asked.slice(1);
  };
  expect(await turn('0x7a69', true)).toEqual(['eth_chainId']);
  expect(await turn('0x1', true)).toEqual(['eth_chainId', 'wallet_switchEthereumChain']);
  expect((await turn('0x1', false)).at(-1)).toBe('wallet_addEthereumChain');
  await expect(turn('0x1', false, null)).rejects.toThrow(WalletError);
});

test('a solana wallet is listed if it signs messages for solana', async () => {
  const found: Wallet[] = [];
  const account = { address: 'key', chains: ['solana:mainnet'] };
  const own = {
    name: 'Ours',
    icon: '',
    chains: ['solana:mainnet'],
    features: {
      'standard:connect': {
        connect: async () => ({ accounts: [{ address: 'other', chains: ['sui:mainnet'] }, account] }),
      },
      'solana:signMessage': { signMessage: async () => [{ signature: Uint8Array.of(0, 0, 1) }] },
    },
  };
  const stop = findSolanaWallets((it) => found.push(it));
  const register = (...wallets: object[]) =>
    dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: ({ register: take }: { register(...it: object[]): void }) => take(...wallets),
      }),
    );
  register(
    own,
    { ...own, chains: ['sui:mainnet'] },
    { ...own, features: { ...own.features, 'solana:signMessage': undefined } },
  );
  stop();
  expect(found.map((it) => [it.id, it.kind])).toEqual([['solana Ours', 'Solana']]);
  const signer = await found[0]?.connect();
  expect(signer?.publicKey).toBe('key');
  expect(await signer?.sign('text')).toBe('112');
});
