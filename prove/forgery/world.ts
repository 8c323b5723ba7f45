import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadSigner } from '@trigpoint/agent';
import {
  type Signer as AgentSigner,
  type AskServiceOptions,
  askService,
  type ChainFacts,
  Client,
  ethereumSigner,
  type RecordedChallenge,
  readEvidence,
  readServiceInfo,
  requestChallenge,
  type Trust,
  tellNonce,
  verifyEvidence,
  verifySignature,
  waitForChallenge,
} from '@trigpoint/client';
import { type ChainlessNetwork, startNetwork, startNetworkWithoutChain } from '@trigpoint/dev';
import {
  type LogFiles,
  makeSigner,
  openCheckpoint,
  openRemoteLog,
  parseVerifierKey,
  type Signer,
  type TileName,
  TileReader,
  tilePath,
  toHex,
} from '@trigpoint/log';
import {
  type CheckSignature,
  type Evidence,
  outcomeNumbers,
  pol,
  resultFieldsOf,
  resultHashOf,
} from '@trigpoint/proofs';
import { generatePrivateKey } from 'viem/accounts';

/** What happened, what a verifier knows, and what an operator has: the key of its log. */
export interface World {
  readonly evidence: readonly Evidence[];
  readonly trust: Trust;
  readonly chain: ChainFacts;
  readonly log: LogFiles;
  readonly operator: Signer;
  /** The entries of the log, in their order. */
  readonly entries: readonly string[];
  /** Remembers which signatures hold, because forgeries leave most signatures as they are. */
  readonly checkSignature: CheckSignature;
  /** Signers of agents by public key. They sign what a forger found elsewhere. */
  readonly signers: ReadonlyMap<string, AgentSigner>;
}

const logKey = '5c'.repeat(32);

/**
 * Runs a real network for a moment, and keeps what it leaves behind: evidence, its chain's facts and its log's files. `look` is
 * called while the network is still there.
 */
export const liveThrough = async (look?: (world: World) => Promise<void>): Promise<World> => {
  const dir = await mkdtemp(join(tmpdir(), 'prove-forgery-'));
  const network = await startNetwork({ env: { ...environmentIn(dir), CHAIN_PORT: '0' } });
  try {
    const { client, signer, privateKey, proverOf, logTrust } = await enter(network);
    const asked: string[] = [];
    for (const name of ['honest-frankfurt', 'liar-sydney']) {
      const wallet = { privateKey, rpcUrl: network.chain.url };
      const { challengeId } = await requestChallenge(client, { wallet, prover: proverOf(name) });
      await waitForChallenge(client, challengeId);
      asked.push(challengeId);
    }
    asked.push(await askedDirectly(client, { prover: proverOf('honest-frankfurt'), signer }));
    const evidence = await withWitnesses(client, asked);
    const trust: Trust = {
      chain: {
        rpcUrl: network.chain.url,
        chainId: network.chain.chainId,
        contract: network.chain.requestHandler.toLowerCase() as `0x${string}`,
      },
      log: await logTrust(),
    };
    const checkSignature = rememberedChecks();
    await allRecorded(evidence, trust, checkSignature);
    const world = await left(network, dir, evidence, trust, checkSignature);
    await look?.(world);
    return world;
  } finally {
    await network.close();
    await rm(dir, { recursive: true });
  }
};

/** The same on a network without a chain. One payer signed and committed to a nonce, and one left both to the service. */
export const liveThroughWithoutChain = async (): Promise<World> => {
  const dir = await mkdtemp(join(tmpdir(), 'prove-forgery-'));
  const network = await startNetworkWithoutChain({ env: environmentIn(dir) });
  try {
    const { client, signer, proverOf, logTrust } = await enter(network);
    const asked = [
      await askedDirectly(client, { prover: proverOf('honest-frankfurt'), signer }),
      await askedDirectly(client, { prover: proverOf('liar-sydney'), tellsNonce: false }),
    ];
    return await left(network, dir, await withWitnesses(client, asked), { log: await logTrust() });
  } finally {
    await network.close();
    await rm(dir, { recursive: true });
  }
};

const environmentIn = (dir: string) => ({
  ...{ PORT: '0', TRIGPOINT_DATA_DIR: dir, LOG_LEVEL: 'silent', LOG_KEY: logKey, RATE_LIMITS: 'off' },
  // Nothing is asked about bandwidth, and too little time passes to learn from the mesh.
  ...{ PROOF_TYPES: 'pol', MESH_HOURS: '0' },
});

/** Logs a payer in. */
const enter = async ({ service, agents }: ChainlessNetwork) => {
  const client = new Client({ url: service.url, proofType: 'pol' });
  const privateKey = generatePrivateKey();
  const signer = ethereumSigner(privateKey);
  await client.login(signer, { role: 'payer' });
  const provers = [...agents.values()].flatMap((it) => it.provers);
  return {
    ...{ client, signer, privateKey },
    proverOf: (name: string) => provers.find(({ demo }) => demo.name === name)?.agent.id ?? '',
    logTrust: async () => ({
      vkey: (await readServiceInfo(client)).log.vkey,
      witnesses: await witnessKeys(service.url),
    }),
  };
};

/** Makes a direct request, and waits until its challenge has ended. Returns the id. */
const askedDirectly = async (client: Client, options: AskServiceOptions): Promise<string> => {
  const asked = await askService(client, options);
  await tellNonce(client, asked);
  await waitForChallenge(client, asked.challengeId);
  return asked.challengeId;
};

