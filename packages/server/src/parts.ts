/** The service taken apart, for proofs and benches that put the parts together under a clock and agents of their own. */

export { Challenges } from './challenge/challenges.ts';
export { deadlineOf } from './challenge/deadlines.ts';
export { type ChallengeRow, findChallenge, insertChallenge, type NewChallenge, nextDue } from './challenge/store.ts';
export { NoticeBoard } from './cluster/notice-board.ts';
export { Relay } from './cluster/relay.ts';
export { type Assignment, listAssignments } from './coordination/assignment-store.ts';
export { applyMigrations, migrations } from './db/migrations.ts';
export { SqliteConnection } from './db/sqlite-connection.ts';
export { Agents } from './network/agents.ts';
export type { Agent } from './network/store.ts';
export { readEvidence } from './verdict/transcripts.ts';
export { openWorks, type Works, type WorksOptions } from './wiring/challenge-rooms.ts';
