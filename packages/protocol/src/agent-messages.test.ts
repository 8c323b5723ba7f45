import { expect, test } from 'vitest';
import {
  type AgentMessage,
  agentCapacityMax,
  agentMessageMaxBytes,
  agentSocketPath,
  type HubMessage,
  hubMessageMaxBytes,
  MessageError,
  readAgentMessage,
  readHubMessage,
  readingMaxChars,
  taskKey,
  type WireTask,
  writeMessage,
} from './agent-messages.ts';
import { askMaxBytes } from './wire-texts.ts';

const party = (n: number) => ({
  id: `IPv4/0x${String(n).repeat(40)}`,
  key_type: 'ethereum' as const,
  public_key: `0x${String(n).repeat(40)}`,
  claims: { latitude: '48.2', longitude: '16.4' },
});
const context = {
  ...{ service: 'ab'.repeat(32), chain_id: 31337, contract: 'none', ask_hash: '0a'.repeat(32) },
  ...{ eligible_root: '0b'.repeat(32), seed: '0c'.repeat(32) },
  ...{ prover_description: '0d'.repeat(32), challenger_description: '0e'.repeat(32) },
};
const task: WireTask = {
  challenge_id: '7',
  attempt: 1,
  proof_type: 'pol',
  ask: '0x00ff',
  prover: party(1),
  challenger: { ...party(2), endpoint: { address: '192.0.2.1', port: 4000 } },
  context,
  tag: 'ab'.repeat(16),
  budget_ms: 15_000,
};
const token = 't'.repeat(32);
const where = { challenge_id: '7', attempt: 1 };

const service = { service: 'ab'.repeat(32), chain_id: 31337, contract: 'none' };
const description = { text: '{}', signature: '0x00' };
const delegation = { text: '{}', owner_signature: '0x00', agent_signature: '0x00' };

const fromHub: HubMessage[] = [
  { type: 'greeting', ...service, agent_id: party(2).id, address: '192.0.2.1' },
  { type: 'welcome', agent_id: party(2).id, resume_tasks: [{ type: 'mesh', role: 'challenger', task, token }] },
  { type: 'consent_wanted', challenge_id: '7', ask: task.ask },
  { type: 'task', role: 'prover', task, token },
  { type: 'mesh', role: 'challenger', task, token },
  { type: 'recorded', ...where, accepted: false, code: 'too_late', message: 'The deadline had passed.' },
  { type: 'cancel', ...where },
  { type: 'admission', status: 'candidate', reason: 'It waits.', operator_types: 'trigpoint admit IPv4/0xab' },
  { type: 'cosign', checkpoint: 'proofs.example.com/log\n1\n' },
  { type: 'cosign', checkpoint: 'proofs.example.com/log\n1\n', leaf: { tree_index: 7, part: {} } },
  { type: 'reconnect', after_ms: 2000 },
];
const fromAgent: AgentMessage[] = [
  { type: 'hello', version: '0.1.0', udp: { port: 4000 }, capacity: 8, description },
  { type: 'hello', version: '0.1.0', capacity: 8, description, delegation },
  { type: 'consent', challenge_id: '7', text: '{}', signature: '0x00' },
  { type: 'no_consent', challenge_id: '7', reason: 'too fast' },
  { type: 'accepted', ...where, challenger: party(2).id },
  { type: 'declined', ...where, challenger: party(2).id, reason: 'full' },
  { type: 'reading', ...where, token, message: '{}', signature: '0x00' },
  { type: 'cosignature', size: 7, vkey: 'w+00000000+AA', line: '— w AA' },
  { type: 'cosign_refused', reason: 'the log has forked' },
];

test('every message reads back as it was written', () => {
  for (const message of fromHub) expect(readHubMessage(writeMessage(message))).toEqual(message);
  for (const message of fromAgent) expect(readAgentMessage(writeMessage(message))).toEqual(message);
});

