import { useMemo } from 'preact/hooks';
import { pobFromEvidence } from './from-evidence.ts';
import { pobFromLive } from './from-live.ts';
import { pobPaid } from './payments.ts';
import type { Picture } from './picture.ts';
import { PobChallenge } from './pob-challenge.tsx';

export const pobPicture: Picture = {
  Running: ({ row, heard, known, proof }) => {
    const pob = useMemo(() => pobFromLive(row, heard, known), [row, heard, known]);
    return <PobChallenge pob={pob} proof={proof} />;
  },
  Ended: ({ row, evidence, payments, actions, proof }) => {
    const pob = useMemo(
      () => pobPaid(pobFromEvidence(evidence, row.parameters), payments),
      [evidence, row.parameters, payments],
    );
    return <PobChallenge pob={pob} actions={actions} proof={proof} />;
  },
};
