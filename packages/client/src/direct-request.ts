import {
  decodeBundle,
  leafHash,
  openCheckpoint,
  openRemoteLog,
  parseEntry,
  parseVerifierKey,
  Tile,
  TileReader,
  tileWidth,
  verifyInclusion,
  widthIn,
} from '@trigpoint/log';
import { askHash, nonceHashOf } from '@trigpoint/proofs/checking';
import { type ChallengeState, directRequest, isFinal, partyOf, plainKey, randomHex } from '@trigpoint/protocol';
import { composeInfo, profileOf } from './ask-info.ts';
import type { AskedService, AskServiceOptions } from './ask-service.ts';
import { type Client, pause } from './client.ts';
import { readServiceInfo, type ServiceInfo } from './service-info.ts';
import { RequestError } from './wallets.ts';

const noRegistry = `0x${'0'.repeat(40)}` as const;

/** The body of `askService`. It is a file of its own, so that a page loads it only with the first request. */
export async function ask(client: Client, options: AskServiceOptions): Promise<AskedService> {
  const { signer, tellsNonce = true, timeoutSeconds = 3_600, signal } = options;
  const info = await readServiceInfo(client, { signal });
  const encoded = await composeInfo(client, profileOf(client), info.chain?.prover_registry ?? noRegistry, options);
  const nonce = tellsNonce && info.asks_without_chain.seed_from === 'nonce' ? randomHex(32) : undefined;
  const commitment = nonce === undefined ? {} : { nonce_hash: nonceHashOf(nonce) };
  const about = { encoded, nonce_hash: commitment.nonce_hash ?? null, timeoutSeconds };
  const text = signer && (await compose(client, info, signer, about));
  const said = text
    ? { request: { text, signature: await signer.sign(text) } }
    : { ...commitment, timeout_seconds: timeoutSeconds };
  const { result } = await client.call('challenge-request', { ask: encoded, ...said }, { signal });
  return {
    challengeId: result.challenge_id,
    state: result.challenge_status as ChallengeState,
    seedFrom: result.seed_from,
    ...(nonce === undefined ? {} : { nonce }),
  };
}

/** The request as its payer signs it. */
async function compose(
  client: Client,
  { service, log }: ServiceInfo,
  { keyType, publicKey }: NonNullable<AskServiceOptions['signer']>,
  about: { readonly encoded: string; readonly nonce_hash: string | null; readonly timeoutSeconds: number },
): Promise<string> {
  const checkpoint = await openRemoteLog(`${client.url}/log`).checkpoint();
  return directRequest.compose({
    ...service,
    payer: partyOf({ keyType, publicKey: plainKey(publicKey) }),
    proof_type: client.proofType,
    ask_hash: askHash(about.encoded),
    nonce_hash: about.nonce_hash,
    log_size: openCheckpoint(checkpoint, parseVerifierKey(log.vkey)).size,
    expires_at: new Date(Date.now() + about.timeoutSeconds * 1_000).toISOString(),
    salt: randomHex(16),
  });
}

/** The body of `tellNonce`. */
export async function tell(client: Client, challengeId: string, nonce: string, signal?: AbortSignal): Promise<void> {
  const { log } = await readServiceInfo(client, { signal });
  for (let ms = 250; ; ms = Math.min(ms * 1.3, 2_000)) {
    const { state, challenge_parameters: at } = await client.call(
      'challenge-status-dcl',
      { challenge_id: challengeId },
      { signal },
    );
    if (isFinal(state as ChallengeState)) return;
    if (at.acceptance_index !== undefined) {
      await checkAccepted(client, log.vkey, Number(at.acceptance_index), { challengeId, nonce });
      break;
    }
    await pause(ms, signal);
  }
  await client.call('challenge-reveal', { challenge_id: challengeId, nonce }, { signal });
}

/** Throws unless the public log has this acceptance with the hash of this nonce. */
async function checkAccepted(
  client: Client,
  vkey: string,
  index: number,
  { challengeId, nonce }: { readonly challengeId: string; readonly nonce: string },
): Promise<void> {
  const files = openRemoteLog(`${client.url}/log`);
  const { size, root } = openCheckpoint(await files.checkpoint(), parseVerifierKey(vkey));
  const refuse = (why: string) => new RequestError('not_in_log', `The nonce was not told: ${why}.`);
  if (!(index < size)) throw refuse('the log does not have the acceptance that the service names');
  const bundle = { level: 'entries', index: Math.floor(index / tileWidth) } as const;
  const bytes = await files.tile({ ...bundle, width: widthIn(size, bundle) });
  const entry = bytes instanceof Tile ? undefined : decodeBundle(bytes)[index % tileWidth];
  const path = await new TileReader(size, files.tile).inclusion(index);
  if (!entry || !verifyInclusion({ leaf: leafHash(entry), index, size, root, path }))
    throw refuse('the log cannot show the acceptance that the service names');
  const says = parseEntry(entry);
  if (says.kind !== 'acceptance' || says.challenge !== challengeId || says.seed_nonce !== nonceHashOf(nonce))
    throw refuse('the acceptance in the log is of another challenge or another nonce');
}
