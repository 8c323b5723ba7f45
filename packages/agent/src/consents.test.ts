import { randomBytes } from 'node:crypto';
import { ethereumSigner, verifySignature } from '@trigpoint/client';
import { askHash, encodePobAsk, pob } from '@trigpoint/proofs';
import { chainAddress, consent } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { answerConsent, type ConsentOptions } from './consents.ts';
import { defaultLimits, keepLimits, type Limits } from './limits.ts';

const signer = ethereumSigner(randomBytes(32));
const described = { service: 'ab'.repeat(32), chain_id: 31337, contract: 'none', description_hash: 'cd'.repeat(32) };

const asked = (bandwidthMbps: number, prover = chainAddress('ethereum', signer.publicKey.toLowerCase())) => ({
  type: 'consent_wanted' as const,
  challenge_id: '7',
  ask: encodePobAsk({
    ...{ proverRegistry: prover, prover, isIPv6: false, challengers: 4, tolerance: 1 },
    ...{ direction: 'down', bandwidthMbps },
  }),
});

const options = (limits: Partial<Limits> = {}): ConsentOptions => ({
  signer,
  decode: (info) => (info === '0x00' ? undefined : pob.decode(info as `0x${string}`)),
  cost: (ask) => pob.cost(ask as never, { downlink_bandwidth: '60' }),
  limits: keepLimits({ ...defaultLimits, ...limits }, () => 0),
  described: () => described,
});

test('a prover signs its consent to this ask, for the service that greeted it', async () => {
  const wanted = asked(50);
  const said = await answerConsent(wanted, 0, options());
  if (said?.type !== 'consent') return expect.fail(JSON.stringify(said));
  expect(consent.parse(said.text)).toEqual({ ...described, challenge_id: '7', ask_hash: askHash(wanted.ask) });
  expect(await verifySignature(signer, said.text, said.signature)).toBe(true);
});

test.each([
  ['cannot read', { ...asked(50), ask: '0x00' }, {}, 'does not understand what is asked'],
  ['is another prover’s', asked(50, `0x${'12'.repeat(20)}`), {}, 'another prover is asked for'],
  ['is above its limit', asked(50), { mbps: 10 }, "asks for 50 Mbit/s, and 10 is this agent's limit"],
])('it declines for good what %s', async (_, wanted, limits, reason) => {
  expect(await answerConsent(wanted, 0, options(limits))).toEqual({ type: 'no_consent', challenge_id: '7', reason });
});

test('each consent is a try, so it gives none to payers that its owner has not named', async () => {
  const solana = 'So11111111111111111111111111111111111111112';
  const answerTo = async (payer: string | undefined, payers: readonly string[]) =>
    (await answerConsent({ ...asked(50), ...(payer === undefined ? {} : { payer }) }, 0, options({ payers })))?.type;
  const named = [`0x${'Ab'.repeat(20)}`, solana];
  expect(await answerTo(`0x${'ab'.repeat(20)}`, named)).toBe('consent');
  expect(await answerTo(solana, named)).toBe('consent');
  for (const stranger of [`0x${'cd'.repeat(20)}`, solana.toLowerCase(), '', undefined])
    expect(await answerTo(stranger, named)).toBe('no_consent');
  expect(await answerTo(solana, [])).toBe('no_consent');
});

test('while it is busy it says nothing, and is asked again', async () => {
  expect(await answerConsent(asked(50), defaultLimits.concurrent, options())).toBeUndefined();
});