test('a message with any one field missing or of another type is refused', () => {
  const optional = new Set(['hello.udp', 'hello.udp.address', 'hello.delegation', 'cosign.leaf']);
  const paths = (value: unknown, at: string[] = []): string[][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([k, v]) => [[...at, k], ...paths(v, [...at, k])])
      : [];
  const change = (message: object, path: string[], put: unknown) => {
    const copy = structuredClone(message) as Record<string, unknown>;
    let at = copy;
    for (const step of path.slice(0, -1)) at = at[step] as Record<string, unknown>;
    const last = path.at(-1) ?? '';
    if (put === undefined) delete at[last];
    else at[last] = put;
    return JSON.stringify(copy);
  };
  for (const [messages, read] of [
    [fromHub, readHubMessage],
    [fromAgent, readAgentMessage],
  ] as const) {
    for (const message of messages) {
      for (const path of paths(message)) {
        const name = [message.type, ...path].join('.');
        // What stands inside claims and values is named by its owner; a list may be shorter.
        const free = /claims\.|values\.|resume_tasks\.\d+$/.test(name);
        if (!free && !optional.has(name))
          expect(() => read(change(message, path, undefined)), `${name} missing`).toThrow(MessageError);
        expect(() => read(change(message, path, [[]])), `${name} wrong`).toThrow(MessageError);
      }
    }
  }
});

test('frames that are no messages are refused by name', () => {
  expect(() => readAgentMessage('{')).toThrow('not JSON');
  expect(() => readAgentMessage('null')).toThrow(MessageError);
  expect(() => readAgentMessage('{"type":"constructor"}')).toThrow('no message of type "constructor"');
  expect(() => readAgentMessage(writeMessage({ type: 'reconnect', after_ms: 0 }))).toThrow('no message of type');
  expect(() => readHubMessage(' '.repeat(hubMessageMaxBytes + 1))).toThrow('too long');
  expect(() => readAgentMessage(' '.repeat(agentMessageMaxBytes + 1))).toThrow('too long');
});

const x = (length: number) => 'x'.repeat(length);
const resumed = (n: number) => Array.from({ length: n }, () => ({ type: 'task', role: 'prover', task, token }));
type Ends = readonly [kept: readonly unknown[], refused: readonly unknown[]];
const whole = (least: number, most: number): Ends => [
  [least, most],
  [least - 1, most + 1, least + 0.5, String(most)],
];
const sample = (type: string) => [...fromHub, ...fromAgent].find((it) => it.type === type) as object;
const inTask = (field: string) => (value: unknown) => ({ ...sample('task'), task: { ...task, [field]: value } });
const inParty = (field: string) => (value: unknown) => inTask('prover')({ ...task.prover, [field]: value });
const inEndpoint = (field: string) => (value: unknown) =>
  inTask('challenger')({ ...task.challenger, endpoint: { ...task.challenger.endpoint, [field]: value } });
const of = (type: string, field: string) => (value: unknown) => ({ ...sample(type), [field]: value });
/** From the shortest text to the longest. */
const text = (least: number, most: number): Ends => [
  [x(least), x(most)],
  [...(least === 0 ? [] : [x(least - 1)]), x(most + 1)],
];
const agentId: Ends = [
  [`IPv4/${x(1)}`, `IPv6/${x(120)}`],
  ['0xab', 'IPv5/x', 'IPv4/', `IPv4/${x(121)}`],
];
const hex = (bytes: number) => `0x${'ab'.repeat(bytes)}`;

