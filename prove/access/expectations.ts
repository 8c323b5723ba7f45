import type { RouteName } from '@trigpoint/protocol';
import { campaignExpectations } from './campaign-expectations.ts';
import { challengeExpectations } from './challenge-expectations.ts';
import { directExpectations } from './direct-expectations.ts';
import type { Expectation } from './expectation.ts';
import { keyExpectations } from './key-expectations.ts';
import { ledgerExpectations } from './ledger-expectations.ts';
import { sessionExpectations } from './session-expectations.ts';
import { watchExpectations } from './watch-expectations.ts';
import { webhookExpectations } from './webhook-expectations.ts';

/** Who may do what with which object. An operation that is missing here does not compile, and is a violation. */
export const expectations: Readonly<Record<RouteName, Expectation<unknown>>> = {
  ...sessionExpectations,
  ...challengeExpectations,
  ...ledgerExpectations,
  ...campaignExpectations,
  ...keyExpectations,
  ...directExpectations,
  ...watchExpectations,
  ...webhookExpectations,
};
