import type { Checked } from '@trigpoint/client';
import type { Evidence } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { VerdictGlyph } from '../parts/verdict-glyph.tsx';

type Found = Pick<Checked, 'reached' | 'problems'> | 'working' | undefined;

/** Recomputes hashes, signatures, choice and verdict in this browser, with the code the service runs. */
export const Recheck = ({ evidence }: { evidence: Evidence }): JSX.Element => {
  const [found, setFound] = useState<Found>();
  const { proof_type, challenge_id } = evidence.transcript;
  const check = async () => {
    setFound('working');
    try {
      const { recheck } = await import('./recheck-evidence.ts');
      setFound(await recheck(evidence));
    } catch (error) {
      const problem = `It could not be recomputed here: ${error instanceof Error ? error.message : error}`;
      setFound({ reached: 'nothing', problems: [{ step: 'consistent', problem }] });
    }
  };
  if (found === undefined || found === 'working')
    return (
      <button type="button" class="button small" disabled={found === 'working'} onClick={() => void check()}>
        {found === 'working' ? 'Recomputing…' : 'Recompute it here'}
      </button>
    );
  if (found.reached === 'signed' || found.reached === 'anchored')
    return (
      <div role="status">
        <p class="with-glyph ok">
          <VerdictGlyph outcome="verified" /> Recomputed here: same verdict
        </p>
        <p class="small soft">
          Consistent and signed. Whether it is anchored depends on the chain and the log that you name:{' '}
          <a class="link" href={`/verify?challenge=${proof_type}/${encodeURIComponent(challenge_id)}`}>
            hold it against them
          </a>
          .
        </p>
      </div>
    );
  return (
    <div role="alert">
      <p class="with-glyph no">
        <VerdictGlyph outcome="refuted" />{' '}
        {found.reached === 'consistent' ? 'Consistent, but not signed by everybody' : 'This evidence does not verify'}
      </p>
      <ul class="small soft">
        {found.problems.slice(0, 5).map(({ problem }) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
};
