import { ServiceError, verdictRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import { streamed } from '../http/streamed.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { streamEvidence } from './evidence.ts';
import { readPayments } from './payments.ts';

const runningSeconds = 2;

export const verdictHandlers = ({
  db,
  challenges,
  calibrationPieces,
  publicLog,
  witnesses,
}: Pick<Context, 'db' | 'challenges' | 'calibrationPieces' | 'publicLog' | 'witnesses'>) =>
  handlersFor(verdictRoutes, {
    'challenge-evidence': async ({ body, proofType }) => {
      const challenge = await challenges.find(proofType.id, body.challenge_id);
      // Beside the transcript, because its hash is what the entry says.
      const log = async () => publicLog.prove(`transcript:${challenge.id}`, await witnesses.cosigned());
      const evidence = await streamEvidence(db, challenge, calibrationPieces, log);
      if (evidence) return streamed(evidence);
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
