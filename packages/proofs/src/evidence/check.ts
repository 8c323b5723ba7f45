import { canonical } from '../canonical.ts';
import type { CheckSignature } from '../committees.ts';
import { checkIdentities } from '../descriptions.ts';
import type { ProofType } from '../proof-type.ts';
import { knowsWording } from '../wording.ts';
import { checkAcceptance } from './acceptance-check.ts';
import { checkConsent, checkConsentSignature } from './consent-check.ts';
import { checkDirectRequest, checkRequestSignature, isChainId } from './direct-request.ts';
import { checkDraw } from './draw-check.ts';
import { checkFrame, checkHashes, checkKeys } from './frame-check.ts';
import { checkSeat, checkSeatSignatures } from './seat-check.ts';
import { checkSeed, isBlockHash } from './seed-check.ts';
import type { Evidence, EvidencePart, EvidenceProblem, EvidenceStep, Transcript } from './transcript.ts';
import { isSettled, judgeTranscript } from './verdict.ts';

/**
 * Checks evidence from end to end: hashes, every signature, the draw, the verdict. Returns what does not hold, each
 * as a sentence with the step that it belongs to.
 */
export const examineEvidence = async (
  proofType: ProofType,
  evidence: Evidence,
  checkSignature: CheckSignature,
): Promise<EvidenceProblem[]> => {
  const { transcript } = evidence;
  const found: EvidenceProblem[] = [];
  const add = (step: EvidenceStep, part: EvidencePart, problems: readonly string[]) =>
    found.push(...problems.map((problem) => ({ step, part, problem })));
  // Evidence before version 4 proves less: its readings could be used in another draw.
  if (transcript.version !== 4 && transcript.version !== 5) {
    add('consistent', 'hashes', [
      `The transcript has version ${transcript.version}; this program reads versions 4 and 5.`,
    ]);
    return found;
  }
  if (!knowsWording(transcript.settings)) {
    add('consistent', 'hashes', [
      `The verdict is worded in version ${transcript.settings.wording}, which this program does not know; a newer one may.`,
    ]);
    return found;
  }
  add('consistent', 'hashes', checkHashes(proofType, evidence));
  add('consistent', 'request', checkFrame(proofType, transcript));
  add('consistent', 'request', checkOrigin(transcript));
  add('consistent', 'consent', checkConsent(transcript));
  add('consistent', 'acceptance', checkAcceptance(transcript));
  add('consistent', 'seed', checkSeed(transcript));
  add('consistent', 'draw', checkDraw(proofType, evidence));
  add('signed', 'descriptions', checkKeys(proofType, transcript));
  add('signed', 'descriptions', await checkIdentities(proofType, transcript, checkSignature));
  add('signed', 'request', await checkRequestSignature(transcript, checkSignature));
  add('signed', 'consent', await checkConsentSignature(transcript, checkSignature));
  for (const seat of transcript.draw?.seats ?? []) {
    add('consistent', 'readings', checkSeat(proofType, transcript, seat));
    add('signed', 'readings', await checkSeatSignatures(proofType, transcript, seat, checkSignature));
  }
  if (found.some(({ step }) => step === 'consistent')) return found;
  const verdict = await judgeTranscript(proofType, transcript, evidence.calibration);
  if (canonical(verdict) !== canonical(transcript.verdict))
    add('consistent', 'verdict', ['Judging the readings again gives another verdict.']);
  const isCutShort = transcript.draw?.seats.some((it) => it.state === 'cancelled');
  if (isCutShort && !(await isSettled(proofType, transcript, evidence.calibration)))
    add('consistent', 'verdict', ['Some challengers were not waited for, and their readings could have changed it.']);
  return found;
};

/** Version 5 must have a direct request. Version 4 must name a request on chain. */
const checkOrigin = (transcript: Transcript): string[] => {
  if (transcript.version === 5) return checkDirectRequest(transcript);
  const { request, challenge_id, block_number, block_hash, seed } = transcript;
  const hasNonce = Object.hasOwn(seed ?? {}, 'nonce');
  const isOnChain = isChainId(challenge_id) && block_number !== null && isBlockHash(block_hash ?? '');
  return request !== undefined || !isOnChain || hasNonce
    ? ['The transcript should name a request on a chain, and does not.']
    : [];
};

/** As `examineEvidence`, but sentences alone. An empty list says that the evidence is consistent and signed. */
export const checkEvidence = async (
  proofType: ProofType,
  evidence: Evidence,
  checkSignature: CheckSignature,
): Promise<string[]> => (await examineEvidence(proofType, evidence, checkSignature)).map(({ problem }) => problem);
