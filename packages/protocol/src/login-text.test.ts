import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import { expect, test } from 'vitest';
import { composeLoginText, type LoginText } from './login-text.ts';
import { roles } from './session-routes.ts';

const hour = 3_600_000;
const login = fc.record({
  keyType: fc.constant('ethereum' as const),
  address: fc.constantFrom('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xde709f2102306220921060314715629080e2fb77'),
  role: fc.constantFrom(...roles),
  proofTypeTitle: fc.constantFrom('proof of location', 'proof of bandwidth'),
  domain: fc.constantFrom('localhost:8080', 'trigpoint.example', '[::1]:8080'),
  uri: fc.constantFrom('http://localhost:8080', 'https://trigpoint.example/'),
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/),
  issuedAt: fc.integer({ min: 0, max: 4e12 }),
  expiresAt: fc.integer({ min: 0, max: 4e12 }),
});

test('a wallet reads everything of the login out of the text (EIP-4361)', () => {
  fc.assert(
    fc.property(login, (it) => {
      const read = new SiweMessage(composeLoginText(it));
      expect({
        ...read,
        issuedAt: Date.parse(read.issuedAt ?? ''),
        expirationTime: Date.parse(read.expirationTime ?? ''),
      }).toMatchObject({
        domain: it.domain,
        address: it.address,
        uri: it.uri,
        version: '1',
        chainId: it.chainId,
        nonce: it.nonce,
        issuedAt: it.issuedAt,
        expirationTime: it.expiresAt,
      });
      expect(read.statement).toContain(`Log in as ${it.role} for ${it.proofTypeTitle}.`);
      expect(read.statement).toContain('This costs nothing and moves nothing.');
    }),
  );
});

test('the text for solana is the same but for the kind of account and the chain', () => {
  const it: LoginText = {
    keyType: 'ethereum',
    address: 'key',
    role: 'payer',
    proofTypeTitle: 'proof of location',
    domain: 'localhost',
    uri: 'http://localhost',
    chainId: 31_337,
    nonce: 'abcdefgh',
    issuedAt: 0,
    expiresAt: hour,
  };
  const lines = (text: string) => text.split('\n');
  const [ethereum, solana] = [lines(composeLoginText(it)), lines(composeLoginText({ ...it, keyType: 'solana' }))];
  expect(solana.filter((line, i) => line !== ethereum[i])).toEqual([
    'localhost wants you to sign in with your Solana account:',
    'Chain ID: mainnet',
  ]);
});
