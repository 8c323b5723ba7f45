import type { ProofType } from '@trigpoint/proofs';
import { fewestAsked } from '@trigpoint/proofs/registry';
import { type Fields, isObject } from './fields.ts';

type ReadBody = (body: Fields, proofType: Pick<ProofType, 'claims'>) => Fields;

/** Changes the body of every operation from what older clients send to what the operation expects. */
export const readOlderBody: ReadBody = (body) => {
  const { challenge_id: id, reward_per_submission: reward } = body;
  return {
    ...body,
    // JSON.parse rounds larger numbers. A rounded id could name somebody else's challenge, so it is refused later as no string.
    ...(Number.isSafeInteger(id) ? { challenge_id: String(id) } : {}),
    ...(reward !== undefined && body.reward_per_task === undefined ? { reward_per_task: reward } : {}),
  };
};

const plainDecimal = /^\d+(\.\d+)?(e\d{1,2})?$/i;

/** Older clients claim a radius above our maximum to say "anywhere". Our maximum means the same. */
const clampRadius = (radius: unknown, { claims }: Pick<ProofType, 'claims'>): unknown => {
  const most = claims.find((it) => it.name === 'radius')?.max;
  return most !== undefined && plainDecimal.test(String(radius)) && Number(radius) > most ? most : radius;
};

const readClaims = (claims: Fields, proofType: Pick<ProofType, 'claims'>): Fields =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, String(value)];
      const isScalar = typeof value === 'number' || typeof value === 'string';
      return [name, name === 'radius' && isScalar ? clampRadius(value, proofType) : value];
    }),
  );

/** For older clients null means that a field is absent. */
const readPreLogin: ReadBody = (body, proofType) => {
  const { claims, ...said } = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  if (claims === undefined) return said;
  return { ...said, claims: isObject(claims) ? readClaims(claims, proofType) : claims };
};

/**
 * Older clients ask for one or two challengers, too few to verify anything, and allow all of them to fail. The handler raises
 * the number to the fewest that can give a verdict. This function lowers the tolerance so that at least one must answer.
 */
const readRequest: ReadBody = (body) => {
  const { proverId, challengerCount, tolerance_count: count, ...said } = body;
  const prover = said.prover ?? proverId;
  const asked = said.number_of_challengers ?? challengerCount;
  const tolerance = said.tolerance ?? count;
  const isCount = Number.isSafeInteger(asked);
  const challengers = isCount ? Math.max(asked as number, 1) : asked;
  const most = Math.max(Number(challengers), fewestAsked) - 1;
  return {
    ...said,
    ...(prover === undefined ? {} : { prover }),
    ...(challengers === undefined ? {} : { number_of_challengers: challengers }),
    ...(tolerance === undefined
      ? {}
      : { tolerance: isCount && Number.isSafeInteger(tolerance) ? Math.min(tolerance as number, most) : tolerance }),
  };
};

/** Older clients name no scopes. Their keys get the scopes for what these clients do: ask, read, and run campaigns. */
const readNewKey: ReadBody = ({ name, label, ...said }) => ({
  scopes: ['ask', 'campaigns', 'read'],
  ...said,
  name: name ?? label ?? 'api key',
});

/** Changes to the bodies of single operations, by the name that was called. */
export const bodies: Readonly<Record<string, ReadBody>> = {
  'pre-login': readPreLogin,
  login: (body) =>
    typeof body.signature === 'string' ? { ...body, signature: body.signature.replace(/^0x0x/, '0x') } : body,
  'challenge-request': readRequest,
  'create-apikey': readNewKey,
  'delete-apikey': ({ id, apikey_id: older }) => ({ id: id ?? older }),
  'all-campaigns': (body) => ({ limit: 1_000, ...body }),
  'all-provers': (body) => ({ limit: 1_000, ...body }),
  'accept-photo': ({ photo }) => ({ photo_id: photo, accept: true }),
};
