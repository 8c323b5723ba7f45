import { ServiceError, verdictRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { readEvidence } from './evidence.ts';
import { readPayments } from './payments.ts';

const runningSeconds = 2;

export const verdictHandlers = ({
  db,
  challenges,
  calibrationData,
  publicLog,
  witnesses,
}: Pick<Context, 'db' | 'challenges' | 'calibrationData' | 'publicLog' | 'witnesses'>) =>
  handlersFor(verdictRoutes, {
    'challenge-evidence': async ({ body, proofType }) => {
      const challenge = await challenges.find(proofType.id, body.challenge_id);
      const evidence = await readEvidence(db, challenge, calibrationData);
      // Beside the transcript, because its hash is what the entry says.
      if (evidence) {
        const log = await publicLog.prove(`transcript:${challenge.id}`, await witnesses.cosigned());
        return { result: { ...evidence, log: log ?? null } };
      }
      const details = { challenge_id: challenge.id, seconds: runningSeconds };
      throw new ServiceError('challenge_running', details, runningSeconds);
    },

    'challenge-payments': async ({ body, proofType }) => {
      const challenge = await challenges.find(proofType.id, body.challenge_id);
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
  });