/** What a network leaves behind. */
const left = async (
  { service }: ChainlessNetwork,
  dir: string,
  evidence: readonly Evidence[],
  trust: Trust,
  checkSignature = rememberedChecks(),
): Promise<World> => {
  const operator = makeSigner(parseVerifierKey(trust.log?.vkey ?? '').name, Buffer.from(logKey, 'hex'));
  const log = await copyOf(openRemoteLog(`${service.url}/log`));
  const { size, root } = openCheckpoint(await log.checkpoint(), operator);
  return {
    ...{ evidence, trust, operator, log },
    chain: { ...chainOf(evidence, trust), logRoot: async () => ({ size, root: toHex(root) }) },
    entries: (await new TileReader(size, log.tile).entries(0)).map((it) => Buffer.from(it).toString()),
    checkSignature,
    signers: await signersIn(join(dir, 'keys')),
  };
};

const rememberedChecks = (): CheckSignature => {
  const known = new Map<string, boolean>();
  return async ({ key_type: keyType, public_key: publicKey }, text, signature) => {
    const name = createHash('sha256').update(`${keyType} ${publicKey} ${signature} ${text}`).digest('base64');
    const held = known.get(name) ?? verifySignature({ keyType, publicKey }, text, signature);
    // Only signatures that hold are remembered, because a forged one comes once.
    if (held) known.set(name, held);
    return held;
  };
};

const signersIn = async (dir: string): Promise<Map<string, AgentSigner>> => {
  const found = new Map<string, AgentSigner>();
  for (const name of await readdir(dir)) {
    const signer = await loadSigner({ keyFile: join(dir, name), env: {} }).catch(() => undefined);
    if (signer) found.set(signer.keyType === 'ethereum' ? signer.publicKey.toLowerCase() : signer.publicKey, signer);
  }
  return found;
};

/** Evidence is served at once, and witnesses cosign a few seconds later. This waits until they have. */
const withWitnesses = async (client: Client, ids: readonly string[]): Promise<Evidence[]> => {
  const isCosigned = ({ log }: Evidence) => (log?.proof.match(/^— /gm)?.length ?? 0) > 3;
  const found: Evidence[] = [];
  for (const id of ids) {
    let evidence = await readEvidence(client, id);
    for (; !isCosigned(evidence); evidence = await readEvidence(client, id)) await pause(500);
    found.push(evidence);
  }
  return found;
};

const witnessKeys = async (url: string): Promise<string[]> => {
  const { keys } = (await (await fetch(`${url}/log/witnesses`)).json()) as { keys: { vkey: string }[] };
  return keys.map((it) => it.vkey);
};

const allRecorded = async (all: readonly Evidence[], trust: Trust, checkSignature: CheckSignature): Promise<void> => {
  for (const it of all)
    for (;;) {
      const { reached, problems } = await verifyEvidence(it, trust, { checkSignature });
      if (problems.length > 0) throw new Error(problems[0]?.problem);
      if (reached === 'anchored') break;
      await pause(500);
    }
};

export const isOnChain = ({ transcript: { request } }: Evidence): boolean => request === undefined;

/** What the network's own chain said, checked just before. A forger cannot rewrite it. */
const chainOf = (all: readonly Evidence[], { chain }: Trust): ChainFacts => {
  const recorded = new Map(
    all.filter(isOnChain).map(({ transcript, transcript_hash }) => {
      const { info, verdict, ended_at } = transcript;
      const fields = { info, verdict, endedAt: Date.parse(ended_at), transcriptHash: transcript_hash };
      const challenge: RecordedChallenge = {
        requester: transcript.payer,
        attributeId: pol.attributeId,
        info,
        submittedBlock: transcript.block_number ?? 0,
        expiration: Date.parse(ended_at) / 1000 + 600,
        status: 'completed',
        outcome: outcomeNumbers[verdict.verified],
        resultHash: resultHashOf(resultFieldsOf(pol, fields)),
      };
      return [transcript.challenge_id, challenge];
    }),
  );
  const [first] = recorded.values();
  const blocks = new Map(all.flatMap(({ transcript }) => blocksIn(transcript)));
  return {
    chainId: async () => chain?.chainId ?? 0,
    challenge: async (id) => recorded.get(String(id)) ?? { ...(first as RecordedChallenge), status: 'none' },
    block: async (number) => blocks.get(number),
  };
};

type Block = { readonly hash: string; readonly timestamp: number };

const blocksIn = (transcript: Evidence['transcript']): [number, Block][] => {
  const timestamp = Math.floor(Date.parse(transcript.submitted_at) / 1000);
  const { seed } = transcript;
  const { block_number, block_hash } = transcript;
  return [
    ...(block_number === null || block_hash === null
      ? []
      : [[block_number, { hash: block_hash, timestamp }] as [number, Block]]),
    ...(seed && 'block_hash' in seed
      ? [[seed.block_number, { hash: seed.block_hash, timestamp }] as [number, Block]]
      : []),
  ];
};

/** The log's files, so that they can be read when the network is gone. */
const copyOf = async (log: LogFiles): Promise<LogFiles> => {
  const checkpoint = await log.checkpoint();
  const size = Number(checkpoint.split('\n')[1]);
  if (size > 256) throw new Error(`a log of ${size} entries: this copy takes one tile`);
  const names: TileName[] = [
    { level: 0, index: 0, width: size },
    { level: 'entries', index: 0, width: size },
  ];
  const tiles = new Map<string, Uint8Array>();
  for (const it of names) tiles.set(`${it.level}/${it.index}`, (await log.tile(it)) as Uint8Array);
  return {
    checkpoint: async () => checkpoint,
    tile: async (name) => {
      const found = tiles.get(`${name.level}/${name.index}`);
      if (!found) throw new Error(`no ${tilePath(name)}`);
      return found;
    },
  };
};
