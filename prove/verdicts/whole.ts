import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counterSignedOf, encodePolAsk, examineEvidence, pol } from '@trigpoint/proofs';
import { destination, distanceKm, type Place } from '@trigpoint/proofs/pol';
import { findProfile } from '@trigpoint/proofs/registry';
import { chainAddress, composeReading, type HubMessageOf } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import { type Db, openDb } from '@trigpoint/server';
import { findChallenge, insertChallenge, readEvidence } from '@trigpoint/server/parts';
import { anywhere } from '../location/worlds.ts';
import type { Random } from '../proof.ts';
import { Actor, type Saying } from '../simulation/actors.ts';
import { World } from '../simulation/world.ts';
import { against, anyKm, type Coalition, coalitions, honestMs, lie, slackKm } from './coalitions.ts';

/** What is true of the challenge that runs, and what the coalition wants. */
interface Trial {
  readonly prover: Actor;
  readonly claim: Place;
  readonly truth: Place;
  readonly isTrue: boolean;
  readonly coalition: Coalition;
}

/** A challenger with a place. Members of the coalition report whatever helps them; the prover signs for it. */
class Surveyor extends Actor {
  readonly #place: Place;
  readonly isLiar: boolean;
  readonly #trial: () => Trial;
  readonly #chance: Random;

  constructor(place: Place, isLiar: boolean, random: Random, trial: () => Trial) {
    super('challenger', 'pol', 'honest', random, claimsAt(place));
    this.#place = place;
    this.isLiar = isLiar;
    this.#chance = random;
    this.#trial = trial;
  }

