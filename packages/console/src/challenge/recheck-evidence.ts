import {
  type Checked,
  type CheckedStep,
  checkedSteps,
  type Evidence,
  isEvidence,
  verifyEvidence,
} from '@trigpoint/client';
import { parseTrust, type Trust } from '@trigpoint/client/trust';

/** The same check as on the command line. Without trust it ends at *signed*. */
export const recheck = (evidence: Evidence, trust?: Trust): Promise<Checked> => verifyEvidence(evidence, trust);

export interface Verified {
  readonly checked: Checked;
  readonly steps: readonly CheckedStep[];
}

/** Evidence and trust as a reader gave them: texts of files. What was typed goes before what the trust file says. */
export const verifyTexts = async (
  evidence: string,
  trustFile: string | undefined,
  typed: Readonly<Record<string, unknown>>,
): Promise<Verified> => {
  const value = parse(evidence, 'The evidence');
  if (!isEvidence(value))
    throw new Error('The file is not evidence: a challenge’s page and trigpoint evidence write it.');
  const file = trustFile === undefined ? {} : parse(trustFile, 'The trust file');
  parseTrust(file);
  const trust = parseTrust({ ...(file as object), ...typed });
  const checked = await verifyEvidence(value, trust);
  return { checked, steps: checkedSteps(checked, value, trust) };
};

const parse = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${what} is not JSON.`);
  }
};
