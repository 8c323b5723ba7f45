import { Client, ethereumSigner, requestChallenge, waitForChallenge } from '@trigpoint/client';

/**
 * Asks whether provers are where they claim to be, and prints the verdicts: of the one that is named, or of one that tells
 * the truth and of one that does not.
 *
 *   npm start                                                in one terminal
 *   node examples/dist/request.js [SERVICE_URL] [PROVER_ID]  in another
 */
const url = process.argv[2] ?? 'http://127.0.0.1:8080';
// The first account of the development chain. Elsewhere bring a key of your own.
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const client = new Client({ url, proofType: 'pol' });
await client.login(ethereumSigner(privateKey), { role: 'payer' });

const { result } = await client.call('provers', {});
const called = (name: string) => result.provers.filter(({ claims }) => claims.name === name).map(({ id }) => id);
const provers = process.argv[3] ? [process.argv[3]] : [...called('honest-frankfurt'), ...called('liar-sydney')];
if (provers.length === 0) throw new Error('Name a prover: this is not the development network.');

for (const prover of provers) {
  const { challengeId, transactionHash } = await requestChallenge(client, {
    prover,
    challengers: 5,
    // Sends through the node that the service names; give an rpcUrl for another.
    wallet: { privateKey },
  });
  process.stdout.write(`Challenge ${challengeId} for ${prover} (transaction ${transactionHash})\n`);

  const status = await waitForChallenge(client, challengeId, {
    onStatus: ({ state }) => process.stdout.write(`${state}\n`),
  });
  const { verified, reason } = status.consolidated_result;
  process.stdout.write(`verified: ${verified}\n${reason}\n\n`);
}
