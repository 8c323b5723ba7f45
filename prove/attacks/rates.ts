import { createHash, randomBytes } from 'node:crypto';
import { requestChallenge, type Signer, verifyEvidence } from '@trigpoint/client';
import { contextHash, counterSignedOf, type PobSeries, pob, pobPlanOf, pobScheduledAt } from '@trigpoint/proofs';
import { composeReading, type HubMessageOf, type WireTask } from '@trigpoint/protocol';
import { type Attack, saidOf } from './attack.ts';
import { recruit, startSilentProver } from './coalition.ts';
import { decideOn, endOf, frankfurt, logIn } from './stage.ts';

const boastMbps = 2_000;
/** The bytes of a datagram with its headers, and the time between two words of the prover about how far it is. */
const bytesEach = 1_428;
const markUs = 20_000;

/** A made-up round at the rate that is claimed. Its digests are random: nobody sent or received a byte. */
const madeUpSeries = ({ challenge_id, attempt, prover, challenger, tag, context }: WireTask): PobSeries => {
  const plan = pobPlanOf(boastMbps, 300);
  const endedUs = Math.round(plan.leadUs + plan.flowUs * 1.1);
  const at = Array.from({ length: Math.floor(endedUs / markUs) }, (_, i) => (i + 1) * markUs).concat(endedUs);
  const sentBy = (us: number) => Math.floor(pobScheduledAt(plan, us, bytesEach));
  const seed = randomBytes(16);
  const report = JSON.stringify({
    ...{
      report: 'trigpoint-pob-v2',
      context: contextHash(context),
      challenge_id,
      attempt,
      prover: prover.id,
      challenger: challenger.id,
      tag,
    },
    ...{ flow: 0, transport: 'udp', commit: createHash('sha256').update(seed).digest('hex'), held_us: 0, dropped: 0 },
    direction: 'down',
    checkpoints: at.map((us) => [sentBy(us), randomBytes(32).toString('hex')]),
    received: Buffer.alloc(Math.ceil(sentBy(endedUs) / 8), 0xff).toString('base64'),
  });
  return {
    ...{ direction: 'down', transport: 'udp', ip_version: 4, ended_us: endedUs, seed: seed.toString('hex') },
    plan: { lead_mbps: plan.leadMbps, lead_us: plan.leadUs, pace_mbps: plan.paceMbps, flow_us: plan.flowUs },
    rtts_us: [300],
    sent: at.map((us) => [us, sentBy(us)]),
    marks: at.map((us, i) => [us, i]),
    ...{ held_us: 0, dropped: 0, late: 0, spoilt: 0, spoilt_bytes: 0, checked: 'match', report },
    prover_counter_signature: '',
  };
};

/** Both parties sign the round, because one attacker has both keys. */
const madeUpRound =
  (prover: Signer) =>
  async ({ task, token }: HubMessageOf<'task'>, signer: Signer) => {
    const { context, challenge_id, attempt, proof_type } = task;
    const at = new Date().toISOString();
    const says = {
      ...{ context, challenge_id, attempt, proof_type, prover: task.prover.id, challenger: task.challenger.id },
      ...{ started_at: at, ended_at: at, prover_counter_signature: null },
    };
    const series = madeUpSeries(task);
    const counter = counterSignedOf(pob, { ...says, series });
    const prover_counter_signature = await prover.sign(counter?.text ?? '');
    const message = composeReading({ ...says, series: { ...series, prover_counter_signature } });
    return { type: 'reading' as const, challenge_id, attempt, token, message, signature: await signer.sign(message) };
  };

export const unsentBytes: Attack = {
  name: 'pob: five accomplices that are admitted, random digests, not one byte sent',
  isQuick: true,
  async carryOut(stage, scope) {
    const claims = { downlink_bandwidth: String(boastMbps), uplink_bandwidth: '1' };
    const prover = await startSilentProver(stage, scope, { proofType: 'pob', claims });
    const gang = await recruit(stage, scope, {
      proofType: 'pob',
      places: Array(5).fill(frankfurt),
      firstAddress: 110,
      answer: madeUpRound(prover.signer),
    });
    const ids = gang.map((it) => it.id);
    await decideOn(stage, ids, 'admitted', 'pob');
    const client = await logIn(stage.url, undefined, 'pob');
    const wallet = { privateKey: `0x${randomBytes(32).toString('hex')}` as const, rpcUrl: stage.chainUrl };
    const ask = { direction: 'down' as const, bandwidthMbps: boastMbps, challengers: 5, tolerance: 1 };
    const { challengeId } = await requestChallenge(client, { wallet, prover: prover.id, ...ask });
    const ended = await endOf(stage, challengeId, 'pob');
    const { reached, verdict, faults } = await verifyEvidence(ended.evidence);
    const confirmed = verdict.verified === 'true' && reached !== 'nothing';
    const took = ended.seated.filter((it) => ids.includes(it)).length;
    return {
      obtained: ended.verified === 'true' || confirmed ? `${boastMbps} Mbit/s is verified: ${ended.reason}` : undefined,
      said: `with ${took} of ${ended.seated.length} seats. ${saidOf(ended)} verify finds ${faults.length} frauds and faults in the file, and confirms "${verdict.verified}"`,
    };
  },
};
