import { parseInclusion, transcriptEntryId } from '@trigpoint/log';
import { serviceError, verdictRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor, streamed } from '../http/handler.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { attest } from './attestations.ts';
import { readTranscript, streamEvidence } from './evidence.ts';
import { readPayments } from './payments.ts';
import { statementOf } from './statements.ts';

const runningSeconds = 2;

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
      const evidence = await readTranscript(db, challenge);
      const details = { challenge_id: challenge.id, seconds: runningSeconds };
      if (!evidence) throw serviceError('challenge_running', details, runningSeconds);
      if (evidence.transcript.verdict.verified !== 'true') throw serviceError('challenge_not_verified', details);
      const logged = await publicLog.prove(transcriptEntryId(challenge.id));
      if (!logged) throw serviceError('challenge_not_logged', details, runningSeconds);
      const log = { origin: publicLog.origin, index: parseInclusion(logged.proof).index };
      const statement = statementOf(proofType, evidence, log);
      if (!statement) throw serviceError('challenge_not_verified', details);
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
