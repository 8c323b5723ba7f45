import { OwnLeaf, Witness, witnessInMemory } from '@trigpoint/agent';
import { verifyEvidence } from '@trigpoint/client';
import {
  composeEntry,
  type Entry,
  type EntryOf,
  encodeBundle,
  formatInclusion,
  formatVerifierKey,
  type LogFiles,
  leafHash,
  lookAtLog,
  openCheckpoint,
  parseEntry,
  parseInclusion,
  signCheckpoint,
  TileReader,
} from '@trigpoint/log';
import {
  cellOf,
  type Evidence,
  findLeaf,
  headOf,
  leafOf,
  partOf,
  pol,
  recordingReader,
  treeOf,
} from '@trigpoint/proofs';
import { directRequest, type HubMessage } from '@trigpoint/protocol';
import type { Random } from '../proof.ts';
import { copy, judgeAgain, type Loose, membersOf } from './rebuild.ts';
import type { World } from './world.ts';

/**
 * A forgery that no single file can show. Whoever follows the log notices it, or a challenger that kept its receipts. `noticed`
 * says what they noticed. The result is undefined where there was nothing to forge.
 */
export interface Watched {
  readonly noticed: string;
  readonly expected: string;
}
type Watch = (random: Random, honest: Evidence, world: World) => Promise<Watched | undefined>;

/** A log of these entries, signed by the operator. */
const logOf = async (texts: readonly string[], { operator }: World): Promise<LogFiles> => {
  const bytes = texts.map((it) => new TextEncoder().encode(it));
  const tile: LogFiles['tile'] = async ({ level, index, width }) => {
    const some = bytes.slice(256 * index, 256 * index + width);
    return level === 'entries' ? encodeBundle(some) : Buffer.concat(some.map(leafHash));
  };
  const root = await new TileReader(texts.length, tile).root();
  return {
    tile,
    checkpoint: async () => signCheckpoint({ origin: operator.name, size: texts.length, root }, operator),
  };
};

const hour = 3_600_000;
/** The alarms of a monitor that had looked at the first `seen` entries before; empty if it raises none. */
const monitor = async (texts: readonly string[], world: World, seen = 0, now = 0): Promise<string> => {
  const options = { log: world.operator, endsWithinMs: 24 * hour };
  const before =
    seen === 0
      ? undefined
      : (await lookAtLog(undefined, { ...options, files: await logOf(world.entries.slice(0, seen), world), now: 0 }))
          .state;
  const { alarms } = await lookAtLog(before, { ...options, files: await logOf(texts, world), now });
  return [...new Set(alarms.map((it) => it.kind))].join(' ');
};

const parsed = (texts: readonly string[]) => texts.map((text, index) => ({ index, text, says: parseEntry(text) }));
const ofKind = <K extends Entry['kind']>(texts: readonly string[], kind: K) =>
  parsed(texts).filter((it) => it.says.kind === kind) as { index: number; text: string; says: EntryOf<K> & Entry }[];

const treesOf = ({ entries }: World) =>
  ofKind(entries, 'tree').filter(({ says }) => says.proof_type === 'pol' && says.family === 'IPv4');

const hash = (random: Random): string => Buffer.from(random.bytes(32)).toString('hex');

/** The witness of a challenger that sent this reading and was told that it was taken. */
const witnessWith = (world: World, challenge: string, sent: string, shown: Evidence, random: Random) => {
  const witness = new Witness({
    seed: random.bytes(32),
    id: () => 'IPv4/witness',
    files: world.log,
    vkey: async () => formatVerifierKey(world.operator),
    evidence: async () => shown,
    memory: witnessInMemory(),
    now: () => 1_794_000_000_000,
  });
  witness.heard({ type: 'task', task: { challenge_id: challenge } } as unknown as HubMessage);
  witness.said({ type: 'reading', challenge_id: challenge, attempt: 1, token: '', message: sent, signature: '' });
  witness.heard({ type: 'recorded', challenge_id: challenge, attempt: 1, accepted: true, code: '', message: '' });
  return witness;
};

const cosigns = async (world: World, honest: Evidence, sent: string, shown: Evidence, random: Random) =>
  (await witnessWith(world, honest.transcript.challenge_id, sent, shown, random).answer(await world.log.checkpoint()))
    .type;

