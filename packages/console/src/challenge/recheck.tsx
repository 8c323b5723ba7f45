import type { Evidence } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { VerdictGlyph } from '../parts/verdict-glyph.tsx';

type Found = readonly string[] | 'working' | undefined;

/** Recomputes hashes, signatures, choice and verdict in this browser, with the code the service runs. */
export const Recheck = ({ evidence }: { evidence: Evidence }): JSX.Element => {
  const [found, setFound] = useState<Found>();
  const check = async () => {
    setFound('working');
    try {
      const { recheck } = await import('./recheck-evidence.ts');
      setFound(await recheck(evidence));
    } catch (error) {
      setFound([`It could not be recomputed here: ${error instanceof Error ? error.message : error}`]);
    }
  };
  if (found === undefined || found === 'working')
    return (
      <button type="button" class="button small" disabled={found === 'working'} onClick={() => void check()}>
        {found === 'working' ? 'Recomputing…' : 'Recompute it here'}
      </button>
    );
  if (found.length === 0)
    return (
      <p class="with-glyph ok" role="status">
        <VerdictGlyph outcome="verified" /> Recomputed here: same verdict
      </p>
    );
  return (
    <div role="alert">
      <p class="with-glyph no">
        <VerdictGlyph outcome="refuted" /> This evidence does not verify
      </p>
      <ul class="small soft">
        {found.slice(0, 5).map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
    </div>
  );
};
