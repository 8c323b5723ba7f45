/** The service taken apart, for proofs and benches that put the parts together under a clock and agents of their own. */
export { type Assignment, listAssignments } from './challenge/assignment-store.ts';
export { Challenges } from './challenge/challenges.ts';
export { deadlineOf } from './challenge/deadlines.ts';
export { Relay } from './challenge/relay.ts';
export { type ChallengeRow, findChallenge, insertChallenge, type NewChallenge, nextDue } from './challenge/store.ts';
export { readEvidence } from './challenge/transcripts.ts';
export { openWorks, type Works, type WorksOptions } from './challenge/works.ts';
export { applyMigrations, migrations } from './db/migrations.ts';
export { SqliteConnection } from './db/sqlite-connection.ts';
export { Agents } from './network/agents.ts';
export { NoticeBoard } from './network/notice-board.ts';
export type { Agent } from './network/store.ts';
