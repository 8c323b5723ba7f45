import type { Agent } from './agents.ts';

export interface SignedReading {
  readonly message: string;
  readonly signature: string;
}

/** What other rooms know about agents. The wiring brings it here, so that this room does not import those rooms. */
export interface AgentRecords {
  results(agent: Pick<Agent, 'role' | 'id'>, limit: number): Promise<(SignedReading & { receivedAt: number })[]>;
  /** The readings of one challenge; none before it has ended. */
  resultsOf(challengeId: string, limit: number): Promise<(SignedReading & { receivedAt: number })[]>;
  refusals(
    agentId: string,
    limit: number,
  ): Promise<{ challengeId: string; code: string; reason: string; at: number }[]>;
  /** Why the calibration doubts a challenger, and the measurements that contradict its stated place. Undefined if it does not. */
  setAside(
    agent: Pick<Agent, 'proofType' | 'role' | 'id'>,
    limit: number,
  ): Promise<{ reason: string; readings: (SignedReading & { measuredAt: number })[] } | undefined>;
  openChallenges(proofType: string): Promise<number>;
  /** How challenges ended, by hour. */
  tally(
    proofType: string,
    since: number,
  ): Promise<{ hour: number; verified: 'true' | 'false' | 'inconclusive'; n: number }[]>;
}
