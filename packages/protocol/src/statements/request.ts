import { type Static, Type } from '@trigpoint/schema';
import { Hash, Party, serviceNames, statementKind, Time } from './statement.ts';

const DirectRequest = Type.Object(
  {
    ...serviceNames,
    payer: Party,
    proof_type: Type.String({ pattern: '^[a-z0-9-]{1,32}$' }),
    /** Of what is asked, as it would stand on a chain. */
    ask_hash: Hash,
    /** Of the nonce that the payer tells after the acceptance is public; null where the payer has none. */
    nonce_hash: Type.Union([Hash, Type.Null()]),
    /** How many entries the payer saw in the log: whatever the challenge rests on was there before the request. */
    log_size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    expires_at: Time,
    /** Makes two requests for the same thing two requests. */
    salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  },
  { additionalProperties: false },
);
export type DirectRequest = Static<typeof DirectRequest>;

/** A payer asks at the service, without a chain. The id of the challenge follows from this text. */
export const directRequest = statementKind('request', 1, DirectRequest, 1_024);
