import type { Checked } from '@trigpoint/client';
import type { Evidence } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { inSentence } from '../words/language.ts';
import { say, sayWith } from '../words/say.ts';
import { type Word, wordsOf } from './recomputed.ts';
import { RecomputedRows } from './three-words.tsx';
import { verifyWords as words } from './words.ts';

type Found = Checked | 'working' | { readonly problem: string } | undefined;

/**
 * Recomputes hashes, draw and verdict and checks the signatures in this browser, with the code that the service runs, and says
 * what it did.
 */
export const Recheck = ({ evidence }: { evidence: Evidence }): JSX.Element => {
  const [found, setFound] = useState<Found>();
  const { proof_type, challenge_id } = evidence.transcript;
  const check = async () => {
    setFound('working');
    try {
      const { recheck } = await import('./recheck-evidence.ts');
      setFound(await recheck(evidence));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setFound({ problem: say('It could not be recomputed here: {why}', { why }) });
    }
  };
  const page = `/verify?challenge=${proof_type}/${encodeURIComponent(challenge_id)}`;
  if (found === undefined || found === 'working')
    return (
      <div class="row">
        <button type="button" class="button small" disabled={found === 'working'} onClick={() => void check()}>
          {found === 'working' ? say('Recomputing…') : say('Recompute it here')}
        </button>
        <a class="link small" href={`${page}&change`}>
          {words.change}
        </a>
      </div>
    );
  if ('problem' in found)
    return (
      <p class="note no" role="alert">
        {found.problem}
      </p>
    );
  const [consistent, signed] = wordsOf(evidence, found) as [Word, Word, Word];
  const isGood = found.reached === 'signed' || found.reached === 'anchored';
  return (
    <div role={isGood ? 'status' : 'alert'}>
      <p class={`with-glyph ${isGood ? 'ok' : 'no'}`}>
        <VerdictGlyph outcome={isGood ? 'verified' : 'refuted'} />{' '}
        {isGood
          ? say('Recomputed here: same verdict')
          : found.reached === 'consistent'
            ? say('Consistent, but not signed by everybody')
            : say('This evidence does not verify')}
      </p>
      <RecomputedRows rows={[...consistent.rows, ...signed.rows]} />
      {isGood && (
        <p class="small soft">
          {sayWith(
            'Consistent and signed. It is anchored if the log that you trust has it too, and its witnesses, and the chain where there is one: {compare}. Or {change}.',
            {
              compare: (
                <a class="link" href={page}>
                  {say('compare it with them')}
                </a>
              ),
              change: (
                <a class="link" href={`${page}&change`}>
                  {inSentence(words.change)}
                </a>
              ),
            },
          )}
        </p>
      )}
    </div>
  );
};
