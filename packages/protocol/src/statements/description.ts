import { type Static, Type } from '@trigpoint/schema';
import { AgentId, KeyTypeName, Party, type ServiceName, serviceNames, statementKind, Time } from './statement.ts';

/** How long a description holds at most. Agents sign a new one well before. */
export const descriptionMaxMs = 30 * 24 * 3_600_000;
/** The longest known claims, as JSON. */
export const claimsMaxBytes = 2_048;
/** The longest text of a description. */
export const descriptionMaxChars = 8_192;
/** A description holds from a day before it is signed, because the agent's clock may be ahead of the service's. */
const clocksDifferMs = 24 * 3_600_000;

const Description = Type.Object(
  {
    ...serviceNames,
    proof_type: Type.String({ minLength: 1, maxLength: 32 }),
    role: Type.Union([Type.Literal('prover'), Type.Literal('challenger')]),
    agent: AgentId,
    key_type: KeyTypeName,
    public_key: Type.String({ minLength: 1, maxLength: 120 }),
    /** The owner, as `<keyType>:<publicKey>`. It is the agent's own key if the agent names nobody else. */
    owner: Party,
    /** The claims that its proof type knows. A place is latitude and longitude in degrees; radius, in km, is its precision. */
    claims: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 1024 })),
    /** Where provers reach a challenger. Null for provers. */
    endpoint: Type.Union([
      Type.Object({
        address: Type.String({ minLength: 2, maxLength: 64 }),
        port: Type.Integer({ minimum: 1, maximum: 65_535 }),
      }),
      Type.Null(),
    ]),
    /** The Ed25519 key, in hex, with which it cosigns checkpoints of the log. Empty if it is no witness. */
    witness_key: Type.String({ pattern: '^([0-9a-f]{64})?$' }),
    agent_version: Type.String({ minLength: 1, maxLength: 64 }),
    from: Time,
    until: Time,
  },
  { additionalProperties: false },
);
export type Description = Static<typeof Description>;

/** What an agent says about itself. It signs it, because its stated place decides what its readings mean. */
export const description = statementKind('description', 2, Description, descriptionMaxChars);

/** A key as statements name it: with its type before it. */
export const partyOf = ({ keyType, publicKey }: { readonly keyType: string; readonly publicKey: string }): string =>
  `${keyType}:${publicKey}`;

/** The text of an agent's description. What it says about the service comes from the greeting, everything else from the agent. */
export const describeAgent = (it: {
  readonly greeting: ServiceName & { readonly agent_id: string; readonly address: string };
  readonly proofType: string;
  readonly role: Description['role'];
  readonly keyType: Description['key_type'];
  readonly publicKey: string;
  /** The owner. It is the agent's own key unless given. */
  readonly owner?: string | undefined;
  readonly claims: Readonly<Record<string, string>>;
  readonly udp?: { readonly address?: string; readonly port: number } | undefined;
  readonly witnessKey?: string | undefined;
  readonly version: string;
  readonly now: number;
}): string => {
  const { service, chain_id, contract, agent_id, address } = it.greeting;
  const from = it.now - clocksDifferMs;
  return description.compose({
    ...{ service, chain_id, contract, agent: agent_id, proof_type: it.proofType, role: it.role },
    ...{ key_type: it.keyType, public_key: it.publicKey, owner: it.owner ?? partyOf(it), claims: { ...it.claims } },
    endpoint: it.udp ? { address: it.udp.address ?? address, port: it.udp.port } : null,
    witness_key: it.witnessKey ?? '',
    agent_version: it.version,
    from: new Date(from).toISOString(),
    until: new Date(from + descriptionMaxMs).toISOString(),
  });
};