/** What a challenger says of the newest tree if the tree has these members and the challenger is shown its own leaf. */
const objects = async (world: World, members: ReturnType<typeof membersOf>, own: Loose, random: Random) => {
  const tree = treeOf(members.map(({ seat, since, system }) => leafOf(pol, seat.challenger, { since, system })));
  const place = { latitude: Number(own.claims.latitude), longitude: Number(own.claims.longitude) };
  const { open, opened } = recordingReader();
  const cell = cellOf(place);
  const found = findLeaf(tree, { cell, id: own.id }, open);
  const last = treesOf(world).at(-1);
  const { root, size } = headOf(tree);
  const at = new Date(Date.parse(last?.says.at ?? '') + hour).toISOString();
  const entry = composeEntry({ ...(last?.says as EntryOf<'tree'>), root, size, at });
  const texts = [...world.entries, entry];
  const files = await logOf(texts, world);
  const leaf = new OwnLeaf({
    ...{ proofType: 'pol', id: () => own.id, cell, since: () => 0 },
    isDescribedBy: (it) => it === own.description,
  });
  const shown =
    random() < 0.5 && !found ? undefined : { tree_index: texts.length - 1, part: { ...partOf(tree, opened) } };
  const objection = await leaf.objection(openCheckpoint(await files.checkpoint(), world.operator), files, shown);
  return objection === undefined ? 'nothing' : 'hidden';
};

