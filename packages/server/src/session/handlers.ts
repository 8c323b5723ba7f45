import { ClaimError, checkClaims, type ProofType } from '@trigpoint/proofs';
import { claimsMaxBytes, invalidField, sessionRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import { iso } from '../times.ts';

const maxClaims = 64;

/** Claims travel as strings or numbers and are kept as strings. The proof type checks the claims that it knows. */
const readClaims = (claims: Record<string, string | number>, proofType: ProofType): Record<string, string> => {
  const entries = Object.entries(claims);
  if (entries.length > maxClaims) throw invalidField('claims', `must have at most ${maxClaims} names`);
  for (const [name] of entries)
    if (name.length > 128) throw invalidField('claims', 'must have names of at most 128 characters');
  const kept = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  if (Buffer.byteLength(JSON.stringify(kept)) > claimsMaxBytes)
    throw invalidField('claims', `must have at most ${claimsMaxBytes} bytes as JSON`);
  try {
    checkClaims(proofType, kept);
  } catch (error) {
    if (error instanceof ClaimError) throw invalidField(`claims.${error.claim}`, error.message);
    throw error;
  }
  return kept;
};

export const sessionHandlers = ({ sessions, agents }: Pick<Context, 'sessions' | 'agents'>) =>
  handlersFor(sessionRoutes, {
    'pre-login': async (call) => {
      const { body, proofType } = call;
      const { token, message } = await sessions.begin({
        publicKey: body.publicKey,
        keyType: body.keyType,
        role: body.role,
        proofType: proofType.id,
        proofTypeTitle: `${proofType.title} (${proofType.id})`,
        projectName: body.projectName ?? '',
        projectPublicKey: body.projectPublicKey ?? '',
        walletPublicKey: { ...body.walletPublicKey },
        claims: readClaims(body.claims ?? {}, proofType),
        site: call.site,
        userAgent: call.userAgent.slice(0, 256),
        address: call.address,
      });
      call.setCookie(token, sessions.lifetimes.preLoginMs);
      return { result: { message } };
    },

    login: async (call) => {
      await sessions.complete(call.token, call.body.signature, call.proofType.id);
      call.setCookie(call.token as string, sessions.lifetimes.sessionMs);
      return { result: { success: true } };
    },

    logout: async (call) => {
      await sessions.end(call.session);
      call.clearCookie();
      return { result: { success: true } };
    },

    'user-info': async ({ session }) => ({
      result: {
        publicKey: session.publicKey,
        keyType: session.keyType,
        role: session.role,
        proof_type: session.proofType,
        projectName: session.projectName,
        projectPublicKey: session.projectPublicKey,
        walletPublicKey: session.walletPublicKey,
        claims: session.claims,
        expires_at: iso(session.expiresAt),
        decides_admissions: agents.admissions?.isOperator(session.publicKey) ?? false,
      },
    }),

    sessions: async ({ session }) => ({
      result: {
        sessions: (await sessions.list(session)).map((it) => ({
          id: it.publicId,
          role: it.role,
          proof_type: it.proofType,
          created_at: iso(it.createdAt),
          last_used_at: iso(it.usedAt),
          expires_at: iso(it.expiresAt),
          user_agent: it.userAgent,
          current: it.tokenHash === session.tokenHash,
        })),
      },
    }),

    'revoke-session': async ({ session, body }) => {
      const revoked = await sessions.revoke(session, body.session_id);
      if (body.session_id !== undefined && revoked === 0)
        throw invalidField('session_id', 'is not the id of one of your sessions');
      return { result: { success: true, revoked } };
    },
  });
