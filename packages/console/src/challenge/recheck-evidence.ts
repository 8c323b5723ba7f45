import { type Checked, type Evidence, verifyEvidence } from '@trigpoint/client';

/** The same check as on the command line, without anything to hold it against: a page of the service cannot vouch for the service. */
export const recheck = (evidence: Evidence): Promise<Checked> => verifyEvidence(evidence);
