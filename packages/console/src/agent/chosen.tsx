import { fillFields } from '@trigpoint/proofs/registry';
import type { JSX } from 'preact';
import { type Claims, placeOf } from '../challenge/agents.ts';
import type { AgentDetail, Role } from '../network.ts';
import { Checks } from '../parts/checks.tsx';
import { Panel } from '../parts/panel.tsx';
import { profileOf } from '../proof-types.ts';
import { commandLine, type ProofTypeId } from '../service.ts';
import { say, sayReason } from '../words/say.ts';

/** `isSent`: the sentence came from the service. */
type Line = readonly [holds: boolean, title: string, says: string, isSent?: boolean];

/** Whether the challenger may be drawn. If not, the line says what an operator types to admit it. */
const admitted = (
  id: string,
  { status, reason }: NonNullable<AgentDetail['admission']>,
  proofType: ProofTypeId,
): Line =>
  status === 'admitted'
    ? [true, say('Admitted'), reason, true]
    : [
        false,
        status === 'candidate' ? say('Not admitted yet') : say('Set aside'),
        say('{reason} An operator types: {command}', {
          reason: sayReason(reason),
          command: commandLine(`admit ${id} --proof-type ${proofType}`),
        }),
      ];

/** The conditions under which an agent takes part in challenges, one by one, with what is missing. */
export const Chosen = ({
  agent,
  role,
  proofType,
}: {
  agent: AgentDetail;
  role: Role;
  proofType: ProofTypeId;
}): JSX.Element => {
  const profile = profileOf(proofType);
  const place = placeOf(agent.claims as Claims);
  const lacks = (names: readonly string[] = []) => names.filter((it) => agent.claims[it] === undefined);
  // Who measures bandwidth may be anywhere, so its place is no condition.
  const needsPlace = (profile.challengersClaim ?? []).length > 0;
  const lines: Line[] =
    role === 'prover'
      ? [
          [
            agent.online,
            agent.online ? say('Connected') : say('Not connected'),
            agent.online
              ? say('It can be challenged at any moment.')
              : say('Asked now, a challenge would end without a verdict.'),
          ],
          [
            fillFields(profile, {}, agent.claims).missing.length === 0,
            say('Claims what is to be proved'),
            profile.words.claims,
          ],
        ]
      : [
          [
            agent.online,
            agent.online ? say('Connected') : say('Not connected'),
            agent.online ? say('It answered within the last minute.') : say('Only connected challengers are drawn.'),
          ],
          ...(agent.admission ? [admitted(agent.id, agent.admission, proofType)] : []),
          ...(needsPlace
            ? ([
                [
                  lacks(profile.challengersClaim).length === 0,
                  place ? say('States where it is') : say('Does not state where it is'),
                  place
                    ? say('Its discs lie around this place.')
                    : say('Without latitude and longitude its round trips say nothing.'),
                ],
                [
                  agent.verified_place !== null,
                  agent.verified_place ? say('Its own place was verified') : say('Its own place was not verified'),
                  agent.verified_place
                    ? say('Others confirmed where it stands.')
                    : say(
                        'Not required for being drawn. Challengers measure each other besides, and readings of one that contradicts the others do not count.',
                      ),
                ],
              ] as const)
            : []),
          ...(agent.set_aside === null
            ? []
            : ([
                [
                  false,
                  say('Its place is in doubt'),
                  say('It is drawn, but what it measures is left out of the verdict.'),
                ],
              ] as const)),
          [
            false,
            say('Not for provers of its own'),
            say('It never measures a prover of its owner or in its own network.'),
          ],
        ];
  return (
    <Panel title={role === 'prover' ? say('Can it be challenged?') : say('Can it be drawn?')}>
      <Checks
        checks={lines.map(([holds, title, says, isSent = false]) => ({
          outcome: holds ? 'verified' : 'none',
          title,
          says,
          isSent,
        }))}
      />
    </Panel>
  );
};
