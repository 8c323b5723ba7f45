/** The service taken apart, for proofs and benches that put the parts together under a clock and agents of their own. */
export { listAssignments } from './challenge/assignment-store.ts';
export { Choices } from './challenge/choices.ts';
export { Coordinator, deadlineOf } from './challenge/coordinator.ts';
export { openDesk } from './challenge/desk.ts';
export { Endings, readEvidence } from './challenge/endings.ts';
export { Events } from './challenge/events.ts';
export { Readings } from './challenge/readings.ts';
export { type ChallengeRow, findChallenge, insertChallenge } from './challenge/store.ts';
export { Agents } from './network/agents.ts';
export type { Desk } from './network/hub.ts';
export type { Agent } from './network/store.ts';