export const watched: Readonly<Record<string, Watch>> = {
  async 'drops a reading whose challenger has the receipt'(random, honest, world) {
    const draft = copy(honest);
    const seat = random.pick(draft.transcript.draw.seats.filter((it: Loose) => it.message !== null) as Loose[]);
    const sent = seat.message;
    if ((await cosigns(world, honest, sent, honest, random)) !== 'cosignature')
      return { noticed: 'an honest transcript', expected: 'nothing' };
    Object.assign(seat, { state: 'expired', message: null, signature: null });
    return { noticed: await cosigns(world, honest, sent, await judgeAgain(draft), random), expected: 'cosign_refused' };
  },

  async 'hides a challenger in the newest tree'(random, honest, world) {
    const members = membersOf(copy(honest));
    const own = random.pick(members).seat.challenger;
    if ((await objects(world, members, own, random)) !== 'nothing')
      return { noticed: 'an honest tree', expected: 'nothing' };
    const others = members.filter((it) => it.seat.challenger.id !== own.id);
    return { noticed: await objects(world, others, own, random), expected: 'hidden' };
  },

  async 'moves a challenger in the newest tree'(random, honest, world) {
    const members = membersOf(copy(honest));
    const moved = random.pick(members).seat;
    const own = structuredClone(moved.challenger);
    moved.challenger.claims.latitude = String(Math.round(random() * 160_000 - 80_000) / 1000);
    return { noticed: await objects(world, members, own, random), expected: 'hidden' };
  },

  async 'rewrites an entry that a monitor has seen'(random, _, world) {
    const texts = [...world.entries];
    const index = random.int(texts.length);
    texts[index] = composeEntry({ kind: 'seeds', version: 1, anchor: hash(random), length: 1 });
    const seen = index + 1 + random.int(texts.length - index);
    return { noticed: await monitor(texts, world, seen), expected: 'fork' };
  },

  async 'takes entries back'(random, _, world) {
    const { length } = world.entries;
    const kept = 1 + random.int(length - 1);
    return { noticed: await monitor(world.entries.slice(0, kept), world, length), expected: 'shrunk' };
  },

  /** The chain has the root of the log that others were shown, so the fork does not continue that root. */
  async 'forks the log behind its root on the chain'(random, honest, world) {
    if (!world.trust.chain) return undefined;
    const texts = [...world.entries];
    texts[random.int(texts.length)] = composeEntry({ kind: 'seeds', version: 1, anchor: hash(random), length: 1 });
    const more = composeEntry({ kind: 'seeds', version: 1, anchor: hash(random), length: 1 });
    const log = await logOf([...texts, more], world);
    const { chain, trust, checkSignature } = world;
    const { problems } = await verifyEvidence(honest, trust, { chain, log, checkSignature });
    const isNoticed = problems.some((it) => it.problem.includes('on the chain'));
    return { noticed: isNoticed ? 'fork' : 'nothing', expected: 'fork' };
  },

  async 'tries again, and leaves out the try before'(random, _, world) {
    const tries = ofKind(world.entries, 'acceptance');
    const { says } = random.pick(tries);
    const again = { ...says, challenge: `9${random.int(1e6)}`, previous: random() < 0.5 ? null : random.int(3) };
    if (tries.some((it) => it.says.prover === says.prover && it.index === again.previous)) return undefined;
    return { noticed: await monitor([...world.entries, composeEntry(again)], world), expected: 'contradiction' };
  },

  async 'tries again, and never shows how it ended'(random, _, world) {
    const tries = ofKind(world.entries, 'acceptance');
    const { says } = random.pick(tries);
    const previous = tries.filter((it) => it.says.prover === says.prover).at(-1)?.index ?? null;
    const again = composeEntry({ ...says, challenge: `9${random.int(1e6)}`, previous });
    const texts = [...world.entries, again];
    const options = { log: world.operator, endsWithinMs: 24 * hour, files: await logOf(texts, world) };
    const { state } = await lookAtLog(undefined, { ...options, now: 0 });
    const { alarms } = await lookAtLog(state, { ...options, now: (24 + 1 + random.int(99)) * hour });
    return { noticed: alarms.map((it) => it.kind).join(' '), expected: 'unended' };
  },

  async 'ends a challenge a second time'(random, _, world) {
    const { says } = random.pick(ofKind(world.entries, 'transcript'));
    const outcome = random.pick(['true', 'false', 'inconclusive'] as const);
    const again = composeEntry({ ...says, transcript: hash(random), outcome });
    return { noticed: await monitor([...world.entries, again], world), expected: 'contradiction' };
  },

  async 'draws from a tree that it made for the occasion and did not log'(random, _, world) {
    const tries = ofKind(world.entries, 'acceptance');
    const { says, index } = random.pick(tries);
    const texts = [...world.entries];
    texts[index] = composeEntry({ ...says, tree_root: hash(random) });
    return { noticed: await monitor(texts, world), expected: 'contradiction' };
  },

  async 'backdates a tree'(random, _, world) {
    const { says } = random.pick(treesOf(world));
    const newest = Math.max(...treesOf(world).map((it) => it.says.block ?? 0));
    if (newest < 1) return undefined;
    const back = composeEntry({ ...says, root: hash(random), block: random.int(newest) });
    return { noticed: await monitor([...world.entries, back], world), expected: 'contradiction' };
  },

  async 'draws from an older tree that it likes better'(random, _, world) {
    const trees = treesOf(world);
    const [first] = trees;
    const tries = ofKind(world.entries, 'acceptance');
    const { says } = random.pick(tries);
    if (!first) return undefined;
    const block = Math.max(...trees.map((it) => it.says.block ?? 0));
    const isDirect = says.request_block === null;
    const asOf = world.trust.chain ? block : null;
    const newer = composeEntry({ ...first.says, root: hash(random), block: asOf });
    const old = { tree_index: first.index, tree_root: first.says.root, tree_size: first.says.size };
    const previous = tries.filter((it) => it.says.prover === says.prover).at(-1)?.index ?? null;
    const request = { request_block: isDirect ? null : block + 1 + random.int(9), previous };
    const again = composeEntry({ ...says, ...old, ...request, challenge: `9${random.int(1e6)}` });
    const since = Date.parse(trees.at(-1)?.says.at ?? '') + 2 * 86_400_000;
    const last = composeEntry({ ...first.says, at: new Date(since).toISOString(), block: asOf });
    const texts = [...world.entries, newer, ...(isDirect ? [last] : []), again];
    return { noticed: await monitor(texts, world), expected: 'contradiction' };
  },

  async 'draws from an older tree than its payer had seen'(random, honest, world) {
    const { request, acceptance } = honest.transcript;
    const [{ says: tree } = {}] = treesOf(world);
    if (!request?.signature || !acceptance?.tree || !honest.log || !tree) return undefined;
    const between = directRequest.parse(request.text).log_size - acceptance.tree.index - 1;
    if (between < 1) return undefined;
    const texts = [...world.entries];
    texts[acceptance.tree.index + 1 + random.int(between)] = composeEntry({ ...tree, root: hash(random) });
    const log = await logOf(texts, world);
    const { index } = parseInclusion(honest.log.proof);
    const path = await new TileReader(texts.length, log.tile).inclusion(index);
    const proof = formatInclusion({ index, path, checkpoint: await log.checkpoint() });
    const evidence = { ...honest, log: { ...honest.log, proof } };
    const { problems } = await verifyEvidence(evidence, world.trust, { ...world, log });
    const isNoticed = problems.some((it) => it.problem.includes('a newer eligible tree'));
    return { noticed: isNoticed ? 'contradiction' : 'nothing', expected: 'contradiction' };
  },
};