  override take({ task, token }: HubMessageOf<'task'>, now: number): Saying[] {
    const rttMs = this.#rttMs();
    if (rttMs === undefined) return [];
    const { context, challenge_id, attempt, proof_type } = task;
    const about = { context, challenge_id, attempt, proof_type, prover: task.prover.id, challenger: this.id };
    const unsigned = {
      rtts_us: [Math.ceil(rttMs * 1000) + 40, Math.ceil(rttMs * 1000)],
      starved: [],
      lost: 0,
      transcript: Buffer.from(this.#chance.bytes(32)).toString('hex'),
      prover_counter_signature: '',
    };
    const counter = counterSignedOf(pol, { ...about, series: unsigned } as never);
    const series = { ...unsigned, prover_counter_signature: this.#trial().prover.sign(counter?.text ?? '') };
    const at = new Date(now).toISOString();
    const message = composeReading({
      ...{ ...about, series, started_at: at, ended_at: at },
      prover_counter_signature: null,
    });
    const signature = this.sign(message);
    return [{ at: now + 100, message: { type: 'reading', challenge_id, attempt, token, message, signature } }];
  }

  /** Undefined where the prover does not answer. */
  #rttMs(): number | undefined {
    const { claim, truth, isTrue, coalition } = this.#trial();
    const random = this.#chance;
    const seat = { id: this.id, isLookout: false };
    if (this.isLiar && isTrue) return against(seat, this.#place, claim, truth, random).rttMs;
    if (this.isLiar) return lie(coalition, seat, this.#place, claim, truth, random).rttMs;
    if (!isTrue && coalition === 'silence most honest challengers' && random() < 0.7) return undefined;
    const seenMs = honestMs(distanceKm(this.#place, truth), random);
    const pads = !isTrue && coalition === 'pad every honest answer to fit the claim';
    return pads ? Math.max(seenMs, honestMs(distanceKm(this.#place, claim), random)) : seenMs;
  }
}

const claimsAt = ({ latitude, longitude }: Place) => ({
  latitude: latitude.toFixed(6),
  longitude: longitude.toFixed(6),
});

const settings = Object.fromEntries((findProfile('pol')?.settings ?? []).map((it) => [it.name, it.fallback]));
const mostChallengers = 14;
const perWorld = 20;

export interface WholeResult {
  readonly tried: number;
  /** How often the coalition had no more seats than the promise allows for. */
  readonly promised: number;
  readonly verifiedHonest: number;
  readonly violations: readonly string[];
}

/**
 * A network in which up to a third of the challengers collude, asked again and again: descriptions, consent, acceptance,
 * draw, tasks, readings, verdict and evidence are the service's own. The prover stands where it likes.
 */
export async function tryWhole(random: Random): Promise<WholeResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prove-verdicts-'));
  const db = await openDb({ dataDir });
  try {
    return await askAgainAndAgain(db, random);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true });
  }
}

async function askAgainAndAgain(db: Db, random: Random): Promise<WholeResult> {
  const world = new World(db, random, [pol]);
  const node = await world.startNode();
  const centre = anywhere(random);
  let trial: Trial | undefined;
  const count = 25 + random.int(25);
  const liarShare = random() / 3;
  const surveyors = new Map<string, Surveyor>();
  for (let i = 0; i < count; i++) {
    const place =
      random() < 0.6 ? destination(centre, 2 * Math.PI * random(), 1_500 * Math.sqrt(random())) : anywhere(random);
    const it = await world.add(new Surveyor(place, random() < liarShare, random, () => trial as Trial));
    surveyors.set(it.id, it);
  }
  const result = { tried: 0, promised: 0, verifiedHonest: 0, violations: [] as string[] };
  for (let i = 0; i < perWorld; i++) {
    const isTrue = i % 2 === 0;
    const claim = destination(centre, 2 * Math.PI * random(), 800 * Math.sqrt(random()));
    const truth = destination(claim, 2 * Math.PI * random(), isTrue ? slackKm * random() : anyKm(random, 30));
    const prover = await world.add(new Actor('prover', 'pol', 'honest', random, claimsAt(claim)));
    trial = { prover, claim, truth, isTrue, coalition: random.pick(coalitions) };
    const id = String(i + 1);
    const challengers = 4 + random.int(mostChallengers - 3);
    const info = encodePolAsk({
      proverRegistry: `0x${'11'.repeat(20)}`,
      prover: chainAddress('solana', prover.publicKey),
      isIPv6: false,
      challengers,
      tolerance: random.int(challengers),
      ...claim,
    });
    await db.write((tx) =>
      insertChallenge(tx, {
        ...{ id, proofType: 'pol', payer: `0x${'22'.repeat(20)}`, relayedBy: '', info, settings, fee: 0 },
        ...{ proverAddress: chainAddress('solana', prover.publicKey), proverId: '', proverClaims: {} },
        ...{ blockNumber: 1, blockHash: `0x${'33'.repeat(32)}` },
        ...{ submittedAt: world.now, expiresAt: world.now + 600_000, dueAt: world.now },
      }),
    );
    while ((await findChallenge(db, id))?.endedAt == null) {
      await node.rooms.coordinator.queue.tick();
      await world.bringMail();
      world.now += 150;
    }
    await world.disconnect(prover);
    await judge(db, id, trial, surveyors, result);
  }
  return { ...result, violations: [...result.violations, ...world.violations] };
}

async function judge(
  db: Db,
  id: string,
  { claim, truth, isTrue, coalition }: Trial,
  surveyors: ReadonlyMap<string, Surveyor>,
  result: { tried: number; promised: number; verifiedHonest: number; violations: string[] },
): Promise<void> {
  const challenge = await findChallenge(db, id);
  const evidence = challenge && (await readEvidence(db, challenge, async () => null));
  if (!evidence) throw new Error(`challenge ${id} has no evidence`);
  const { verdict, draw, void: voided } = evidence.transcript;
  const seats = draw?.seats ?? [];
  const liarsOf = (those: typeof seats) => those.filter((it) => surveyors.get(it.challenger.id)?.isLiar).length;
  const near = seats.filter((it) => !it.lookout);
  const awayKm = distanceKm(claim, truth);
  const statedKm = Number(verdict.result.uncertainty_km);
  const who = `"${coalition}", ${liarsOf(near)} liars on ${near.length} near seats and ${liarsOf(seats)} on all ${seats.length}`;
  result.tried++;
  for (const { problem } of await examineEvidence(pol, evidence, async (it, text, signature) =>
    verifySignature(it.key_type, it.public_key, text, signature),
  ))
    result.violations.push(`challenge ${id}: the evidence does not hold: ${problem}`);
  if (voided !== null) return;
  if (verdict.verified === 'true' && isTrue) result.verifiedHonest++;
  if (liarsOf(near) > near.length / 3 || liarsOf(seats) > seats.length / 3) return;
  result.promised++;
  if (verdict.verified === 'true' && statedKm < awayKm)
    result.violations.push(`stated within ${statedKm} km, the truth is ${awayKm.toFixed(1)} km away: ${who}`);
  if (verdict.verified === 'false' && isTrue) result.violations.push(`an honest prover is refuted: ${who}`);
}
