import { developmentWords, isDevelopment } from '@trigpoint/proofs';
import { challengeRoutes, partyOf, plainAgentId, plainKey } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { changedParts, handlersFor, StreamedList, shortSkip } from '../http/handler.ts';
import { iso } from '../times.ts';
import { type ChallengeRow, checkChallengeId } from './challenges.ts';
import type { AskedDirectly, DirectRow } from './direct-requests.ts';
import { raisedCount, readNamedAsk } from './named-asks.ts';

const defaultPage = 50;

const isAwaited = ({ consentedAt, endedAt, declined }: ChallengeRow): boolean =>
  consentedAt === null && endedAt === null && declined === '';

const isNonceAwaited = ({ endedAt }: ChallengeRow, direct: DirectRow | undefined): boolean =>
  endedAt === null && direct?.nonce === '' && direct.acceptanceIndex !== null;

const seedFrom = { none: 'block', payer: 'payer', service: 'service' } as const satisfies Record<
  AskedDirectly['nonceBy'],
  string
>;

export const challengeHandlers = ({
  challenges,
  directRequests,
  proofType: typeOf,
  ...parts
}: Pick<Context, 'challenges' | 'directRequests' | 'proofType' | 'agents' | 'config'>) =>
  handlersFor(challengeRoutes, {
    'challenge-request': async ({ body, proofType, session, once }) => {
      const ask = async () => {
        const { number_of_challengers: count, ...asked } = body;
        const challengers = raisedCount(parts.config, count);
        const info = await readNamedAsk(parts, proofType, { ...asked, challengers });
        const { nonce_hash: nonceHash, timeout_seconds: seconds, request: signed } = body;
        const expiresInMs = seconds === undefined ? undefined : seconds * 1_000;
        return directRequests.ask(proofType, session, {
          ...{ info, signed, nonceHash, expiresInMs, once },
          raisedFrom: challengers !== count && asked.ask === undefined ? count : undefined,
        });
      };
      // A repeated request is looked up first, because the names in its body may stand for something else by now.
      const taken = (await directRequests.findRepeated(proofType, session, once)) ?? (await ask());
      return {
        result: {
          challenge_id: taken.id,
          challenge_status: taken.state,
          ask: taken.info,
          request: taken.text,
          seed_from: seedFrom[taken.nonceBy],
        },
      };
    },

    'challenge-reveal': async ({ body, proofType, session }) => {
      const id = body.challenge_id;
      const state = await directRequests.reveal(proofType.id, session, id, body.nonce);
      return { result: { challenge_id: id, challenge_status: state } };
    },

    'challenge-request-dcl': async ({ body, proofType, session }) => {
      const id = body.challenge_id;
      const state = await challenges.takeIn(proofType, id, partyOf(session));
      return { result: { challenge_id: id, challenge_status: state } };
    },

    'challenge-status-dcl': async ({ body, proofType }) => {
      checkChallengeId(body.challenge_id);
      const [challenge, direct] = await Promise.all([
        challenges.find(proofType.id, body.challenge_id),
        directRequests.find(body.challenge_id),
      ]);
      const ask = proofType.decode(challenge.info);
      const { verdict } = challenge;
      const { asked_challengers: raisedFrom } = challenge.settings;
      const neverVerified = proofType.whyNeverVerified?.(ask);
      return {
        id: challenge.id,
        challenge_start_time: iso(challenge.submittedAt),
        challenge_end_time: iso(challenge.endedAt ?? challenge.deadline),
        state: challenge.state,
        challenge_parameters: {
          ...proofType.parameters(ask),
          number_of_challengers: Number(raisedFrom ?? ask.challengers),
          ...(raisedFrom === undefined ? {} : { raised_to: ask.challengers }),
          tolerance: String(ask.tolerance),
          prover: ask.prover,
          ip_version: ask.isIPv6 ? '6' : '4',
          ...(isDevelopment(challenge.settings) ? { network: developmentWords } : {}),
          ...(neverVerified === undefined ? {} : { never_verified: neverVerified }),
          expires_at: iso(challenge.expiresAt),
          ...(challenge.consentedAt === null ? {} : { consented_at: iso(challenge.consentedAt) }),
          ...(isAwaited(challenge) ? { waits_for: 'the consent of the prover' } : {}),
          ...(direct ? { seed_from: seedFrom[direct.nonceBy] } : {}),
          ...(direct?.acceptanceIndex == null ? {} : { acceptance_index: direct.acceptanceIndex }),
          ...(isNonceAwaited(challenge, direct) ? { waits_for: 'the nonce of the payer' } : {}),
        },
        consolidated_result: verdict ? { ...verdict.result, verified: verdict.verified, reason: verdict.reason } : {},
        prover: { id: challenge.proverId, claims: challenge.proverClaims },
      };
    },

    'challenge-history': async ({ body, proofType }) => {
      const { challenge_id: id, prover, payer, skip = 0, limit = defaultPage } = body;
      const proverId = prover && plainAgentId(prover);
      const filter = { proofType: proofType.id, id, proverId, payer: payer && plainKey(payer) };
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
      const open = async () => ({ parts: changedParts(challenges.page(filter, skip, limit).parts, wire) });
      return new StreamedList('challenges', open, skip <= shortSkip) as never;
    },
  });
