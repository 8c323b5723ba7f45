import { useMemo } from 'preact/hooks';
import { pobFromEvidence } from './from-evidence.ts';
import { pobPaid } from './payments.ts';
import type { Picture } from './picture.ts';
import { PobChallenge } from './pob-challenge.tsx';
import { RunningChallenge } from './running-challenge.tsx';

export const pobPicture: Picture = {
  Running: ({ profile, view, now, proof }) => (
    <RunningChallenge view={view} now={now} how={profile.words.how} proof={proof} />
  ),
  Ended: ({ row, evidence, payments, actions, beneath, aside, proof, replay }) => {
    const pob = useMemo(
      () => pobPaid(pobFromEvidence(evidence, row.parameters), payments),
      [evidence, row.parameters, payments],
    );
    return <PobChallenge pob={pob} actions={actions} beneath={beneath} aside={aside} proof={proof} replay={replay} />;
  },
};
