import { countWindows } from '@trigpoint/log/watches';
import type { ProofType } from '@trigpoint/proofs';
import { partyOf, proverIdOf, readTime, watchRoutes } from '@trigpoint/protocol';
import { readNamedAsk } from '../challenge/named-asks.ts';
import type { Context } from '../context.ts';
import { readCursor, writeCursor } from '../db/cursors.ts';
import { changedParts, handlersFor, listed, type Piece, Streamed } from '../http/handler.ts';
import { userAccount } from '../ledger/accounts.ts';
import { pointsText, toMillionths } from '../ledger/amounts.ts';
import { balance } from '../ledger/transfers.ts';
import { networkOf } from '../network/addresses.ts';
import { readLine } from '../read-line.ts';
import { iso } from '../times.ts';
import { toldResult } from './slot-results.ts';
import {
  mostExtraSlots,
  pricePerSlot,
  type ReadShown,
  readWatchAsk,
  rememberShown,
  type ShownAsk,
} from './watch-asks.ts';
import {
  askedAtOf,
  type EditionRow,
  isOver,
  nextWindowOf,
  type SeenWatch,
  type SlotRow,
  type WholeWatch,
} from './watches.ts';

const defaultPage = 50;
/** How many characters a page of watches has: a few asks with a polygon (49,000 each), or hundreds of short ones. */
const longestList = 240_000;
/** How many of the newest changes are told with a watch. All changes are in the log and on certificates. */
const changesTold = 100;

/** Gives a certificate as the reply. It is not made before the caller's turn has come. */
const written = (certificate: AsyncIterable<Piece>): never => {
  const pieces = async function* () {
    // This is sent together with the first text of the certificate, because it may still fail before that.
    let before = '{"result":{"certificate":';
    for await (const piece of certificate) {
      const isText = typeof piece === 'string' && piece !== '';
      yield isText ? before + piece : piece;
      if (isText) before = '';
    }
    yield '}}';
  };
  return new Streamed(pieces(), { isCostly: true }) as never;
};

const doneBy = { pause: 'paused', resume: 'resumed', edit: 'edited', end: 'ended' } as const;

