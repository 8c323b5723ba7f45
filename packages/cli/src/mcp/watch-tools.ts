import { addWatch, changeWatch, listWatches, priceWatch, showWatch, type WatchInfo } from '@trigpoint/client';
import { Type } from '@trigpoint/schema';
import { lengthWords } from '../durations.ts';
import { findProver } from '../find-prover.ts';
import { given } from '../output.ts';
import { linesOf } from '../watches.ts';
import { type Tool, told, tool } from './tool.ts';

/** Watches are about places only. */
const proofType = 'pol';
const watch = Type.String({ pattern: '^[0-9a-f]{20}$', description: 'The id that list_watches gives' });

const sentence = (it: WatchInfo): string =>
  `${it.watch}${it.name === '' ? '' : ` (${told(it.name)})`}: ${it.state}, asks ${told(it.prover)} every ${lengthWords(it.every_seconds)} until ${it.until}`;

export const watchTools: readonly Tool[] = [
  tool({
    name: 'list_watches',
    description: 'List the watches of this account: provers that are asked again and again.',
    readsOnly: true,
    input: Type.Object({}),
    run: async (session) => {
      const { client } = await session.for(proofType);
      const watches = await listWatches(client);
      return {
        text: watches.length === 0 ? 'No watches.' : watches.map((it) => told(sentence(it), 2_000)).join('\n'),
        fields: { watches },
      };
    },
  }),
  tool({
    name: 'show_watch',
    description: 'Show a watch and the results of its newest slots.',
    readsOnly: true,
    input: Type.Object({ watch }),
    run: async (session, input) => {
      const { client } = await session.for(proofType);
      const found = await showWatch(client, input.watch, 50);
      return {
        text: linesOf(found)
          .map((it) => told(it, 2_000))
          .join('\n'),
        fields: { ...found },
      };
    },
  }),
  tool({
    name: 'add_watch',
    description:
      'Have a prover asked once in every window, at times that nobody knows before, until a time. It may cost POINTS for each slot: try dry_run first, and tell the person the price.',
    readsOnly: false,
    input: Type.Object({
      prover: Type.String({ minLength: 1, maxLength: 128, description: 'Whom to ask: an id that list_provers gave' }),
      every_seconds: Type.Integer({ minimum: 1, maximum: 31_622_400, description: 'The length of a window' }),
      until: Type.String({ maxLength: 64, description: 'When it ends: RFC 3339 date-time' }),
      zone: Type.Optional(
        Type.String({ maxLength: 49_152, description: 'EU, a continent or countries such as DE,AT' }),
      ),
      name: Type.Optional(Type.String({ maxLength: 64 })),
      dry_run: Type.Optional(Type.Boolean({ description: 'Tell what it would cost, and add nothing' })),
    }),
    run: async (session, { prover, every_seconds, until, zone, name, dry_run }) => {
      const { client, about } = await session.for(proofType);
      const asked = {
        prover: await findProver(client, about, prover),
        parameters: given({ zone }),
        every_seconds,
        until,
        ...given({ name }),
      };
      const done = await (dry_run ? priceWatch : addWatch)(client, asked);
      const price = `${done.slots} slots at ${done.price_per_slot} POINTS each, ${done.price} at most; the account has ${done.balance}.`;
      return { text: done.watch ? `Added ${told(sentence(done.watch), 2_000)}. ${price}` : price, fields: { ...done } };
    },
  }),
  tool({
    name: 'change_watch',
    description: 'Pause, resume or end a watch from its next window on. A watch that has ended cannot be resumed.',
    readsOnly: false,
    input: Type.Object({ watch, action: Type.Enum(['pause', 'resume', 'end']) }),
    run: async (session, input) => {
      const { client } = await session.for(proofType);
      const changed = await changeWatch(client, input.watch, input.action);
      return { text: told(sentence(changed), 2_000), fields: { watch: changed } };
    },
  }),
];
