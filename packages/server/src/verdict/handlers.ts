import { transcriptEntryId } from '@trigpoint/log';
import { serviceError, verdictRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor, streamed } from '../http/handler.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { attest, attestable, runningSeconds } from './attestations.ts';
import { streamEvidence } from './evidence.ts';
import { readPayments } from './payments.ts';

export const verdictHandlers = ({
  db,
  challenges,
  calibrationPieces,
  publicLog,
  witnesses,
  attester,
}: Pick<Context, 'db' | 'challenges' | 'calibrationPieces' | 'publicLog' | 'witnesses' | 'attester'>) =>
  handlersFor(verdictRoutes, {
    'challenge-evidence': async ({ body, proofType }) => {
      const challenge = await challenges.find(proofType.id, body.challenge_id);
      // The proof stands beside the transcript. It cannot be inside, because the log entry has the transcript's hash.
      const log = async () => publicLog.prove(transcriptEntryId(challenge.id), await witnesses.cosigned());
      const evidence = await streamEvidence(db, challenge, calibrationPieces, log);
      if (evidence) return streamed(evidence);
      const details = { challenge_id: challenge.id, seconds: runningSeconds };
      throw serviceError('challenge_running', details, runningSeconds);
    },

    'challenge-attestation': async ({ body: { challenge_id, format }, proofType }) => {
      const challenge = await challenges.find(proofType.id, challenge_id);
      const statement = await attestable({ db, publicLog }, proofType, challenge);
      const attestation = await attest(format, statement, attester);
      if (attestation === undefined) throw serviceError('not_about_a_place', { proof_type: proofType.id });
      return { result: { format, attestation } };
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