export const watchHandlers = ({
  db,
  watches,
  certificates,
  settingsOf,
  ...parts
}: Pick<Context, 'db' | 'watches' | 'certificates' | 'settingsOf' | 'agents' | 'config'>) => {
  const fee = toMillionths(parts.config.requestFee) as number;
  const shownOf = rememberShown();

  const priceOf = (proofType: ProofType, info: `0x${string}`) =>
    pricePerSlot(proofType, info, { fee, settings: settingsOf(proofType.id) });

  const infoOf = (proofType: ProofType, whole: WholeWatch) => {
    const newest = whole.editions.at(-1) as EditionRow;
    return {
      ...seenOf(shownOf, proofType, whole),
      ask: newest.info,
      slots: countWindows(newest),
      price_per_slot: pointsText(priceOf(proofType, newest.info)),
      last_result: whole.last ? toldResult(whole.last) : '',
      last_asked_at: isoOrNull(whole.last && askedAtOf(whole.last)),
      public: whole.watch.isPublic,
    };
  };

  return handlersFor(watchRoutes, {
    'watch-add': async ({ body, proofType, session, once, address }) => {
      const payer = partyOf(session);
      const tell = async (
        watch: ReturnType<typeof infoOf> | null,
        slots: number,
        { info, everyMs }: Pick<EditionRow, 'info' | 'everyMs'>,
      ) => {
        const each = priceOf(proofType, info);
        const held = await balance(db, userAccount(session.keyType, session.publicKey));
        return {
          result: {
            ...{ watch, slots, price_per_slot: pointsText(each), price: pointsText(each * slots) },
            extra_price: pointsText(each * mostExtraSlots(proofType, slots, everyMs)),
            balance: pointsText(held),
          },
        };
      };
      const readWatch = async () => {
        const { number_of_challengers: challengers, every_seconds, from, until, name = '', ...asked } = body;
        const info = await readNamedAsk(parts, proofType, { ...asked, challengers });
        const prover = proverIdOf(readWatchAsk(proofType, info));
        const terms = { info, everyMs: every_seconds * 1000, until: readTime('until', until) };
        const begins = from === undefined ? undefined : readTime('from', from);
        const slots = watches.checkTerms(terms, watches.beginningOf(begins));
        return { ...terms, slots, proofType: proofType.id, payer, prover, name: readLine('name', name), from: begins };
      };
      if (body.dry_run) {
        const { slots, ...terms } = await readWatch();
        return tell(null, slots, terms);
      }
      const add = async () => {
        const { slots: _, ...it } = await readWatch();
        return watches.add({ ...it, network: networkOf(address), isGuest: session.isGuest, once });
      };
      // A repeated request is looked up first. By now its names may stand for something else, and its times may be over.
      const added = (await watches.findRepeated(proofType.id, payer, once)) ?? (await add());
      const first = added.editions[0] as EditionRow;
      return tell(infoOf(proofType, added), countWindows(first), first);
    },

    'watch-list': async ({ body, proofType, session }) => {
      const { limit = defaultPage, open: isOpen = false, recent = 0, cursor } = body;
      const after = cursor ? readCursor(cursor) : undefined;
      let next: string | null = null;
      const parts = async function* () {
        let told = 0;
        let length = 0;
        let last = '';
        // One more watch is read than was asked for. It shows whether there is another page.
        for await (const it of watches.list(partyOf(session), { limit: limit + 1, isOpen, after })) {
          const { id, addedAt: at } = it.watch;
          const isOfType = it.watch.proofType === proofType.id;
          const info = isOfType && {
            ...infoOf(proofType, it),
            recent: await recentOf(id, recent),
          };
          if (info) length += JSON.stringify(info).length;
          if (told === limit || (length > longestList && last !== '')) {
            next = last;
            return;
          }
          if (info) yield [info];
          last = writeCursor({ at, id });
          told++;
        }
      };
      return listed('watches', { parts: parts(), after: () => ({ next_cursor: next }) });
    },

    'watch-show': async ({ body, proofType, session }) => {
      const found = await watches.find(proofType.id, body.watch, partyOf(session));
      return slotsOf(body, { watch: infoOf(proofType, found), ...changesOf(shownOf, proofType, found) }, (it) => ({
        ...slotInfo(it),
        reason: it.reason,
        extra_reason: it.extraReason,
      }));
    },

    'watch-publish': async ({ body, proofType, session }) => {
      await watches.find(proofType.id, body.watch, partyOf(session));
      const changed = await watches.publish(body.watch, partyOf(session), body.public);
      return { result: { watch: infoOf(proofType, changed) } };
    },

    'public-watches': async ({ body: { limit = defaultPage, cursor, recent = 0 }, proofType }) => {
      const before = cursor ? readCursor(cursor) : undefined;
      // One more watch is read than was asked for. It shows whether there is another page.
      const found = await watches.listPublic(proofType.id, { limit: limit + 1, before });
      const last = found.length > limit ? found[limit - 1]?.watch : undefined;
      const listed = found.slice(0, limit).map(async (it) => ({
        ...seenOf(shownOf, proofType, it),
        recent: await recentOf(it.watch.id, recent),
      }));
      return {
        result: {
          watches: await Promise.all(listed),
          next_cursor: last ? writeCursor({ at: last.addedAt, id: last.id }) : null,
        },
      };
    },

    'public-watch': async ({ body, proofType }) => {
      const found = await watches.findPublic(body.watch, proofType.id);
      // Reasons are told to the payer alone, because the reason of an unpaid slot tells the payer's balance.
      return slotsOf(
        body,
        { watch: seenOf(shownOf, proofType, found), ...changesOf(shownOf, proofType, found) },
        slotInfo,
      );
    },

    'watch-change': async ({ body, proofType, session }) => {
      const { watch: id, action, every_seconds, until, ask } = body;
      await watches.find(proofType.id, id, partyOf(session));
      const info = ask as `0x${string}` | undefined;
      const terms = {
        ...(every_seconds === undefined ? {} : { everyMs: every_seconds * 1000 }),
        ...(until === undefined ? {} : { until: readTime('until', until) }),
        ...(info === undefined ? {} : { info, prover: proverIdOf(readWatchAsk(proofType, info)) }),
      };
      const changed = await watches.change(id, partyOf(session), doneBy[action], terms);
      return { result: { watch: infoOf(proofType, changed) } };
    },

    'watch-certificate': async ({ body, proofType, session }) => {
      const found = await watches.find(proofType.id, body.watch, partyOf(session));
      const period = {
        ...(body.from === undefined ? {} : { from: readTime('from', body.from) }),
        ...(body.to === undefined ? {} : { to: readTime('to', body.to) }),
      };
      return written(certificates.issue(found, period));
    },
  });

  /** A watch with its slots, of which there may be thousands. */
  function slotsOf(
    { watch, limit = defaultPage }: { readonly watch: string; readonly limit?: number },
    before: object,
    tell: (slot: SlotRow) => object,
  ) {
    return listed('slots', { before, parts: changedParts(watches.slotsInParts(watch, limit), tell) });
  }

  /** The newest slots that have a result. The newest slot of all may still run. */
  async function recentOf(id: string, count: number) {
    if (count === 0) return [];
    const told = (await watches.slots(id, count + 1)).filter((it) => it.result !== '').slice(0, count);
    return told.map((it) => ({ count: it.count, begins: iso(it.beginsAt), result: toldResult(it) }));
  }
};

/** What anybody may see of a public watch. */
const seenOf = (shownOf: ReadShown, proofType: ProofType, seen: SeenWatch) => {
  const { watch, editions } = seen;
  const newest = editions.at(-1) as EditionRow;
  const { parameters, challengers } = shownOf(proofType, newest.info);
  return {
    watch: watch.id,
    name: watch.name,
    state: isOver(seen) ? ('over' as const) : newest.change === 'paused' ? ('paused' as const) : ('running' as const),
    prover: watch.prover,
    parameters,
    number_of_challengers: challengers,
    every_seconds: newest.everyMs / 1000,
    from: iso((editions[0] as EditionRow).beginsAt),
    until: iso(newest.until),
    next_window: isoOrNull(nextWindowOf(watch)),
  };
};

const changesOf = (shownOf: ReadShown, proofType: ProofType, { editions }: WholeWatch) => ({
  changes: editions.slice(-changesTold).map((it) => changeInfo(shownOf(proofType, it.info), it)),
  change_count: editions.length,
});

/** These parameters hold for the slots from `from_slot` on, until the next change. */
const changeInfo = ({ parameters }: ShownAsk, it: EditionRow) => ({
  change: it.change,
  parameters,
  at: iso(it.at),
  from_slot: it.first,
  from: iso(it.beginsAt),
});

const isoOrNull = (at: number | undefined): string | null => (at === undefined ? null : iso(at));

const slotInfo = (it: SlotRow) => ({
  number: it.number,
  count: it.count,
  begins: iso(it.beginsAt),
  result: it.result,
  asked_at: isoOrNull(askedAtOf(it)),
  challenge_id: it.challengeId,
  radius_km: it.radiusKm,
  finding: it.finding,
  extra: it.extra === '' ? null : extraInfo(it),
});

const extraInfo = (it: SlotRow) => ({
  result: it.extra === 'awaited' ? '' : it.extra,
  challenge_id: it.extraChallenge,
  finding: it.extraFinding,
});
