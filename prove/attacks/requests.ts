import { setTimeout as pause } from 'node:timers/promises';
import { bringChallenge, submitPhoto } from '@trigpoint/client';
import { drawSeed } from '@trigpoint/proofs';
import { openCampaign, photoNumber } from '../photos/people.ts';
import { type Attack, saidOf, wantVerified } from './attack.ts';
import {
  claiming,
  endOf,
  frankfurt,
  freshSigner,
  logIn,
  putOnChain,
  type Stage,
  startProver,
  sydney,
} from './stage.ts';

/** Longer than the service takes to ask a prover again. */
const absenceMs = 3_000;

const strangerRelays: Attack = {
  name: "a stranger relays a payer's request while the prover is away",
  isQuick: true,
  async carryOut(stage, scope) {
    const signer = freshSigner();
    const before = await startProver(stage, scope, frankfurt, claiming(frankfurt), signer);
    const prover = before.id;
    await before.stop(0);
    const [id = ''] = await putOnChain(stage, [{ prover, place: frankfurt }]);
    const stranger = await logIn(stage.url);
    await bringChallenge(stranger, id);
    await pause(absenceMs);
    const { state } = await stranger.call('challenge-status-dcl', { challenge_id: id });
    await startProver(stage, scope, frankfurt, claiming(frankfurt), signer);
    const ended = await endOf(stage, id);
    const spent = state !== 'SUBMITTED_TO_CHALLENGE_COORDINATOR' || ended.evidence.transcript.void !== null;
    return {
      obtained: spent
        ? `the request is spent: ${state}, then ${saidOf(ended)}`
        : ended.verified === 'false'
          ? `the honest prover is refuted: ${ended.reason}`
          : undefined,
      said: `it waited (${state}) until the prover was back and consented; then ${saidOf(ended)}`,
    };
  },
};

const widenedLater: Attack = {
  name: 'claims.radius=20038 after submitRequest, then a campaign with require_proof',
  isQuick: true,
  async carryOut(stage, scope) {
    const signer = freshSigner();
    const before = await startProver(stage, scope, sydney, claiming(frankfurt), signer);
    const [id = ''] = await putOnChain(stage, [{ prover: before.id, place: frankfurt }]);
    await before.stop(0);
    await startProver(stage, scope, sydney, { ...claiming(frankfurt), radius: '20038' }, signer);
    await bringChallenge(await logIn(stage.url), id);
    const ended = await endOf(stage, id);
    const refusal = await photoAt(stage, signer);
    const outcome = wantVerified(ended, refusal === undefined ? 'the campaign takes its photo' : undefined);
    return { ...outcome, said: `${outcome.said} The campaign: ${refusal ?? 'taken'}` };
  },
};

/** What a campaign in Frankfurt that asks for a proof says to a photo; undefined if it takes it. */
const photoAt = async ({ url }: Stage, signer: ReturnType<typeof freshSigner>): Promise<string | undefined> => {
  const creator = { client: await logIn(url), publicKey: '' };
  const { latitude, longitude } = frankfurt;
  const terms = { latitude, longitude, radius: 1_000, require_proof: { max_age_minutes: 60 } };
  const campaign = await openCampaign(creator, terms);
  const client = await logIn(url, signer);
  return submitPhoto(client, { campaign, photo: photoNumber(1), latitude, longitude }).then(
    () => undefined,
    (error: Error) => error.message,
  );
};

const requestsAtOnce = 60;
const broughtOfThem = 2;

const groundSeeds: Attack = {
  name: `${requestsAtOnce} requests in one transaction, seeds ground after the block`,
  isQuick: true,
  async carryOut(stage, scope) {
    const prover = await startProver(stage, scope, frankfurt, claiming(sydney));
    const ids = await putOnChain(stage, Array(requestsAtOnce).fill({ prover: prover.id, place: sydney }));
    const client = await logIn(stage.url);
    /** Every value of the service's seeds that anybody has seen. The empty one stands for a seed from the block alone. */
    const values = ['', '00'.repeat(32)];
    const said: string[] = [];
    let predictions = 0;
    let triesBefore = 0;
    for (const id of ids.slice(0, broughtOfThem)) {
      const blocks = await allBlocks(stage.chainUrl);
      await bringChallenge(client, id);
      const ended = await endOf(stage, id);
      const { service, seed, tries, draw, block_number } = ended.evidence.transcript;
      if (!seed || !draw) return { obtained: undefined, said: `nobody was drawn: ${saidOf(ended)}` };
      const known = blocks.flatMap((block_hash) =>
        values.map((value) => drawSeed({ ...service, prover: prover.id, challenge_id: id, block_hash, value })),
      );
      predictions += known.length;
      if (known.includes(draw.seed) || !('block_number' in seed) || seed.block_number <= (block_number ?? 0))
        return { obtained: `the seed of ${id} was known before it was brought`, said: saidOf(ended) };
      if (tries === null || tries <= triesBefore)
        return { obtained: 'a draw that does not count as a try', said: saidOf(ended) };
      triesBefore = tries;
      values.push(seed.anchor, seed.value);
      said.push(saidOf(ended));
      if (ended.verified === 'true') return wantVerified(ended);
    }
    return {
      obtained: undefined,
      said: `none of ${predictions} seeds made from all that was known was drawn; the last of ${broughtOfThem} draws counts as try ${triesBefore}; ${said.at(-1)}`,
    };
  },
};

const rpc = async <T>(url: string, method: string, params: readonly unknown[]): Promise<T> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  return ((await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: T }).result;
};

/** The hash of every block so far. */
const allBlocks = async (url: string): Promise<string[]> => {
  const head = Number(await rpc<string>(url, 'eth_blockNumber', []));
  const hashes: string[] = [];
  for (let i = 0; i <= head; i++)
    hashes.push((await rpc<{ hash: string }>(url, 'eth_getBlockByNumber', [`0x${i.toString(16)}`, false])).hash);
  return hashes;
};

export const requestAttacks = [strangerRelays, groundSeeds, widenedLater];
