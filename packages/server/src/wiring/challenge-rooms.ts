import type { ProofType } from '@trigpoint/proofs';
import type { Logger } from 'pino';
import { Events } from '../challenge/events.ts';
import type { NoticeBoard } from '../cluster/notice-board.ts';
import { openDesk } from '../coordination/agent-inbox.ts';
import { Attempts, type AttemptsOptions } from '../coordination/attempts.ts';
import { Choices } from '../coordination/choices.ts';
import { Coordinator, type CoordinatorOptions } from '../coordination/coordinator.ts';
import { Readings, type ReadingsOptions } from '../coordination/readings.ts';
import { Refusals } from '../coordination/refusals.ts';
import type { Db } from '../db/driver.ts';
import type { Agents } from '../network/agents.ts';
import type { Desk } from '../network/hub.ts';
import { Endings, type EndingsOptions } from '../verdict/endings.ts';

/** What carries challenges out needs from around it. */
export interface WorksOptions
  extends Pick<EndingsOptions, 'judge' | 'calibration' | 'reward' | 'queueResult' | 'ended'>,
    Pick<ReadingsOptions, 'checkSignature' | 'outcome'>,
    Pick<AttemptsOptions, 'random' | 'send'>,
    Pick<CoordinatorOptions, 'stillOnChain'> {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly agents: Agents;
  readonly proofType: (id: string) => ProofType;
  /** Where other nodes may share the database. */
  readonly board?: NoticeBoard | undefined;
}

export interface Works {
  readonly events: Events;
  readonly desk: Desk;
  readonly coordinator: Coordinator;
  /** Something about a challenge was committed; `due` says that it waits for the coordinator now. */
  readonly recorded: (challengeId: string, due: boolean) => void;
}

/** Joins the parts that carry challenges out: the service has one set, proofs and tests have theirs under other clocks. */
export const openWorks = (options: WorksOptions): Works => {
  const { db, now, agents } = options;
  const events = new Events(db, options.board);
  const recorded = (challengeId: string, due: boolean) => {
    events.announce(challengeId);
    if (due) coordinator.wake();
  };
  const readings = new Readings({ ...options, refusals: new Refusals(db, now), recorded });
  const desk = openDesk({ db, now, readings, events, recorded });
  const attempts = new Attempts({ ...options, choices: new Choices(db, agents) });
  const endings = new Endings(options);
  const coordinator = new Coordinator({ ...options, attempts, endings, events });
  return { events, desk, coordinator, recorded };
};
