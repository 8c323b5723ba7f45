import {
  type Checked,
  type CheckedStep,
  checkedSteps,
  type Evidence,
  isEvidence,
  verifyEvidence,
} from '@trigpoint/client';
import { parseTrust, type Trust } from '@trigpoint/client/trust';
import { say } from '../words/say.ts';

/** The same check as on the command line. Without trust it ends at *signed*. */
export const recheck = (evidence: Evidence, trust?: Trust): Promise<Checked> => verifyEvidence(evidence, trust);

export interface Verified {
  readonly evidence: Evidence;
  readonly checked: Checked;
  readonly steps: readonly CheckedStep[];
}

/** What somebody who altered evidence can mend without anybody's key: the verdict and the hash. */
export const mend = async (evidence: Evidence, judgesAgain: boolean): Promise<Evidence> => {
  const { findProfile, hashOf, judgeTranscript } = await import('@trigpoint/proofs');
  const { transcript, calibration } = evidence;
  const rules = judgesAgain ? await findProfile(transcript.proof_type)?.rules() : undefined;
  const verdict = rules ? await judgeTranscript(rules, transcript, calibration) : transcript.verdict;
  const mended = { ...transcript, verdict };
  return { ...evidence, transcript: mended, transcript_hash: hashOf(mended) };
};

/** Evidence and trust as a reader gave them: texts of files. What was typed goes before what the trust file says. */
export const verifyTexts = async (
  evidence: string,
  trustFile: string | undefined,
  typed: Readonly<Record<string, unknown>>,
): Promise<Verified> => {
  const value = parse(evidence, say('The evidence'));
  if ((value as { kind?: unknown } | null)?.kind === 'trigpoint certificate')
    throw new Error(say('This is a certificate. Check it on the command line: npx trigpoint verify FILE'));
  if (!isEvidence(value))
    throw new Error(say('The file is not evidence: a challenge’s page and trigpoint evidence write it.'));
  const file = trustFile === undefined ? {} : parse(trustFile, say('The trust file'));
  parseTrust(file);
  const trust = parseTrust({ ...(file as object), ...typed });
  const checked = await verifyEvidence(value, trust);
  return { evidence: value, checked, steps: checkedSteps(checked, value, trust) };
};

const parse = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(say('{file} is not JSON.', { file: what }));
  }
};
