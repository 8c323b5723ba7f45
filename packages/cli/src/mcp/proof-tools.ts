import { askService, isFinal, readEvidence, tellNonce, waitForChallenge } from '@trigpoint/client';
import type { Trust } from '@trigpoint/client/trust';
import type { AskField, Profile } from '@trigpoint/proofs';
import { profiles } from '@trigpoint/proofs/registry';
import { type TSchema, Type } from '@trigpoint/schema';
import { howLong, statusLines } from '../challenge-words.ts';
import { fetchStatus } from '../challenges.ts';
import { checkEvidence } from '../evidence-check.ts';
import { checkEnough, findProver } from '../find-prover.ts';
import { given } from '../output.ts';
import { type Answer, type Tool, told, tool } from './tool.ts';

const proofType = Type.Optional(
  Type.Enum(
    profiles.map((it) => it.id),
    { description: 'pol: location (the default). pob: bandwidth' },
  ),
);
const challengeId = Type.String({ pattern: '^(\\d{1,78}|ask-[0-9a-f]{32})$', description: 'The id that asking gave' });

const optionName = (field: AskField): string => /^--([a-z-]+)/.exec(field.option.flags)?.[1] ?? field.name;

const schemaOf = (field: AskField): TSchema => {
  const description = field.option.doc;
  if (field.kind === 'choice')
    return Type.Enum(
      field.choices.map(([value]) => value),
      { description },
    );
  if (field.kind === 'text') return Type.String({ maxLength: 49_152, description });
  const bounds = { minimum: field.min, maximum: field.max, description };
  return field.isWhole ? Type.Integer(bounds) : Type.Number(bounds);
};

/** One tool for each proof type, because each asks for something else. */
const askTool = (profile: Profile): Tool =>
  tool({
    name: `ask_${profile.id}`,
    description: `Ask for a ${profile.title}: ${profile.words.question} ${profile.words.how} It answers with a challenge id; wait_for_challenge then tells the verdict. It may cost POINTS of the account.`,
    readsOnly: false,
    input: Type.Object({
      prover: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Whom to measure: an id that list_provers gave',
      }),
      challengers: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many measure' })),
      ...Object.fromEntries(profile.fields.map((it) => [optionName(it), Type.Optional(schemaOf(it))])),
    }),
    run: async (session, input) => {
      const { client, about, key } = await session.for(profile.id);
      const values = input as Readonly<Record<string, unknown>>;
      const fields = profile.fields.map((it) => [it.name, values[optionName(it)]]);
      for (const field of profile.fields) {
        const wrong =
          field.kind === 'text' && values[optionName(field)] && field.check(String(values[optionName(field)]));
        if (wrong) throw new Error(`${optionName(field)}: ${wrong}`);
      }
      const prover = await findProver(client, about, input.prover);
      await checkEnough(client, input.challengers ?? profile.challengers.usual);
      const { signerOf } = await import('@trigpoint/agent/keys');
      const asked = await askService(client, {
        prover,
        ...(key ? { signer: signerOf(key.keyType, key.privateKey) } : {}),
        ...given({ challengers: input.challengers, ...Object.fromEntries(fields) }),
      });
      // The nonce is told when the log has the acceptance, whatever the assistant does meanwhile.
      tellNonce(client, asked).catch(() => {});
      const status = await client.call('challenge-status-dcl', { challenge_id: asked.challengeId });
      return {
        text: `Challenge ${asked.challengeId} was asked for: ${howLong(status)}. Use wait_for_challenge.`,
        fields: { challenge_id: asked.challengeId, state: asked.state, seed_from: asked.seedFrom },
      };
    },
  });

const describe = (profile: Profile | undefined, status: Parameters<typeof statusLines>[1]): Answer => ({
  text: statusLines(profile, status)
    .flatMap((it) => it.split('\n'))
    .map((it) => told(it, 2_000))
    .join('\n'),
  fields: { ...status, is_over: isFinal(status.state as Parameters<typeof isFinal>[0]) },
});

export const proofTools = (trust: Trust): readonly Tool[] => [
  tool({
    name: 'list_provers',
    description:
      'List machines that can be asked to prove something, with what they claim about themselves. A claim is not a proof: ask for one.',
    readsOnly: true,
    input: Type.Object({
      proof_type: proofType,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'At most so many (default: 20)' })),
    }),
    run: async (session, { proof_type = 'pol', limit = 20 }) => {
      const { client } = await session.for(proof_type);
      const { provers, total } = (await client.call('provers', { limit })).result;
      const lines = provers.map(
        (it) =>
          `${told(it.id)}, ${it.online ? 'connected' : 'away'}, claims ${told(JSON.stringify(it.claims), 400)}, ${it.number_of_successful_challenges} of ${it.number_of_challenges} challenges succeeded`,
      );
      const listed = provers.map(({ id, online, claims, last_alive }) => ({ id, online, claims, last_alive }));
      return { text: [`${provers.length} of ${total}:`, ...lines].join('\n'), fields: { provers: listed, total } };
    },
  }),
  ...profiles.filter((it) => it.isExample !== true).map(askTool),
  tool({
    name: 'wait_for_challenge',
    description:
      'Wait until a challenge has ended, and tell its verdict in words. Returns earlier if it takes too long.',
    readsOnly: true,
    input: Type.Object({
      challenge_id: challengeId,
      seconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 600, description: 'Wait at most so long (default: 60)' }),
      ),
    }),
    run: async (session, { challenge_id, seconds = 60 }, signal) => {
      const { profile, found, client } = await fetchStatus(session, challenge_id);
      const patience = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
      const status = await waitForChallenge(client, challenge_id, { signal: patience }).catch((error: unknown) => {
        if (patience.aborted && !signal.aborted) return client.call('challenge-status-dcl', { challenge_id });
        throw error;
      });
      return describe(profile, status ?? found);
    },
  }),
  tool({
    name: 'read_verdict',
    description: 'The state and verdict of a challenge as they are now, in words.',
    readsOnly: true,
    input: Type.Object({ challenge_id: challengeId }),
    run: async (session, { challenge_id }) => {
      const { profile, found } = await fetchStatus(session, challenge_id);
      return describe(profile, found);
    },
  }),
  tool({
    name: 'verify_evidence',
    description:
      'Check the evidence of an ended challenge again on this machine: consistent, signed, anchored. It is anchored only to a chain and a log that the person who started this server named.',
    readsOnly: true,
    input: Type.Object({ challenge_id: challengeId }),
    run: async (session, { challenge_id }) => {
      const { client } = await fetchStatus(session, challenge_id);
      const { lines, facts } = await checkEvidence(await readEvidence(client, challenge_id), trust);
      return {
        text: lines(session)
          .map((it) => told(it, 2_000))
          .join('\n'),
        fields: facts,
      };
    },
  }),
];
