import { expect, test } from 'vitest';
import {
  type AgentMessage,
  agentMessageMaxBytes,
  type HubMessage,
  MessageError,
  readAgentMessage,
  readHubMessage,
  type WireTask,
  writeMessage,
} from './agent-messages.ts';
import { composeReading, parseReading, type ReadingText, ReadingTextError } from './signed-texts.ts';

const party = (n: number) => ({
  id: `IPv4/0x${String(n).repeat(40)}`,
  key_type: 'ethereum' as const,
  public_key: `0x${String(n).repeat(40)}`,
  claims: { latitude: '48.2', longitude: '16.4' },
});
const task: WireTask = {
  challenge_id: '7',
  attempt: 1,
  proof_type: 'pol',
  ask: '0x00ff',
  prover: party(1),
  challenger: { ...party(2), endpoint: { address: '192.0.2.1', port: 4000 } },
  tag: 'ab'.repeat(16),
  budget_ms: 15_000,
};
const token = 't'.repeat(32);
const where = { challenge_id: '7', attempt: 1 };

const fromHub: HubMessage[] = [
  { type: 'welcome', agent_id: party(2).id, resume_tasks: [{ type: 'mesh', role: 'challenger', task, token }] },
  { type: 'task', role: 'prover', task, token },
  { type: 'mesh', role: 'challenger', task, token },
  { type: 'recorded', ...where, accepted: false, code: 'too_late', message: 'The deadline had passed.' },
  { type: 'cancel', ...where },
  { type: 'reconnect', after_ms: 2000 },
];
const fromAgent: AgentMessage[] = [
  { type: 'hello', version: '0.1.0', udp: { port: 4000 }, capacity: 8 },
  { type: 'hello', version: '0.1.0', capacity: 8 },
  { type: 'accepted', ...where, challenger: party(2).id },
  { type: 'declined', ...where, challenger: party(2).id, reason: 'full' },
  { type: 'reading', ...where, token, message: '{}', signature: '0x00' },
  { type: 'progress', ...where, challenger: party(2).id, values: { probes: 8, phase: 'burst' } },
];

test('every message reads back as it was written', () => {
  for (const message of fromHub) expect(readHubMessage(writeMessage(message))).toEqual(message);
  for (const message of fromAgent) expect(readAgentMessage(writeMessage(message))).toEqual(message);
});

test('a message with any one field missing or of another type is refused', () => {
  const optional = new Set(['hello.udp', 'hello.udp.address']);
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
  expect(() => readHubMessage(' '.repeat(agentMessageMaxBytes + 1))).toThrow('too long');
});

const reading: ReadingText = {
  ...where,
  prover: party(1).id,
  challenger: party(2).id,
  proof_type: 'pol',
  series: { rtts_us: [1, 2] },
  started_at: '2026-01-02T03:04:05.678Z',
  ended_at: '2026-01-02T03:04:06.678Z',
  prover_counter_signature: '0x12',
};

test('a reading says the same after it was signed', () => {
  expect(parseReading(composeReading(reading))).toEqual(reading);
});

test('a reading has a series or a failure, never both or neither', () => {
  const { series, ...bare } = reading;
  const failure = { failure: 'timeout' as const, detail: 'silent' };
  expect(parseReading(composeReading({ ...bare, failure })).failure).toEqual(failure);
  expect(() => composeReading(bare)).toThrow(ReadingTextError);
  expect(() => composeReading({ ...reading, failure })).toThrow(ReadingTextError);
});
