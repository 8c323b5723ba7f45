import type { ProofType } from '@trigpoint/proofs';
import type { Logger } from 'pino';
import { Events } from '../challenge/events.ts';
import type { NoticeBoard } from '../cluster/notice-board.ts';
import { openAgentInbox } from '../coordination/agent-inbox.ts';
import { Attempts, type AttemptsOptions } from '../coordination/attempts.ts';
import { BusyAgents } from '../coordination/busy-agents.ts';
import { Coordinator, type CoordinatorOptions } from '../coordination/coordinator.ts';
import { Draws } from '../coordination/draws.ts';
import { Readings, type ReadingsOptions } from '../coordination/readings.ts';
import { Refusals } from '../coordination/refusals.ts';
import type { Db } from '../db/driver.ts';
import type { Agents } from '../network/agents.ts';
import { type AutonomousSystems, noAutonomousSystems } from '../network/autonomous-systems.ts';
import type { AgentInbox } from '../network/hub.ts';
import { Endings, type EndingsOptions } from '../verdict/endings.ts';

/** What the three rooms that carry challenges out need from around them. */
export interface ChallengeRoomsOptions
  extends Pick<EndingsOptions, 'judge' | 'calibration' | 'reward' | 'queueResult' | 'ended'>,
    Pick<ReadingsOptions, 'checkSignature' | 'outcome'>,
    Pick<AttemptsOptions, 'random' | 'send'>,
    Pick<CoordinatorOptions, 'stillOnChain'> {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly agents: Agents;
  /** Without it no autonomous system is known. */
  readonly systems?: () => AutonomousSystems;
  readonly proofType: (id: string) => ProofType;
  /** Where other nodes may share the database. */
  readonly board?: NoticeBoard | undefined;
}

export interface ChallengeRooms {
  readonly events: Events;
  readonly inbox: AgentInbox;
  readonly coordinator: Coordinator;
  /** Something about a challenge was committed; `due` says that it waits for the coordinator now. */
  readonly recorded: (challengeId: string, due: boolean) => void;
}

/** Joins challenge, coordination and verdict. The service does it once; proofs and tests do it under clocks of their own. */
export const openChallengeRooms = (options: ChallengeRoomsOptions): ChallengeRooms => {
  const { db, now, agents, systems = () => noAutonomousSystems } = options;
  const events = new Events(db, options.board);
  const endings = new Endings({ ...options, service: agents.identities.service });
  const attempts = new Attempts({ ...options, draws: new Draws(db, agents, systems), busy: new BusyAgents(db) });
  const end: CoordinatorOptions['end'] = (challenge, voided) => endings.end(challenge, voided);
  const coordinator = new Coordinator({ ...options, attempts, end, events });
  const recorded = (challengeId: string, due: boolean) => {
    events.announce(challengeId);
    if (due) coordinator.wake();
  };
  const readings = new Readings({ ...options, refusals: new Refusals(db, now), recorded });
  const inbox = openAgentInbox({ db, now, readings, recorded });
  return { events, inbox, coordinator, recorded };
};
