import { setTimeout as pause } from 'node:timers/promises';
import { runChallenger } from '@trigpoint/agent';
import { isFailure, pol } from '@trigpoint/proofs';
import { type Attack, saidOf } from './attack.ts';
import { challenge, claiming, frankfurt, freshSigner, logIn, startProver } from './stage.ts';

const liars = 10;
const liedUs = 100;
/** By then every pair of honest challengers has measured each other, and the service has learned from the mesh twice. */
const watchMs = 150_000;

/** For a service that learns from the mesh every minute. */
export const meshEnv = { MESH_HOURS: '1', CALIBRATION_MINUTES: '1' };

/** Measures as everybody does, but reports that the other challenger stands beside it. */
const lyingProbe = async (): ReturnType<typeof pol.probe> => {
  const probe = await pol.probe();
  return {
    ...probe,
    challenge: async (task, io) => {
      const series = await probe.challenge(task, io);
      return isFailure(series) ? series : { ...series, rtts_us: series.rtts_us.map(() => liedUs) };
    },
  };
};

/** Whose place a calibration doubts. */
const doubtsIn = (calibration: unknown): readonly { readonly id: string; readonly reason: string }[] =>
  (calibration as { set_aside?: { id: string; reason: string }[] } | null)?.set_aside ?? [];

/** This attack takes minutes, and a service of its own. */
export const liesInMesh: Attack = {
  name: `${liars} keys that report 0.1 ms in the mesh`,
  isQuick: false,
  async carryOut(stage, scope) {
    const agents = [];
    for (let i = 0; i < liars; i++) {
      const place = { name: '', latitude: -45 + 10 * i, longitude: -170 + 35 * i };
      const agent = await runChallenger({
        ...{ url: await stage.from(i), proofType: 'pol', signer: freshSigner(), claims: claiming(place) },
        udp: { bind: '127.0.0.1' },
        measuring: { ...pol, probe: lyingProbe },
      });
      scope.defer(() => agent.stop(0));
      await agent.ready;
      agents.push(agent);
    }
    await pause(watchMs);
    const prover = await startProver(stage, scope, frankfurt, claiming(frankfurt));
    const ended = await challenge(stage, { prover: prover.id, place: frankfurt });
    const doubted = new Map(doubtsIn(ended.evidence.calibration).map((it) => [it.id, it.reason]));
    const client = await logIn(stage.url);
    const aside: string[] = [];
    for (const { agent, place } of stage.honest) {
      const { admission } = (await client.call('challenger', { id: agent.id })).result;
      const why = admission?.status === 'admitted' ? doubted.get(agent.id) : admission?.reason;
      if (why !== undefined) aside.push(`${place.name}: ${why}`);
    }
    const accepted = agents.reduce((sum, it) => sum + it.status().totals.accepted, 0);
    const learned =
      ended.evidence.transcript.calibration_hash === null ? 'nothing was learned' : 'the mesh was learned from';
    return {
      obtained:
        aside.length > 0
          ? `${aside.length} honest challengers are set aside (${aside[0]})`
          : ended.verified === 'false'
            ? `an honest prover is refuted: ${ended.reason}`
            : undefined,
      said: `${learned}, ${accepted} lies were taken, ${stage.honest.length - aside.length} of ${stage.honest.length} honest ones can be drawn; ${saidOf(ended)}`,
    };
  },
};
