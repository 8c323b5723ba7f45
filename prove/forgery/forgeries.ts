import { createHash } from 'node:crypto';
import { fastSigner } from '@trigpoint/agent';
import {
  composeEntry,
  formatInclusion,
  type LogFiles,
  leafHash,
  type Signer,
  signCheckpoint,
  TileReader,
} from '@trigpoint/log';
import { counterSignedOf, directIdOf, type Evidence, hashOf, isSettled, pol } from '@trigpoint/proofs';
import { composeReading, directRequest, type MeasurementContext, parseReading } from '@trigpoint/protocol';
import type { Random } from '../proof.ts';
import { inventAgents } from './inventions.ts';
import { copy, type Draft, drawAgain, judgeAgain, type Loose, membersOf, rehash, rewrite } from './rebuild.ts';
import type { World } from './world.ts';

/** What an operator hands out instead of the truth, and the step of `verify` that claims to notice it. */
export interface Forgery {
  readonly evidence: Evidence;
  readonly noticedAt: 'consistent' | 'signed' | 'anchored';
}

type Forge = (random: Random, honest: Evidence, world: World) => Promise<Forgery | undefined>;

const readSeats = (draft: Draft): Loose[] => draft.transcript.draw.seats.filter((it: Loose) => it.message !== null);

/** Makes a new log around the evidence and signs it with the log's own key. Such a log holds whatever the operator likes. */
const logAgain = async (evidence: Evidence, operator: Signer, random: Random): Promise<Evidence> => {
  const { challenge_id: challenge, verdict, acceptance } = evidence.transcript;
  const entry = composeEntry({
    kind: 'transcript',
    version: 1,
    challenge,
    transcript: evidence.transcript_hash,
    outcome: verdict.verified,
    acceptance: acceptance?.index ?? null,
  });
  const index = random.int(20);
  const hashes = Array.from({ length: index + 1 + random.int(20) }, (_, i) =>
    i === index ? leafHash(new TextEncoder().encode(entry)) : createHash('sha256').update(random.bytes(8)).digest(),
  );
  const tile: LogFiles['tile'] = async ({ width }) => Buffer.concat(hashes.slice(0, width));
  const reader = new TileReader(hashes.length, tile);
  const checkpoint = signCheckpoint(
    { origin: operator.name, size: hashes.length, root: await reader.root() },
    operator,
  );
  const proof = formatInclusion({ index, path: await reader.inclusion(index), checkpoint });
  return { ...evidence, log: { entry, proof } };
};

const shift = (iso: string, ms: number): string => new Date(Date.parse(iso) + ms).toISOString();

