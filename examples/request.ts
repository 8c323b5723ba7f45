import { Client, ethereumSigner, requestChallenge, waitForChallenge } from '@trigpoint/client';

/**
 * Asks whether a prover is where it claims to be, and prints the verdict.
 *
 *   npm start                                                in one terminal
 *   node examples/dist/request.js [SERVICE_URL] [PROVER_ID]  in another
 */
const url = process.argv[2] ?? 'http://127.0.0.1:8080';
// The first account of the development chain. Elsewhere bring a key of your own.
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const client = new Client({ url, proofType: 'pol' });
await client.login(ethereumSigner(privateKey), { role: 'payer' });

const { result } = await client.call('provers', { limit: 1 });
const prover = process.argv[3] ?? result.provers[0]?.id;
if (prover === undefined) throw new Error('No prover is connected.');

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
process.stdout.write(`verified: ${verified}\n${reason}\n`);
