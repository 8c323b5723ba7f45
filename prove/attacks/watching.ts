import { setTimeout as pause } from 'node:timers/promises';
import { bringChallenge, Client, watchChallenge } from '@trigpoint/client';
import { type Attack, saidOf } from './attack.ts';
import { claiming, endOf, frankfurt, logIn, putOnChain, startProver } from './stage.ts';

const lookEveryMs = 150;

/** Something that a watcher read before the end. */
interface Seen {
  readonly where: string;
  readonly text: string;
  readonly at: number;
}

export const watcherSees: Attack = {
  name: 'an anonymous watcher during the challenge',
  isQuick: true,
  async carryOut(stage, scope) {
    const prover = await startProver(stage, scope, frankfurt, claiming(frankfurt));
    const [id = ''] = await putOnChain(stage, [{ prover: prover.id, place: frankfurt }]);
    const seen: Seen[] = [];
    const note = (where: string) => (it: unknown) =>
      void seen.push({ where, text: JSON.stringify(it), at: Date.now() });
    const nobody = new Client({ url: stage.url, proofType: 'pol', retries: 0 });
    const somebody = await logIn(stage.url);
    await bringChallenge(somebody, id);
    let isOver = false;
    const look = async () => {
      while (!isOver) {
        const refused = () => undefined;
        await nobody.call('challenge-history', { challenge_id: id }).then(note('history'), refused);
        await nobody.call('challenge-evidence', { challenge_id: id }).then(note('evidence'), refused);
        await somebody.call('challenge-status-dcl', { challenge_id: id }).then(note('status'), refused);
        for (const { agent } of stage.honest.slice(0, 4))
          await nobody.call('challenger', { id: agent.id }).then(note('agent'), refused);
        await nobody.call('prover', { id: prover.id }).then(note('agent'), refused);
        await pause(lookEveryMs);
      }
    };
    const looking = look();
    for await (const event of watchChallenge(nobody, id)) note('events')(event);
    isOver = true;
    await looking;
    const ended = await endOf(stage, id);
    const endedAt = Date.parse(ended.evidence.transcript.ended_at);
    const early = seen.filter((it) => it.at < endedAt);
    const leak = early.find((it) => tells(it, id, ended.seated));
    return {
      obtained: leak && `${leak.where} tell before the end: ${leak.text.slice(0, 200)}`,
      said: `${early.length} answers before the end, with counts alone (${early.filter((it) => it.where === 'events').length} events); ${saidOf(ended)}`,
    };
  },
};

/**
 * Whether the text names who was asked, or holds a reading of this challenge. The page of an agent names that agent in any
 * case.
 */
const tells = ({ where, text }: Seen, id: string, seated: readonly string[]): boolean =>
  /rtts?_us|fastest/.test(text) && text.includes(`"challenge_id":"${id}"`)
    ? true
    : where === 'agent'
      ? text.includes(`"challenge_id":"${id}"`)
      : where === 'evidence' || seated.some((it) => text.includes(it));
