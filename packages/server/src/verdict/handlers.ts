import { invalidField, recordRoutes, ServiceError } from '@trigpoint/protocol';
import * as store from '../challenge/store.ts';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import { userAccount } from '../ledger/accounts.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { defaultFuel } from '../ledger/fuel.ts';
import { readStatement, WrongCursor } from '../ledger/statements.ts';
import { readPayments } from './payments.ts';
import { pageChallenges } from './store.ts';
import { readEvidence } from './transcripts.ts';

const defaultPage = 50;
const runningSeconds = 2;
const iso = (ms: number) => new Date(ms).toISOString();

export const recordHandlers = ({
  db,
  now,
  proofType: typeOf,
  calibrationData,
}: Pick<Context, 'db' | 'now' | 'proofType' | 'calibrationData'>) =>
  handlersFor(recordRoutes, {
    'challenge-history': async ({ body, proofType }) => {
      const filter = {
        proofType: proofType.id,
        id: body.challenge_id,
        proverId: body.prover,
        payer: body.payer?.toLowerCase(),
      };
      const rows = await pageChallenges(db, filter, body.skip ?? 0, body.limit ?? defaultPage);
      const { decode, parameters } = typeOf(proofType.id);
      return {
        result: {
          challenges: rows.map((it) => ({
            id: it.id,
            state: it.state,
            challenge_start_time: iso(it.submittedAt),
            challenge_end_time: iso(it.endedAt ?? it.deadline),
            prover: it.proverId,
            payer: it.payer,
            parameters: parameters(decode(it.info)),
            verified: it.verdict?.verified ?? '',
            reason: it.verdict?.reason ?? '',
            result: it.verdict?.result ?? {},
          })),
        },
      };
    },

    'challenge-evidence': async ({ body, proofType }) => {
      const challenge = await store.findChallenge(db, body.challenge_id);
      const known = { challenge_id: body.challenge_id.slice(0, 78) };
      if (challenge?.proofType !== proofType.id) throw new ServiceError('challenge_not_found', known);
      const evidence = await readEvidence(db, challenge, calibrationData);
      if (!evidence) throw new ServiceError('challenge_running', { ...known, seconds: runningSeconds }, runningSeconds);
      return { result: evidence };
    },

    'challenge-payments': async ({ body, proofType }) => {
      const challenge = await store.findChallenge(db, body.challenge_id);
      if (challenge?.proofType !== proofType.id)
        throw new ServiceError('challenge_not_found', { challenge_id: body.challenge_id.slice(0, 78) });
      const payments = await readPayments(db, challenge.id);
      return {
        result: {
          points: fromMillionths(payments.reduce((sum, it) => sum + it.amount, 0)),
          payments: payments.map((it) => ({
            challenger: it.challengerId,
            points: fromMillionths(it.amount),
            reason: it.memo,
          })),
        },
      };
    },

    'my-balance': async ({ body, session }) => {
      const account = userAccount(session.keyType, session.publicKey);
      const { limit = defaultPage, cursor } = body;
      try {
        const statement = await readStatement(db, defaultFuel, account, { limit, cursor, now: now() });
        return {
          result: {
            points: fromMillionths(statement.points),
            earned_in_7_days: fromMillionths(statement.earnedInWeek),
            fuel: fromMillionths(statement.fuel),
            entries: statement.entries.map((it) => ({
              at: iso(it.at),
              points: fromMillionths(it.amount),
              reason: it.memo,
            })),
            next_cursor: statement.next ?? null,
          },
        };
      } catch (error) {
        if (error instanceof WrongCursor) throw invalidField('cursor', 'must be the next_cursor of the previous reply');
        throw error;
      }
    },
  });
