import { Compile, type Static, type TSchema, Type } from '@trigpoint/schema';
import { MeasurementContext } from './measurement-context.ts';
import { consentMaxChars } from './statements/consent.ts';
import { delegationMaxChars } from './statements/delegation.ts';
import { descriptionMaxChars } from './statements/description.ts';
import { serviceNames } from './statements/statement.ts';
import { askMaxBytes } from './wire-texts.ts';

/**
 * What travels on the agents' socket, `GET /proof/v1/{proof_type}/ws`, as JSON text frames. The session (cookie or
 * Bearer) says who speaks and in which role; messages never do.
 *
 * Everything may be said twice. A task is known by (challenge_id, attempt, challenger). The agent keeps a reading, and sends it again
 * on every connection until `recorded` answers it. `welcome` names the tasks that are still open. So after a broken connection or a
 * restart both sides agree without further questions.
 *
 *   agent                              hub
 *                               ←      greeting (who the service is, and how it sees the agent)
 *   hello (who the agent is)    →
 *                               ←      endpoint_check (challengers; not on development networks)
 *                               ←      welcome (tasks still open)
 *                               ←      admission (challengers only; again when it changes)
 *                               ←      consent_wanted (provers only; for each request that waits for it)
 *   consent | no_consent        →
 *                               ←      task | mesh
 *   accepted | declined         →
 *   reading (challengers only)  →
 *                               ←      recorded
 *                               ←      cosign (challengers on the panel of the day)
 *   cosignature | cosign_refused →
 *                               ←      cancel | reconnect, at any time
 */
export const agentSocketPath = (proofType: string): string => `/proof/v1/${proofType}/ws`;

/** The longest frame that the hub reads. A reading of 4096 round trips is about 40 KiB; this leaves room for the escapes. */
export const agentMessageMaxBytes = 256 * 1024;
/** The longest frame that an agent reads: a welcome with as many open tasks as it may hold, each with the longest ask. */
export const hubMessageMaxBytes = 16 * 1024 * 1024;
/** The longest text an agent signs as one reading. */
export const readingMaxChars = 120 * 1024;
/** How often agents ping. A hub or an agent that heard nothing for twice as long ends the connection. */
export const agentPingMs = 30_000;
/** Why the hub closes a socket, so that the agent knows whether to come back. */
export const agentCloseCodes = {
  /** Another connection of the same key and role has taken its place. The agent must stay away, or the two would chase each other. */
  replaced: 4001,
  /** The session has ended. The agent logs in again and connects. */
  sessionEnded: 4002,
  /** The agent sent a frame that is no message of this protocol. */
  malformed: 4003,
  /** The agent sends faster, or reads more slowly, than an agent needs to. */
  overrun: 4004,
} as const;
/** How many tasks one agent may have open at a time, whatever capacity it names. */
export const agentCapacityMax = 256;

const Id = Type.String({ minLength: 1, maxLength: 128 });
const AgentId = Type.String({ pattern: '^IPv[46]/.{1,120}$', maxLength: 128 });
const Attempt = Type.Integer({ minimum: 1, maximum: 1000 });
const Token = Type.String({ minLength: 16, maxLength: 128 });
const Claims = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 1024 }));
const Port = Type.Integer({ minimum: 1, maximum: 65_535 });
const Address = Type.String({ minLength: 2, maxLength: 64 });

const WireEndpoint = Type.Object({ address: Address, port: Port });

const WireParty = Type.Object({
  id: AgentId,
  key_type: Type.Union([Type.Literal('ethereum'), Type.Literal('solana')]),
  public_key: Type.String({ minLength: 1, maxLength: 120 }),
  claims: Claims,
});

/** One measurement, the same for both ends. */
export const WireTask = Type.Object({
  challenge_id: Id,
  attempt: Attempt,
  proof_type: Type.String({ minLength: 1, maxLength: 32 }),
  /** challengeInfo exactly as on chain; the proof type decodes it. */
  ask: Type.String({ pattern: '^0x([0-9a-f]{2})*$', maxLength: 2 + 2 * askMaxBytes }),
  prover: WireParty,
  challenger: Type.Intersect([WireParty, Type.Object({ endpoint: WireEndpoint })]),
  /** Both ends sign it. An agent checks that it names the service that the agent is connected to, and this ask. */
  context: MeasurementContext,
  /** 16 bytes that start every datagram of this measurement. */
  tag: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  /** What is left of the measurement's time when the message leaves; clocks are not compared. */
  budget_ms: Type.Integer({ minimum: 0, maximum: 600_000 }),
});
export type WireTask = Static<typeof WireTask>;

