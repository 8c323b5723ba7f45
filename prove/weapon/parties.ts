import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import type { Endpoint, Party, PobAsk, ProbeIo, ProbeTask } from '@trigpoint/proofs';

/** A party with a real key, for measurements between processes' own sockets. */
export interface Someone {
  readonly party: Party;
  io(signal?: AbortSignal): ProbeIo;
}

export function someone(claims: Party['claims'] = {}): Someone {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const party: Party = { id: `IPv4/${der.toString('hex')}`, keyType: 'solana', publicKey: der.toString('hex'), claims };
  return {
    party,
    io: (signal = new AbortController().signal) => ({
      sign: async (text) => sign(null, Buffer.from(text), privateKey).toString('hex'),
      verify: async ({ publicKey: key }, text, signature) =>
        verify(
          null,
          Buffer.from(text),
          { key: Buffer.from(key, 'hex'), format: 'der', type: 'spki' },
          Buffer.from(signature, 'hex'),
        ),
      progress: () => {},
      signal,
    }),
  };
}

export function taskOf(
  direction: 'down' | 'up',
  mbps: number,
  prover: Someone,
  challenger: Someone,
  { address, port }: Endpoint,
): ProbeTask<PobAsk> {
  return {
    challengeId: '1',
    context: '0c'.repeat(32),
    attempt: 1,
    proofType: 'pob',
    ask: {
      proverRegistry: `0x${'1'.repeat(40)}`,
      prover: `0x${'2'.repeat(40)}`,
      isIPv6: false,
      challengers: 1,
      tolerance: 0,
      direction,
      bandwidthMbps: mbps,
    },
    prover: prover.party,
    challenger: { ...challenger.party, endpoint: { address, port } },
    tag: randomBytes(16).toString('hex'),
    budgetMs: 15_000,
  };
}
