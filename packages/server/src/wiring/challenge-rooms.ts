import type { ProofType } from '@trigpoint/proofs';
import { deadlineOf } from '../challenge/deadlines.ts';
import { Events } from '../challenge/events.ts';
import type { NoticeBoard } from '../cluster/notice-board.ts';
import { Acceptances, type AcceptancesOptions } from '../coordination/acceptances.ts';
import { openAgentInbox } from '../coordination/agent-inbox.ts';
import { BusyAgents } from '../coordination/busy-agents.ts';
import { Consents } from '../coordination/consents.ts';
import { Coordinator, type CoordinatorOptions } from '../coordination/coordinator.ts';
import { Draws } from '../coordination/draws.ts';
import { KeptTrees } from '../coordination/kept-trees.ts';
import type { LoggedTrees } from '../coordination/logged-trees.ts';
import { Measurements, type MeasurementsOptions } from '../coordination/measurements.ts';
import { Readings, type ReadingsOptions } from '../coordination/readings.ts';
import { Refusals } from '../coordination/refusals.ts';
import { forgetOldTries } from '../coordination/tries.ts';
import type { Agents } from '../network/agents.ts';
import { type AutonomousSystems, noAutonomousSystems } from '../network/autonomous-systems.ts';
import type { AgentInbox } from '../network/hub.ts';
import { Endings, type EndingsOptions } from '../verdict/endings.ts';
import type { Foundation } from './foundation.ts';

/** What the three rooms that carry challenges out need from around them. */
export interface ChallengeRoomsOptions
  extends Pick<Foundation, 'db' | 'now' | 'log'>,
    Pick<EndingsOptions, 'judge' | 'calibration' | 'reward' | 'budget' | 'queueResult' | 'tell' | 'ended'>,
    Pick<ReadingsOptions, 'checkSignature' | 'outcome'>,
    Pick<MeasurementsOptions, 'random' | 'send'>,
    Pick<CoordinatorOptions, 'stillOnChain'>,
    Pick<AcceptancesOptions, 'seeds' | 'seedBlocks' | 'head'> {
  readonly agents: Agents;
  /** Without it no autonomous system is known. */
  readonly systems?: () => AutonomousSystems;
  readonly proofType: (id: string) => ProofType;
  readonly publicLog: AcceptancesOptions['log'];
  /** A block that a seed is made from must have this many blocks on top of it. */
  readonly confirmations: number;
  /** Present if other nodes may share the database. */
  readonly board?: NoticeBoard | undefined;
}

export interface ChallengeRooms {
  readonly events: Events;
  readonly inbox: AgentInbox;
  readonly coordinator: Coordinator;
  /** Asks a prover for its consent at once, if it is connected. */
  readonly askConsent: (challenge: Parameters<Consents['ask']>[0]) => void;
  /** What provers of this node are asked to consent to, for these challenges. */
  readonly consentsOnNode: (ids: readonly string[]) => ReturnType<Consents['onNode']>;
  /** Writes the eligible trees into the log if they have changed. */
  readonly logTrees: (proofTypes: readonly string[]) => Promise<void>;
  /** A challenger's leaf in the newest eligible tree that a log of this size has. */
  readonly leafOf: (proofType: string, id: string, size: number) => ReturnType<LoggedTrees['leafOf']>;
  /** Deletes old trees and tries that no challenge needs any more. */
  readonly sweep: () => Promise<void>;
  /** Called after a change of a challenge was committed. With `due` the coordinator is woken to work on it. */
  readonly recorded: (challengeId: string, due: boolean) => void;
}

/** Joins challenge, coordination and verdict. The service does it once; proofs and tests do it under clocks of their own. */
export const openChallengeRooms = (options: ChallengeRoomsOptions): ChallengeRooms => {
  const { db, now, agents, systems = () => noAutonomousSystems } = options;
  const { service } = agents.identities;
  const events = new Events(db, options.board);
  const endings = new Endings({ ...options, service });
  const trees = new KeptTrees(db);
  const acceptances = new Acceptances({ ...options, trees, systems, log: options.publicLog });
  const draws = new Draws(db, agents, trees);
  const measurements = new Measurements({
    ...options,
    ...{ acceptances, draws, busy: new BusyAgents(db) },
    expect: (assignment, of) => readings.expect(assignment, of),
  });
  const consents = new Consents({
    ...options,
    deadline: (id, info, at) => {
      const type = options.proofType(id);
      return deadlineOf(type, type.decode(info), at, options.seedBlocks ? options.confirmations : null);
    },
  });
  const end: CoordinatorOptions['end'] = (...given) => endings.end(...given);
  const isSettled: CoordinatorOptions['isSettled'] = (...given) => endings.isSettled(...given);
  const coordinator = new Coordinator({ ...options, consents, measurements, end, isSettled, events });
  const recorded = (challengeId: string, due: boolean) => {
    events.announce(challengeId);
    if (due) coordinator.queue.wake();
  };
  const mayDecide = (challengeId: string) => coordinator.queue.look(challengeId);
  const readings = new Readings({ ...options, refusals: new Refusals(db, now), recorded, mayDecide });
  const inbox = openAgentInbox({ db, now, readings, consents, recorded });
  const askConsent: ChallengeRooms['askConsent'] = (challenge) =>
    void consents
      .ask(challenge)
      // A failure here costs only time, because the coordinator asks the prover again later.
      .catch((error: unknown) => options.log.warn({ err: error }, 'asking for a consent failed'));
  const sweep = async () => {
    await db.write((tx) => trees.forgetOld(tx, now()));
    await db.write((tx) => acceptances.trees.forgetOld(tx, now()));
    await db.write((tx) => forgetOldTries(tx, now()));
  };
  const consentsOnNode: ChallengeRooms['consentsOnNode'] = (ids) => consents.onNode(agents.nodeId, ids);
  const logTrees = (ids: readonly string[]) => acceptances.logTrees(ids.map(options.proofType));
  const leafOf: ChallengeRooms['leafOf'] = (type, id, size) =>
    acceptances.trees.leafOf(options.proofType(type), id, size);
  return { events, inbox, coordinator, askConsent, consentsOnNode, logTrees, leafOf, sweep, recorded };
};
