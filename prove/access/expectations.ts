import type { RouteName } from '@trigpoint/protocol';
import { campaignExpectations } from './campaign-expectations.ts';
import { challengeExpectations } from './challenge-expectations.ts';
import type { Expectation } from './expectation.ts';
import { ledgerExpectations } from './ledger-expectations.ts';
import { sessionExpectations } from './session-expectations.ts';

/** Who may do what with which object. An operation that is missing here does not compile, and is a violation. */
export const expectations: Readonly<Record<RouteName, Expectation<unknown>>> = {
  ...sessionExpectations,
  ...challengeExpectations,
  ...ledgerExpectations,
  ...campaignExpectations,
};
