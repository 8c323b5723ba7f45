import { type Static, Type } from '@trigpoint/schema';
import { AgentId, KeyTypeName, serviceNames, statementKind, Time } from './statement.ts';

/** How long a description holds at most; agents sign a new one well before. */
export const descriptionMaxMs = 30 * 24 * 3_600_000;
/** Known claims, as JSON. */
export const claimsMaxBytes = 2_048;

const Description = Type.Object(
  {
    ...serviceNames,
    proof_type: Type.String({ minLength: 1, maxLength: 32 }),
    role: Type.Union([Type.Literal('prover'), Type.Literal('challenger')]),
    agent: AgentId,
    key_type: KeyTypeName,
    public_key: Type.String({ minLength: 1, maxLength: 120 }),
    /** `<keyType>:<publicKey>` of whoever answers for it; its own key where it names nobody else. */
    owner: Type.String({ pattern: '^(ethereum|solana):[!-~]{1,120}$' }),
    /** The known claims of its proof type; a place is latitude and longitude in degrees, radius in km is its precision. */
    claims: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 1024 })),
    /** Challengers: where provers reach it. */
    endpoint: Type.Union([
      Type.Object({
        address: Type.String({ minLength: 2, maxLength: 64 }),
        port: Type.Integer({ minimum: 1, maximum: 65_535 }),
      }),
      Type.Null(),
    ]),
    /** Ed25519, in hex, with which it cosigns checkpoints of the log; empty where it does not. */
    witness_key: Type.String({ pattern: '^([0-9a-f]{64})?$' }),
    agent_version: Type.String({ minLength: 1, maxLength: 64 }),
    from: Time,
    until: Time,
  },
  { additionalProperties: false },
);
export type Description = Static<typeof Description>;

/** What an agent says of itself. Where it stands decides what its readings mean, so it signs for that. */
export const description = statementKind('description', 2, Description, 8_192);