const bounds: readonly (readonly [field: string, make: (value: unknown) => object, ...Ends])[] = [
  ['task.role', of('task', 'role'), ['prover', 'challenger'], ['payer']],
  ['task.token', of('task', 'token'), ...text(16, 128)],
  ['task.challenge_id', inTask('challenge_id'), ...text(1, 128)],
  ['task.attempt', inTask('attempt'), ...whole(1, 1000)],
  ['task.proof_type', inTask('proof_type'), ...text(1, 32)],
  ['task.ask', inTask('ask'), ['0x', '0x00ff', hex(askMaxBytes)], ['', '0xf', '0xFF', hex(askMaxBytes + 1)]],
  ['task.tag', inTask('tag'), ['0f'.repeat(16)], ['0f'.repeat(15), '0f'.repeat(17), '0F'.repeat(16)]],
  ['task.budget_ms', inTask('budget_ms'), ...whole(0, 600_000)],
  ['party.id', inParty('id'), ...agentId],
  ['party.key_type', inParty('key_type'), ['ethereum', 'solana'], ['bitcoin']],
  ['party.public_key', inParty('public_key'), ...text(1, 120)],
  ['party.claims', inParty('claims'), [{}, { a: x(1024) }], [{ a: x(1025) }, { a: 1 }]],
  ['endpoint.port', inEndpoint('port'), ...whole(1, 65_535)],
  ['endpoint.address', inEndpoint('address'), ...text(2, 64)],
  [
    'welcome.resume_tasks',
    of('welcome', 'resume_tasks'),
    [[], resumed(agentCapacityMax)],
    [resumed(agentCapacityMax + 1)],
  ],
  ['recorded.code', of('recorded', 'code'), ...text(0, 64)],
  ['recorded.message', of('recorded', 'message'), ...text(0, 1024)],
  ['admission.status', of('admission', 'status'), ['candidate', 'admitted', 'set_aside'], ['set aside', '']],
  ['admission.reason', of('admission', 'reason'), ...text(0, 1024)],
  ['admission.operator_types', of('admission', 'operator_types'), ...text(0, 512)],
  ['reconnect.after_ms', of('reconnect', 'after_ms'), ...whole(0, 600_000)],
  ['hello.version', of('hello', 'version'), ...text(1, 64)],
  ['hello.capacity', of('hello', 'capacity'), ...whole(1, agentCapacityMax)],
  [
    'hello.udp',
    of('hello', 'udp'),
    [{ port: 1 }, { port: 1, address: '::1' }],
    [{}, { port: 0 }, { port: 1, address: '' }],
  ],
  ['accepted.challenger', of('accepted', 'challenger'), ...agentId],
  ['declined.reason', of('declined', 'reason'), ...text(0, 256)],
  ['reading.message', of('reading', 'message'), ...text(2, readingMaxChars)],
  ['reading.signature', of('reading', 'signature'), ...text(1, 512)],
];

test.each(bounds)('%s: the last that is taken and the first that is not', (_, make, kept, refused) => {
  const fromTheHub = new Set<string>(fromHub.map((it) => it.type));
  const readAny = (message: { type?: string }) =>
    (fromTheHub.has(message.type ?? '') ? readHubMessage : readAgentMessage)(JSON.stringify(message));
  for (const value of kept) expect(readAny(make(value))).toEqual(make(value));
  for (const value of refused) expect(() => readAny(make(value)), JSON.stringify(value)).toThrow(MessageError);
});

test('the longest reading fits into a frame, escapes and all', () => {
  const message = '"'.repeat(readingMaxChars);
  const quotes: AgentMessage = { type: 'reading', ...where, token, message, signature: x(512) };
  expect(writeMessage(quotes).length).toBeLessThanOrEqual(agentMessageMaxBytes);
});

test('two tasks have one key only if challenge, attempt and challenger are the same', () => {
  const other = { ...task.challenger, id: party(3).id };
  const keys = [task, { ...task, challenge_id: '8' }, { ...task, attempt: 2 }, { ...task, challenger: other }].map(
    taskKey,
  );
  expect(new Set(keys).size).toBe(4);
  const later: WireTask = { ...task, tag: 'cd'.repeat(16), budget_ms: 1 };
  expect(taskKey(later)).toBe(keys[0]);
  expect(agentSocketPath('pol')).toBe('/proof/v1/pol/ws');
});

test('a welcome has room for as many open tasks as an agent may hold, each with the longest ask', () => {
  const longest = { ...task, ask: hex(askMaxBytes) as `0x${string}` };
  const open = { type: 'task' as const, role: 'prover' as const, task: longest, token };
  const resume_tasks = Array.from({ length: agentCapacityMax }, () => open);
  const frame = writeMessage({ type: 'welcome', agent_id: party(2).id, resume_tasks });
  expect(readHubMessage(frame)).toMatchObject({ resume_tasks: { length: agentCapacityMax } });
});
