import type { ReplyOf, routes } from '@trigpoint/protocol';

export type AgentDetail = ReplyOf<(typeof routes)['prover']>['result'];
