/** Evidence: what it holds, and how anybody checks it. */
export { areRulesFixed, isTreeEarly, readAcceptance, readTreeEntry } from './acceptance-check.ts';
export { checkEvidence, examineEvidence } from './check.ts';
export { contextHash, contextOf } from './context.ts';
export {
  directIdOf,
  isChainId,
  isDirectId,
  nonceHashOf,
  readDirectRequest,
  type SeedChoosers,
  seedChoosers,
} from './direct-request.ts';
export { checkReading, counterSignedOf, faultsInEvidence, type ReadingMisfit } from './readings.ts';
export { askHash, consentHash, drawSeed, rulesHash, type SeedInput } from './seed.ts';
export type {
  Evidence,
  EvidencePart,
  EvidenceProblem,
  EvidenceStep,
  Logged,
  SeedParts,
  Transcript,
  TranscriptDraw,
  TranscriptSeat,
} from './transcript.ts';
export { compareTranscripts, finalState, isGood, isSettled, type Judged, judgeTranscript } from './verdict.ts';
