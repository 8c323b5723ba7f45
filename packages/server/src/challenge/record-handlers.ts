import { recordRoutes, ServiceError } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import { userAccount } from '../ledger/accounts.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { defaultFuel, fuelOf } from '../ledger/fuel.ts';
import { balance, type Entry, history } from '../ledger/transfers.ts';
import { readEvidence } from './endings.ts';
import * as store from './store.ts';

const defaultPage = 50;
const runningSeconds = 2;
const iso = (ms: number) => new Date(ms).toISOString();

const writeCursor = ({ at, reason }: Entry) => Buffer.from(JSON.stringify([at, reason])).toString('base64url');
const readCursor = (cursor: string): Pick<Entry, 'at' | 'reason'> => {
  try {
    const [at, reason] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown];
    if (Number.isSafeInteger(at) && typeof reason === 'string') return { at: at as number, reason };
  } catch {
    // Not one of ours: refused below like any other.
  }
  throw new ServiceError('invalid_field', {
    field: 'cursor',
    problem: 'must be the next_cursor of the previous reply',
  });
};

export const recordHandlers = ({ db, now, proofType: typeOf }: Pick<Context, 'db' | 'now' | 'proofType'>) =>
  handlersFor(recordRoutes, {
    'challenge-history': async ({ body, proofType }) => {
      const filter = { proofType: proofType.id, proverId: body.prover, payer: body.payer?.toLowerCase() };
      const rows = await store.pageChallenges(db, filter, body.skip ?? 0, body.limit ?? defaultPage);
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
      const evidence = await readEvidence(db, challenge, async () => null);
      if (!evidence) throw new ServiceError('challenge_running', { ...known, seconds: runningSeconds }, runningSeconds);
      return { result: evidence };
    },

    'my-balance': async ({ body, session }) => {
      const account = userAccount(session.keyType, session.publicKey);
      const limit = body.limit ?? defaultPage;
      const before = body.cursor === undefined ? undefined : readCursor(body.cursor);
      const entries = await history(db, account, { limit, before });
      const last = entries.at(-1);
      return {
        result: {
          points: fromMillionths(await balance(db, account)),
          fuel: fromMillionths(await fuelOf(db, defaultFuel, account, now())),
          entries: entries.map((it) => ({ at: iso(it.at), points: fromMillionths(it.amount), reason: it.memo })),
          next_cursor: last && entries.length === limit ? writeCursor(last) : null,
        },
      };
    },
  });
