import { askService, Client } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Claims, statedPlace } from '../challenge/agents.ts';
import { type Agent, agentName } from '../network.ts';
import { Panel } from '../parts/panel.tsx';
import { Problem } from '../parts/states.tsx';
import { go } from '../router.tsx';
import { clientFor } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { say } from '../words/say.ts';
import { honestName, liarName } from './first-choice.ts';

const proofType = 'pol';
const demos = [
  [honestName, say('Test a true claim')],
  [liarName, say('Test a false claim')],
] as const;

/** A fresh account, so that nobody needs a wallet to see a proof. */
const guest = async (): Promise<Client> => {
  const { key } = (await clientFor(proofType).call('guest-key', {})).result;
  return new Client({ url: location.origin, proofType, apiKey: key });
};

const place = 'trigpoint-first-run';
const seen = (): readonly string[] => localStorage.getItem(place)?.split('\n') ?? [];

/** On a development network: one click to a verified claim, and one to a refuted one, until somebody has seen both. */
export const FirstRun = ({ agents }: { agents: readonly Agent[] }): JSX.Element | null => {
  const { about, user } = useSession();
  const [asking, setAsking] = useState('');
  const [error, setError] = useState<unknown>();
  const provers = agents.filter((it) => it.proofType === proofType && it.role === 'prover' && it.online);
  const offered = demos.flatMap(([pattern, words]) => {
    const prover = provers.find((it) => pattern.test(agentName(it)));
    return prover ? [{ prover, words }] : [];
  });
  if (!about?.development || offered.length < demos.length || seen().length >= demos.length) return null;
  const ask = async (prover: string, words: string) => {
    setAsking(prover);
    setError(undefined);
    try {
      // What somebody asks who is signed in stands among their own challenges.
      const client = user ? clientFor(proofType) : await guest();
      const { challengeId: challenge } = await askService(client, { prover, tellsNonce: false });
      localStorage.setItem(place, [...new Set([...seen(), words])].join('\n'));
      go(`/challenges/${proofType}/${challenge}`);
    } catch (problem) {
      setError(problem);
      setAsking('');
    }
  };
  return (
    <Panel title={say('See it work')} sub={say('no wallet needed, a few seconds each')}>
      <div class="stack">
        <p class="soft">
          {say('{claims}. Challengers near and far measure whether that can be true.', {
            claims: offered
              .map(({ prover }) =>
                say('{prover} claims {place}', {
                  prover: agentName(prover),
                  place: statedPlace(prover.claims as Claims) ?? say('a place'),
                }),
              )
              .join(say(', and ')),
          })}
        </p>
        <div class="row">
          {offered.map(({ prover, words }) => (
            <button
              key={prover.id}
              type="button"
              class="button"
              disabled={asking !== ''}
              onClick={() => void ask(prover.id, words)}
            >
              {asking === prover.id ? say('Asking …') : words}
            </button>
          ))}
        </div>
        {error !== undefined && <Problem error={error} />}
      </div>
    </Panel>
  );
};
