import type { Evidence } from '@trigpoint/proofs';
import { pobFromEvidence, polFromEvidence } from '../challenge/from-evidence.ts';
import { pobSays } from '../challenge/pob-words.ts';
import { polSays } from '../challenge/pol-words.ts';
import { stoppedBy } from '../challenge/stopped.ts';
import { profileOf } from '../proof-types.ts';
import { say, sayKnown } from '../words/say.ts';

/** The verdict of evidence that holds, in the words of its challenge's page: a file has no other sign of whom it is about. */
export const verdictSays = (evidence: Evidence): string => {
  const { transcript } = evidence;
  if (transcript.void) return stoppedBy(transcript.void).says;
  if (transcript.proof_type === 'pol') return polSays(polFromEvidence(evidence));
  if (transcript.proof_type === 'pob') return pobSays(pobFromEvidence(evidence, {}));
  const { verified, result } = transcript.verdict;
  return (
    profileOf(transcript.proof_type).words.found(verified, result) ??
    (verified === 'inconclusive' ? say('it is open') : sayKnown(verified === 'true' ? 'verified' : 'refuted'))
  );
};
