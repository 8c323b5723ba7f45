import { Client, requestChallenge } from '@trigpoint/client';
import { keyOfAgent } from '@trigpoint/protocol';
import { type Attack, saidOf, wantVerified } from './attack.ts';
import { around, besideUs, madeUp, recruit, startSilentProver, unanswered } from './coalition.ts';
import {
  challenge,
  claiming,
  decideOn,
  endOf,
  frankfurt,
  freshSigner,
  type Honest,
  logIn,
  putOnChain,
  startProver,
  sydney,
} from './stage.ts';

export const freshKeys: Attack = {
  name: 'four fresh challenger keys beside the claim, one per quadrant',
  isQuick: true,
  async carryOut(stage, scope) {
    const signer = freshSigner();
    const liar = await startProver(stage, scope, frankfurt, claiming(sydney), signer);
    const places = around(sydney, 4);
    const gang = await recruit(stage, scope, { places, answer: madeUp(signer, besideUs) });
    const ended = await challenge(stage, { prover: liar.id, place: sydney });
    const seats = gang.filter((it) => ended.seated.includes(it.id)).length;
    const outcome = wantVerified(ended, seats > 0 ? `fresh keys have ${seats} seats` : undefined);
    return { ...outcome, said: `${outcome.said} The keys were told: ${gang[0]?.told.at(-1)?.reason ?? 'nothing'}` };
  },
};

const mostMayDropOut: Attack = {
  name: '--challengers 100 --tolerance 96, silent to all but four accomplices',
  isQuick: false,
  isAlone: true,
  async carryOut(stage, scope) {
    const prover = await startSilentProver(stage, scope, { claims: claiming(sydney) });
    const places = around(sydney, 4);
    const gang = await recruit(stage, scope, { places, answer: madeUp(prover.signer, besideUs) });
    const others = await recruit(stage, scope, {
      places: Array.from({ length: 96 - stage.honest.length }, (_, i) => ({
        name: `honest ${i}`,
        latitude: -40 + ((i * 17) % 90),
        longitude: -170 + ((i * 37) % 340),
      })),
      firstAddress: 4,
      answer: unanswered,
    });
    const ids = [...gang, ...others].map((it) => it.id);
    await decideOn(stage, ids);
    const ask = { challengers: 100, tolerance: 96 };
    const warned = await warningFor(stage.url, stage.chainUrl, prover.id, ask);
    const ended = await challenge(stage, { prover: prover.id, place: sydney, ...ask });
    await decideOn(stage, ids, 'set_aside');
    const outcome = wantVerified(ended);
    return { ...outcome, said: `before any transaction: ${warned} At the end ${outcome.said}` };
  },
};

/** What the command line and the SDK say to a request before they send a transaction. */
const warningFor = async (url: string, rpcUrl: string, prover: string, ask: object): Promise<string> => {
  const wallet = { privateKey: `0x${'7'.repeat(64)}` as const, rpcUrl };
  const client = new Client({ url, proofType: 'pol' });
  const { latitude, longitude } = sydney;
  return requestChallenge(client, { wallet, prover, latitude, longitude, ...ask }).then(
    () => 'nothing.',
    (error: Error) => error.message,
  );
};

const copiedOwner: Attack = {
  name: 'walletPublicKey copied from an honest challenger',
  isQuick: true,
  async carryOut(stage, scope) {
    const victim = stage.honest.find((it) => it.place.name === 'Cologne') as Honest;
    const key = keyOfAgent(victim.agent.id);
    const loginWith = { walletPublicKey: { ethereum: key }, projectPublicKey: key };
    const prover = await startSilentProver(stage, scope, { claims: claiming(frankfurt), loginWith });
    const ended = await challenge(stage, { prover: prover.id, place: frankfurt });
    const isIn = ended.seated.includes(victim.agent.id);
    const why = ended.evidence.transcript.draw?.passed_over.find((it) => it.challenger === victim.agent.id)?.reason;
    return {
      obtained: isIn ? undefined : `that challenger is left out (${why ?? 'not drawn'})`,
      said: `the challenger in ${victim.place.name} has its seat among ${ended.seated.length}; ${saidOf(ended)}`,
    };
  },
};

/** More measurements than a challenger makes at a time (32 unless it says otherwise). */
const floods = 40;

const keptBusy: Attack = {
  name: 'free requests keep honest challengers busy',
  isQuick: false,
  isAlone: true,
  async carryOut(stage, scope) {
    const decoy = await startSilentProver(stage, scope, { claims: claiming(frankfurt), address: 201 });
    const flood = await putOnChain(stage, Array(floods).fill({ prover: decoy.id, place: frankfurt }));
    const prover = await startSilentProver(stage, scope, { claims: claiming(sydney) });
    const places = around(sydney, 8);
    const gang = await recruit(stage, scope, { places, answer: madeUp(prover.signer, besideUs) });
    const ids = gang.map((it) => it.id);
    await decideOn(stage, ids);
    const client = await logIn(stage.url);
    for (const challenge_id of flood) await client.call('challenge-request-dcl', { challenge_id });
    const startedAt = Date.now();
    const ended = await challenge(stage, { prover: prover.id, place: sydney });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    await decideOn(stage, ids, 'set_aside');
    const eligible = ended.evidence.transcript.draw?.eligible.size ?? 0;
    const honest = ended.near.filter((it) => !ids.includes(it)).length;
    const all = stage.honest.length + ids.length;
    const last = await endOf(stage, flood.at(-1) as string);
    return {
      obtained:
        ended.near.length > 0 && (eligible < all || honest === 0)
          ? `${eligible} of ${all} could be drawn; honest ones have ${honest} of ${ended.near.length} near seats`
          : undefined,
      said: `${eligible} of ${all} could be drawn although ${floods} requests came before; honest ones have ${honest} of ${ended.near.length} near seats, after ${seconds} s; the flood's last: ${saidOf(last)}`,
    };
  },
};

export const seatAttacks = [freshKeys, mostMayDropOut, copiedOwner, keptBusy];