const Role = Type.Union([Type.Literal('prover'), Type.Literal('challenger')]);

/** A task and what makes it this agent's: its role in it, and a one-time token that its reading must carry. */
const taskFields = { role: Role, task: WireTask, token: Token };

const Signature = Type.String({ minLength: 1, maxLength: 512 });

const hubSchemas = {
  /** The first message on a connection. It has what the agent needs to sign its description. */
  greeting: Type.Object({
    type: Type.Literal('greeting'),
    ...serviceNames,
    agent_id: AgentId,
    /** The address the agent is seen at. */
    address: Address,
  }),
  /**
   * Sent if the hello names another address than the one that the agent is seen at. The service knocks there, and the agent answers
   * datagrams with this tag. Without this check anybody could make provers dial somebody else.
   */
  endpoint_check: Type.Object({ type: Type.Literal('endpoint_check'), tag: WireTask.properties.tag }),
  welcome: Type.Object({
    type: Type.Literal('welcome'),
    agent_id: AgentId,
    /** Every task of this agent that is still open, with what is left of its budget. */
    resume_tasks: Type.Array(
      Type.Object({ type: Type.Union([Type.Literal('task'), Type.Literal('mesh')]), ...taskFields }),
      { maxItems: agentCapacityMax },
    ),
  }),
  /**
   * To provers: somebody asked for a challenge. Without the prover's consent nobody is drawn for it. The service asks again until the
   * prover answers or the request expires, so a prover that is busy need not answer.
   */
  consent_wanted: Type.Object({
    type: Type.Literal('consent_wanted'),
    challenge_id: Id,
    ask: WireTask.properties.ask,
    /** Who asked for the challenge. Provers share their bytes per day among payers. */
    payer: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  task: Type.Object({ type: Type.Literal('task'), ...taskFields }),
  /** A task in which challengers measure each other. Nobody pays for it or judges it. It is kept for calibration. */
  mesh: Type.Object({ type: Type.Literal('mesh'), ...taskFields }),
  /** The answer to a reading. The agent may forget the reading now. A refusal says why, for the agent's owner. */
  recorded: Type.Object({
    type: Type.Literal('recorded'),
    challenge_id: Id,
    attempt: Attempt,
    accepted: Type.Boolean(),
    code: Type.String({ maxLength: 64 }),
    message: Type.String({ maxLength: 1024 }),
  }),
  /** The agent stops every task of this attempt. No reading is expected. */
  cancel: Type.Object({ type: Type.Literal('cancel'), challenge_id: Id, attempt: Attempt }),
  /** To challengers, after the welcome and when it changes: whether they may be drawn, why, and what would admit them. */
  admission: Type.Object({
    type: Type.Literal('admission'),
    status: Type.Union([Type.Literal('candidate'), Type.Literal('admitted'), Type.Literal('set_aside')]),
    reason: Type.String({ maxLength: 1024 }),
    /** The command with which an operator admits the challenger. Empty if none is needed. */
    operator_types: Type.String({ maxLength: 512 }),
  }),
  /** To challengers on the day's panel: cosign this checkpoint of the log, if it continues the last one that you cosigned. */
  cosign: Type.Object({
    type: Type.Literal('cosign'),
    checkpoint: Type.String({ minLength: 1, maxLength: 4096 }),
    /**
     * The witness's own leaf in the newest eligible tree of this checkpoint: the index of the tree's entry, and the part of the
     * tree.
     */
    leaf: Type.Optional(
      Type.Object({ tree_index: Type.Integer({ minimum: 0 }), part: Type.Record(Type.String(), Type.Unknown()) }),
    ),
  }),
  /** This node is going away. The agent connects again after `after_ms` and a random time, to whatever node answers. */
  reconnect: Type.Object({
    type: Type.Literal('reconnect'),
    after_ms: Type.Integer({ minimum: 0, maximum: 600_000 }),
  }),
};

const agentSchemas = {
  hello: Type.Object({
    type: Type.Literal('hello'),
    /** The version of the agent's software. */
    version: Type.String({ minLength: 1, maxLength: 64 }),
    /**
     * Where provers reach a challenger. Without an address it is the one that the hub sees. It must be public and answer a knock
     * (`endpoint_check`). Provers leave the field out.
     */
    udp: Type.Optional(Type.Object({ address: Type.Optional(Address), port: Port })),
    /** How many tasks it takes at a time. */
    capacity: Type.Integer({ minimum: 1, maximum: agentCapacityMax }),
    /** The description that the agent signed. Its claims and its endpoint are those of this connection. */
    description: Type.Object({
      text: Type.String({ minLength: 2, maxLength: descriptionMaxChars }),
      signature: Signature,
    }),
    /** If the description names another owner than the agent's own key: the text that both have signed. */
    delegation: Type.Optional(
      Type.Object({
        text: Type.String({ minLength: 2, maxLength: delegationMaxChars }),
        owner_signature: Signature,
        agent_signature: Signature,
      }),
    ),
  }),
  /** The statement `consent` with the prover's signature. */
  consent: Type.Object({
    type: Type.Literal('consent'),
    challenge_id: Id,
    text: Type.String({ minLength: 2, maxLength: consentMaxChars }),
    signature: Signature,
  }),
  /** The prover will never consent to this challenge, which ends without a draw. */
  no_consent: Type.Object({
    type: Type.Literal('no_consent'),
    challenge_id: Id,
    reason: Type.String({ minLength: 1, maxLength: 256 }),
  }),
  /**
   * The agent has taken the task. The service does nothing with this message. It is known because agents send it, and an unknown
   * message ends the connection.
   */
  accepted: Type.Object({
    type: Type.Literal('accepted'),
    challenge_id: Id,
    attempt: Attempt,
    challenger: AgentId,
  }),
  /** The agent does not take the task: it is full or stopping, say, or does not know the proof type. Nobody is drawn in its place. */
  declined: Type.Object({
    type: Type.Literal('declined'),
    challenge_id: Id,
    attempt: Attempt,
    challenger: AgentId,
    reason: Type.String({ maxLength: 256 }),
  }),
  reading: Type.Object({
    type: Type.Literal('reading'),
    challenge_id: Id,
    attempt: Attempt,
    token: Token,
    /** The exact text that was signed (signed-texts.ts). */
    message: Type.String({ minLength: 2, maxLength: readingMaxChars }),
    signature: Signature,
  }),
  /** The cosignature as a line below the checkpoint of `size` entries, and the key to check it with. */
  cosignature: Type.Object({
    type: Type.Literal('cosignature'),
    size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    vkey: Type.String({ minLength: 1, maxLength: 512 }),
    line: Type.String({ minLength: 1, maxLength: 1024 }),
  }),
  /** The challenger does not cosign, and why. */
  cosign_refused: Type.Object({
    type: Type.Literal('cosign_refused'),
    reason: Type.String({ minLength: 1, maxLength: 512 }),
  }),
};

type Messages<T extends Record<string, TSchema>> = { [K in keyof T]: Static<T[K]> }[keyof T];
export type HubMessage = Messages<typeof hubSchemas>;
export type AgentMessage = Messages<typeof agentSchemas>;
export type HubMessageOf<T extends HubMessage['type']> = Extract<HubMessage, { type: T }>;
export type AgentMessageOf<T extends AgentMessage['type']> = Extract<AgentMessage, { type: T }>;
export type Greeting = Omit<HubMessageOf<'greeting'>, 'type'>;
export type TaskMessage = HubMessageOf<'task' | 'mesh'>;

/** The key of one task, in maps and logs on both sides. */
export const taskKey = (task: Pick<WireTask, 'challenge_id' | 'attempt' | 'challenger'>): string =>
  `${task.challenge_id}/${task.attempt}/${task.challenger.id}`;

/** A frame that is no message of this protocol. The error's message may be shown to whoever sent the frame. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** The hub reads what agents say. Throws `MessageError`. */
export const readAgentMessage = (frame: string): AgentMessage =>
  read(agentSchemas, frame, agentMessageMaxBytes) as AgentMessage;

/** An agent reads what the hub says. Throws `MessageError`. */
export const readHubMessage = (frame: string): HubMessage => read(hubSchemas, frame, hubMessageMaxBytes) as HubMessage;

export const writeMessage = (message: HubMessage | AgentMessage): string => JSON.stringify(message);

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function read(schemas: Record<string, TSchema>, frame: string, maxBytes: number): unknown {
  if (frame.length > maxBytes) throw new MessageError(`A message of ${frame.length} bytes is too long.`);
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    throw new MessageError('A message is not JSON.');
  }
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  const schema = typeof type === 'string' && Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  if (!schema) throw new MessageError(`There is no message of type ${JSON.stringify(type)}.`);
  let validator = validators.get(schema);
  if (!validator) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  if (!validator.Check(value)) {
    const [first] = validator.Errors(value);
    throw new MessageError(`${String(type)}: ${first?.instancePath || '/'} ${first?.message ?? 'is malformed'}.`);
  }
  return value;
}
