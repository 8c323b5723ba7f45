import { developmentWords, isDevelopment } from '@trigpoint/proofs';
import { challengeRoutes, plainAgentId } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { changedParts, handlersFor, listed } from '../http/handler.ts';
import { type ChallengeRow, parseChallengeId } from './challenges.ts';

const defaultPage = 50;
const iso = (ms: number) => new Date(ms).toISOString();

const isAwaited = ({ consentedAt, endedAt, declined }: ChallengeRow): boolean =>
  consentedAt === null && endedAt === null && declined === '';

export const challengeHandlers = ({ challenges, proofType: typeOf }: Pick<Context, 'challenges' | 'proofType'>) =>
  handlersFor(challengeRoutes, {
    'challenge-request-dcl': async ({ body, proofType, session }) => {
      const id = body.challenge_id;
      const state = await challenges.accept(proofType, id, `${session.keyType}:${session.publicKey}`);
      return { result: { challenge_id: id, challenge_status: state } };
    },

    'challenge-status-dcl': async ({ body, proofType }) => {
      parseChallengeId(body.challenge_id);
      const challenge = await challenges.find(proofType.id, body.challenge_id);
      const ask = proofType.decode(challenge.info);
      const { verdict } = challenge;
      const neverVerified = proofType.whyNeverVerified?.(ask);
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
          ...(isDevelopment(challenge.settings) ? { network: developmentWords } : {}),
          ...(neverVerified === undefined ? {} : { never_verified: neverVerified }),
          expires_at: iso(challenge.expiresAt),
          ...(challenge.consentedAt === null ? {} : { consented_at: iso(challenge.consentedAt) }),
          ...(isAwaited(challenge) ? { waits_for: 'the consent of the prover' } : {}),
        },
        consolidated_result: verdict ? { ...verdict.result, verified: verdict.verified, reason: verdict.reason } : {},
        prover: { id: challenge.proverId, claims: challenge.proverClaims },
      };
    },

    'challenge-history': async ({ body, proofType }) => {
      const { challenge_id: id, prover, payer, skip = 0, limit = defaultPage } = body;
      const proverId = prover && plainAgentId(prover);
      const filter = { proofType: proofType.id, id, proverId, payer: payer?.toLowerCase() };
      const { decode, parameters } = typeOf(proofType.id);
      const wire = (it: ChallengeRow) => ({
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
      });
      return listed('challenges', { parts: changedParts(challenges.page(filter, skip, limit).parts, wire) });
    },
  });
