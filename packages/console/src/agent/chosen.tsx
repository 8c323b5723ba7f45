import { fillFields } from '@trigpoint/proofs/registry';
import type { JSX } from 'preact';
import { type Claims, placeOf } from '../challenge/agents.ts';
import type { Role } from '../network.ts';
import { Checks } from '../parts/checks.tsx';
import { Panel } from '../parts/panel.tsx';
import { profileOf } from '../proof-types.ts';
import type { ProofTypeId } from '../service.ts';
import type { AgentDetail } from './detail.ts';

type Line = readonly [holds: boolean, title: string, says: string];

/** Whether it may be drawn, and what an operator types where it may not. */
const admitted = (
  id: string,
  { status, reason }: NonNullable<AgentDetail['admission']>,
  proofType: ProofTypeId,
): Line =>
  status === 'admitted'
    ? [true, 'Admitted', reason]
    : [
        false,
        status === 'candidate' ? 'Not admitted yet' : 'Set aside',
        `${reason} An operator types: npx trigpoint admit ${id} --proof-type ${proofType}`,
      ];

/** The conditions of the choice, one by one, with what is missing. */
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
  const lines: Line[] =
    role === 'prover'
      ? [
          [
            agent.online,
            'Connected',
            agent.online ? 'It can be challenged at any moment.' : 'A challenge now ends without it.',
          ],
          [
            fillFields(profile, {}, agent.claims).missing.length === 0,
            'Claims what is to be proved',
            profile.words.claims,
          ],
        ]
      : [
          [
            agent.online,
            'Connected',
            agent.online ? 'Alive within the last minute.' : 'Only connected challengers are drawn.',
          ],
          ...(agent.admission ? [admitted(agent.id, agent.admission, proofType)] : []),
          [
            lacks(profile.challengersClaim).length === 0,
            'States where it is',
            place
              ? 'Its discs are drawn around this place.'
              : 'Without latitude and longitude its round trips say nothing.',
          ],
          [
            agent.verified_place !== null,
            'Its own place was measured',
            agent.verified_place
              ? 'Others confirmed where it stands.'
              : 'Not needed to be drawn: challengers check each other all the time.',
          ],
          ...(agent.set_aside === null
            ? []
            : ([
                [false, 'Its place is in doubt', 'It is drawn, but what it reads is left out of the verdict.'],
              ] as const)),
          [false, 'For itself, its owner or its network: no', 'Never drawn for a prover on its own network.'],
        ];
  return (
    <Panel title={role === 'prover' ? 'Can it be challenged?' : 'Will it be chosen?'}>
      <Checks checks={lines.map(([holds, title, says]) => ({ outcome: holds ? 'verified' : 'none', title, says }))} />
    </Panel>
  );
};
