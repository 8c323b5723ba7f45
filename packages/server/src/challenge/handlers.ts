import { challengeRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export const challengeHandlers = ({ challenges }: Pick<Context, 'challenges'>) =>
  handlersFor(challengeRoutes, {
    'challenge-request-dcl': async ({ body, proofType, session }) => {
      const id = body.challenge_id;
      const state = await challenges.accept(proofType, id, `${session.keyType}:${session.publicKey}`);
      return { result: { challenge_id: id, challenge_status: state } };
    },

    'challenge-status-dcl': async ({ body, proofType }) => {
      const { challenge, ask } = await challenges.find(proofType, body.challenge_id);
      const { verdict } = challenge;
      return {
        id: challenge.id,
        challenge_start_time: iso(challenge.submittedAt),
        challenge_end_time: iso(challenge.endedAt ?? challenge.deadline),
        state: challenge.state,
        challenge_parameters: {
          ...proofType.parameters(ask),
          number_of_challengers: ask.challengers,
          tolerance: String(ask.tolerance),
          prover: ask.prover,
          ip_version: ask.isIPv6 ? '6' : '4',
        },
        consolidated_result: verdict ? { ...verdict.result, verified: verdict.verified, reason: verdict.reason } : {},
        prover: { id: challenge.proverId, claims: challenge.proverClaims },
      };
    },
  });