export const forgeries: Readonly<Record<string, Forge>> = {
  /** Something is altered, and the stated hash stays as it was. */
  async 'alters without hashing again'(random, honest) {
    const draft = copy(honest);
    draft.transcript[random.pick(['payer', 'info', 'block_hash', 'ended_at', 'state'])] = `0x${random.int(1e9)}`;
    return { evidence: draft as unknown as Evidence, noticedAt: 'consistent' };
  },

  async 'states another verdict'(random, honest) {
    const draft = copy(honest);
    const { verdict } = draft.transcript;
    const others = ['true', 'false', 'inconclusive'].filter((it) => it !== verdict.verified);
    if (random() < 0.5) verdict.verified = random.pick(others);
    else verdict.result = { ...verdict.result, uncertainty_km: String(1 + random.int(500)) };
    // The forged distance may happen to be the true one. Then nothing was forged.
    if (hashOf(draft.transcript) === honest.transcript_hash) return undefined;
    return { evidence: rehash(draft), noticedAt: 'consistent' };
  },

  async 'moves a challenger in its seat'(random, honest) {
    const draft = copy(honest);
    const { claims } = random.pick(draft.transcript.draw.seats as Loose[]).challenger;
    claims.latitude = String(Math.round(random() * 160_000 - 80_000) / 1000);
    return { evidence: await judgeAgain(draft), noticedAt: 'consistent' };
  },

  /** A description that is right lies beside the claims, for a check that would take them from there. */
  async 'claims something else for the prover'(random, honest) {
    const draft = copy(honest);
    const { prover, draw } = draft.transcript;
    draw.prover.claims = prover.claims;
    prover.claims = { ...prover.claims, latitude: String(random.int(80)) };
    return { evidence: await judgeAgain(draft), noticedAt: 'signed' };
  },

  async 'draws somebody else'(random, honest) {
    const draft = copy(honest);
    const { seats } = draft.transcript.draw;
    const [a, b] = [random.int(seats.length), random.int(seats.length)];
    if (a === b) return undefined;
    if (random() < 0.5) [seats[a], seats[b]] = [seats[b], seats[a]];
    else seats.splice(a, 1);
    return { evidence: await judgeAgain(draft), noticedAt: 'consistent' };
  },

  async 'grinds the seed'(random, honest) {
    const draft = copy(honest);
    draft.transcript.draw.seed = Buffer.from(random.bytes(32)).toString('hex');
    return { evidence: rehash(draft), noticedAt: 'consistent' };
  },

  async 'swaps the calibration'(random, honest) {
    const draft = copy(honest);
    draft.calibration = { made: random.int(1e9) };
    return { evidence: rehash(draft), noticedAt: 'consistent' };
  },

  async 'rewrites a reading'(random, honest) {
    const draft = copy(honest);
    const seat = random.pick(readSeats(draft));
    seat.message = seat.message.replace(/"started_at":"\d{4}/, `"started_at":"${2020 + random.int(6)}`);
    if (seat.message === readSeats(copy(honest)).find((it) => it.signature === seat.signature)?.message)
      return undefined;
    return { evidence: await judgeAgain(draft), noticedAt: 'signed' };
  },

  async 'signs for a challenger with a key of its own'(random, honest) {
    const draft = copy(honest);
    const seat = random.pick(readSeats(draft));
    seat.signature = await fastSigner('ethereum', Buffer.from(random.bytes(32))).sign(seat.message);
    return { evidence: rehash(draft), noticedAt: 'signed' };
  },

  async "puts one challenger's signature under another's reading"(random, honest) {
    const draft = copy(honest);
    const seats = readSeats(draft);
    const [a, b] = [random.pick(seats), random.pick(seats)];
    if (a === b) return undefined;
    a.signature = b.signature;
    return { evidence: rehash(draft), noticedAt: 'signed' };
  },

  async 'drops a reading'(random, honest) {
    const draft = copy(honest);
    const seat = random.pick(readSeats(draft));
    Object.assign(seat, { state: 'expired', message: null, signature: null });
    return { evidence: await judgeAgain(draft), noticedAt: 'anchored' };
  },

  async 'says of a reading that nobody needed to wait for it'(random, honest, { operator }) {
    const draft = copy(honest);
    const seat = random.pick(readSeats(draft));
    Object.assign(seat, { state: 'expired', message: null, signature: null });
    await judgeAgain(draft);
    if (await isSettled(pol, draft.transcript, draft.calibration)) return undefined;
    for (const it of draft.transcript.draw.seats) if (it.message === null) it.state = 'cancelled';
    draft.transcript.state = 'ENDED_SUCCESSFULLY';
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt: 'consistent' };
  },

  async 'drops a reading and forks the log'(random, honest, { operator }) {
    const draft = copy(honest);
    Object.assign(random.pick(readSeats(draft)), { state: 'expired', message: null, signature: null });
    return { evidence: await logAgain(await judgeAgain(draft), operator, random), noticedAt: 'anchored' };
  },

  async 'backdates the end'(random, honest, { operator }) {
    const draft = copy(honest);
    draft.transcript.ended_at = shift(honest.transcript.ended_at, -1 - random.int(2_000));
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt: 'anchored' };
  },

  async 'backdates the end to before anybody had signed who they are'(random, honest, { operator }) {
    const draft = copy(honest);
    draft.transcript.ended_at = shift(honest.transcript.ended_at, -3_600_000 * (24 + random.int(10_000)));
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt: 'consistent' };
  },

  async 'postdates the end until what everybody signed has run out'(random, honest, { operator }) {
    const draft = copy(honest);
    draft.transcript.ended_at = shift(honest.transcript.ended_at, 24 * 3_600_000 * (400 + random.int(1_000)));
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt: 'signed' };
  },

  async 'names further networks as those of the prover'(random, honest) {
    const draft = copy(honest);
    draft.transcript.draw.prover_networks.push(`198.51.${random.int(256)}.0/24`);
    return { evidence: rehash(draft), noticedAt: 'consistent' };
  },

  async 'charges another payer'(random, honest, { operator }) {
    const draft = copy(honest);
    draft.transcript.payer = `0x${hex(random, 20)}`;
    const noticedAt = honest.transcript.request ? 'consistent' : 'anchored';
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt };
  },

  async 'invents a refusal'(random, honest, { operator }) {
    const draft = copy(honest);
    const at = honest.transcript.submitted_at;
    const agent = `IPv4/0x${Buffer.from(random.bytes(20)).toString('hex')}`;
    draft.transcript.refusals.push({ agent, attempt: 1, code: 'too_late', reason: 'x', at });
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt: 'anchored' };
  },

  /** Nothing of the transcript is forged; only the log is, for one reader. */
  async 'shows one reader another log'(random, honest, { operator }) {
    return { evidence: await logAgain(honest, operator, random), noticedAt: 'anchored' };
  },

  /** Every challenger is made up, and the prover signs for them. Nothing in the file is wrong, but nothing in it has happened. */
  async 'invents all agents with a colluding prover'(random, honest, { operator, signers }) {
    const prover = signers.get(honest.transcript.prover?.public_key ?? '');
    const invented = prover && (await inventAgents(random, honest, prover));
    return invented && { evidence: await logAgain(invented, operator, random), noticedAt: 'anchored' };
  },

  async 'moves a challenger and builds the tree again'(random, honest, { operator }) {
    const draft = copy(honest);
    const members = membersOf(draft);
    const { claims } = random.pick(members).seat.challenger;
    claims.latitude = String(Math.round(random() * 160_000 - 80_000) / 1000);
    if (!drawAgain(draft, members)) return undefined;
    return { evidence: await logAgain(await judgeAgain(draft), operator, random), noticedAt: 'signed' };
  },

  async 'hides challengers and builds the tree again'(random, honest, { operator }) {
    const draft = copy(honest);
    const members = membersOf(draft);
    members.splice(random.int(members.length), 1);
    if (!drawAgain(draft, members)) return undefined;
    return { evidence: await logAgain(await judgeAgain(draft), operator, random), noticedAt: 'signed' };
  },

  async 'grinds blocks for a draw that it likes'(random, honest, { operator }) {
    const draft = copy(honest);
    if (!('block_hash' in (honest.transcript.seed ?? {}))) return undefined;
    if (!drawAgain(draft, membersOf(draft), `0x${Buffer.from(random.bytes(32)).toString('hex')}`)) return undefined;
    return { evidence: await logAgain(await judgeAgain(draft), operator, random), noticedAt: 'signed' };
  },

  async 'grinds values for a draw that it likes'(random, honest) {
    const draft = copy(honest);
    draft.transcript.seed.value = Buffer.from(random.bytes(32)).toString('hex');
    return { evidence: rehash(draft), noticedAt: 'consistent' };
  },

  async 'grinds nonces for a draw that it likes'(random, honest) {
    const draft = copy(honest);
    if (!('nonce' in (honest.transcript.seed ?? {}))) return undefined;
    draft.transcript.seed.nonce = hex(random, 32);
    return { evidence: rehash(draft), noticedAt: 'consistent' };
  },

  async 'rewrites a request that is not on a chain'(random, honest) {
    const draft = copy(honest);
    const says = honest.transcript.request && directRequest.parse(honest.transcript.request.text);
    if (!says) return undefined;
    const changed = random.pick([{ ask_hash: hex(random, 32) }, { nonce_hash: hex(random, 32) }, { log_size: 0 }]);
    draft.transcript.request.text = directRequest.compose({ ...says, ...changed });
    if (draft.transcript.request.text === honest.transcript.request?.text) return undefined;
    return { evidence: rehash(draft), noticedAt: 'consistent' };
  },

  async 'signs a request for its payer'(random, honest) {
    const draft = copy(honest);
    const { request } = draft.transcript;
    if (!request) return undefined;
    request.signature = await fastSigner('ethereum', Buffer.from(random.bytes(32))).sign(request.text);
    return { evidence: rehash(draft), noticedAt: 'signed' };
  },

  /** Without the payer's signature the nonce could be the operator's own, and the file says so. */
  async 'leaves out that a payer signed'(random, honest, { operator }) {
    const draft = copy(honest);
    if (!honest.transcript.request?.signature) return undefined;
    draft.transcript.request.signature = null;
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt: 'anchored' };
  },

  /** Puts a request of the operator's own above readings that were made for somebody else's request. */
  async 'makes up a request'(random, honest, { operator }) {
    const draft = copy(honest);
    const says = honest.transcript.request && directRequest.parse(honest.transcript.request.text);
    if (!says) return undefined;
    const { transcript } = draft;
    transcript.payer = `0x${hex(random, 20)}`;
    transcript.request = {
      text: directRequest.compose({ ...says, payer: `ethereum:${transcript.payer}` }),
      signature: null,
    };
    transcript.challenge_id = directIdOf(transcript.request.text);
    transcript.acceptance.entry = rewrite(transcript.acceptance.entry, { challenge: transcript.challenge_id });
    return { evidence: await logAgain(await judgeAgain(draft), operator, random), noticedAt: 'consistent' };
  },

  async 'counts fewer tries, or more'(random, honest, { operator }) {
    const draft = copy(honest);
    draft.transcript.tries += 1 + random.int(9);
    return { evidence: await logAgain(await judgeAgain(draft), operator, random), noticedAt: 'anchored' };
  },

  /** Readings of challengers that a calibration sets aside do not count. */
  async 'swaps the calibration, and judges again'(random, honest, { operator }) {
    const draft = copy(honest);
    const { seats } = draft.transcript.draw;
    const away = seats
      .slice(0, 1 + random.int(seats.length))
      .map((it: Loose) => ({ id: it.challenger.id, reason: 'x' }));
    const made = { kind: 'pol-calibration-v1', nodes: [], rtts_us: [], set_aside: away };
    draft.calibration = draft.calibration === null ? made : { ...draft.calibration, set_aside: away };
    draft.transcript.calibration_hash = hashOf(draft.calibration);
    return { evidence: await logAgain(await judgeAgain(draft), operator, random), noticedAt: 'anchored' };
  },

  async 'backdates the request'(random, honest, { operator }) {
    const draft = copy(honest);
    draft.transcript.submitted_at = shift(honest.transcript.submitted_at, -3_600_000 - random.int(1e9));
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt: 'consistent' };
  },

  /** With a network or a table that it likes better, an operator could shut out a challenger that the seed drew. */
  async 'chooses the rules of the draw once the seed is known'(random, honest, { operator }) {
    const draft = copy(honest);
    const { draw, settings } = draft.transcript;
    const way = random.int(3);
    if (way === 0) draw.prover_networks = [`198.51.${random.int(256)}.0/24`];
    else if (way === 1) settings[random.pick(Object.keys(settings))] += '1';
    else if (draw.systems_table) draw.systems_table.sha256 = hex(random, 32);
    else return undefined;
    return { evidence: await logAgain(rehash(draft), operator, random), noticedAt: 'consistent' };
  },

  async 'names another tree of its log'(random, honest) {
    const draft = copy(honest);
    const { tree } = draft.transcript.acceptance;
    if (random() < 0.5) tree.index += 1 + random.int(9);
    else tree.entry = tree.entry.replace(/"size":\d+/, `"size":${100 + random.int(1e6)}`);
    return { evidence: rehash(draft), noticedAt: 'consistent' };
  },

  /** The challenger signed this reading, but for another deployment or another draw, where the operator found it. */
  async 'replays a reading of another deployment'(random, honest, { operator, signers }) {
    return replay(random, honest, signers, operator, random.pick(['service', 'chain_id', 'contract'] as const));
  },

  async 'replays a reading of another draw'(random, honest, { operator, signers }) {
    const names = ['ask_hash', 'eligible_root', 'seed', 'prover_description', 'challenger_description'] as const;
    return replay(random, honest, signers, operator, random.pick(names));
  },
};

const elsewhere = (name: keyof MeasurementContext, random: Random): string | number => {
  if (name === 'chain_id') return 1 + random.int(30_000);
  return name === 'contract' ? `0x${hex(random, 20)}` : hex(random, 32);
};

const hex = (random: Random, bytes: number): string => Buffer.from(random.bytes(bytes)).toString('hex');

const replay = async (
  random: Random,
  honest: Evidence,
  signers: World['signers'],
  operator: Signer,
  name: keyof MeasurementContext,
): Promise<Forgery | undefined> => {
  const draft: Draft = copy(honest);
  const seat = random.pick(readSeats(draft));
  const says = parseReading(seat.message);
  const [challenger, prover] = [seat.challenger, draft.transcript.prover].map((it) => signers.get(it.public_key));
  if (!challenger || !prover || !says.context) return undefined;
  const about = { ...says, context: { ...says.context, [name]: elsewhere(name, random) } };
  const series = says.series as { prover_counter_signature: string } | undefined;
  const counter = counterSignedOf(pol, about);
  const signed = series && counter && { ...series, prover_counter_signature: await prover.sign(counter.text) };
  seat.message = composeReading(signed ? { ...about, series: signed } : about);
  seat.signature = await challenger.sign(seat.message);
  return { evidence: await logAgain(await judgeAgain(draft), operator, random), noticedAt: 'signed' };
};
