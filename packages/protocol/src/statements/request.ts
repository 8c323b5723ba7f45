import { type Static, Type } from '@trigpoint/schema';
import { Hash, Party, serviceNames, statementKind, Time } from './statement.ts';

const DirectRequest = Type.Object(
  {
    ...serviceNames,
    payer: Party,
    proof_type: Type.String({ pattern: '^[a-z0-9-]{1,32}$' }),
    /** Hash of what is asked, encoded as on chain. */
    ask_hash: Hash,
    /** Hash of the nonce that the payer tells after the acceptance is public. Null if the payer has none. */
    nonce_hash: Type.Union([Hash, Type.Null()]),
    /** How many entries the payer saw in the log. It shows which entries were there before the request. */
    log_size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    expires_at: Time,
    /** Random, so that two requests for the same thing have different ids. */
    salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  },
  { additionalProperties: false },
);
export type DirectRequest = Static<typeof DirectRequest>;

/** A payer's request at the service, without a chain. The id of the challenge follows from this text. */
export const directRequest = statementKind('request', 1, DirectRequest, 1_024);
