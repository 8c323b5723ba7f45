/** The parts of the service, for proofs and benchmarks that join them with their own clock and agents. */

export { Challenges } from './challenge/challenges.ts';
export { type ChallengeRow, findChallenge, insertChallenge, type NewChallenge, nextDue } from './challenge/store.ts';
export { NoticeBoard } from './cluster/notice-board.ts';
export { Relay } from './cluster/relay.ts';
export { type Assignment, listAssignments } from './coordination/assignments.ts';
export { EligibleTrees } from './coordination/eligible-trees.ts';
export { openTaskDeliveries } from './coordination/task-deliveries.ts';
export { applyMigrations, migrations } from './db/migrations.ts';
export { SqliteConnection } from './db/sqlite-connection.ts';
export { withinBudget } from './ledger/budgets.ts';
export { SteppedLog } from './log/stepped-log.ts';
export { type Agent, Agents } from './network/agents.ts';
export { Hub } from './network/hub.ts';
export { Identities } from './network/identities.ts';
export { type Session, Sessions } from './session/sessions.ts';
export { readEvidence } from './verdict/evidence.ts';
export { paymentsFor } from './verdict/payments.ts';
export { SlotQueue } from './watch/slot-queue.ts';
export { SlotValues } from './watch/slot-values.ts';
export { type SlotChallenges, Slots } from './watch/slots.ts';
export { Watches } from './watch/watches.ts';
export { type ChallengeRooms, type ChallengeRoomsOptions, openChallengeRooms } from './wiring/challenge-rooms.ts';
