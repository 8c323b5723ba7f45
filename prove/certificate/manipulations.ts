import type { Entry, SlotResult } from '@trigpoint/log';
import type { Certificate, CheckedCertificate } from '@trigpoint/log/watches';
import { beginOf } from '@trigpoint/log/watches';
import type { Random } from '../proof.ts';
import { hourMs, iso, type Keys, type Played, start, World } from './world.ts';

/** A story with its honest certificate. */
export interface Story {
  readonly world: World;
  readonly watch: Played;
  readonly results: readonly SlotResult[];
  readonly period: { readonly from: number; readonly to: number; readonly at: number };
  readonly certificate: Certificate;
  readonly honest: CheckedCertificate;
}

/** A certificate that tells something else than what happened. */
export interface Forged {
  readonly certificate: unknown;
  /** True if the summary itself shows a reader what was done. Then the certificate may hold, because nothing is hidden. */
  readonly shows?: (summary: NonNullable<CheckedCertificate['summary']>) => boolean;
}

export const everyMs = 6 * hourMs;
const answers: readonly SlotResult[] = ['inside', 'inside', 'inside', 'outside', 'undecided', 'missed', 'absent'];

export const drawResults = (random: Random, count: number): SlotResult[] =>
  Array.from({ length: count }, () => random.pick(answers));

export const periodOf = (watch: Played, random: Random) => {
  const last = beginOf(watch.windows, watch.next);
  const skip = random.int(3) * everyMs;
  return { from: watch.windows.beginsAt + skip, to: last - random.int(2) * everyMs, at: last + 60_000 };
};

/** What anybody can do who has a certificate and no keys. */
const withoutKeys: Record<string, (it: Certificate, random: Random) => unknown> = {
  'drops an entry': (it, random) => ({ ...it, entries: without(it.entries, random.int(it.entries.length)) }),
  'repeats an entry': (it, random) => ({ ...it, entries: inserted(it.entries, random) }),
  'swaps two entries': (it, random) => ({ ...it, entries: swapped(it.entries, random) }),
  'changes a letter of an entry': (it, random) => ({ ...it, entries: changed(it.entries, random) }),
  'moves an entry': (it, random) => {
    const i = random.int(it.entries.length);
    return { ...it, entries: it.entries.map((each, j) => (i === j ? { ...each, index: each.index + 1 } : each)) };
  },
  'drops a hash': (it, random) => {
    const name = random.pick(Object.keys(it.subtrees));
    return { ...it, subtrees: Object.fromEntries(Object.entries(it.subtrees).filter(([each]) => each !== name)) };
  },
  'changes a figure': (it, random) => {
    const name = random.pick([
      'due',
      'held',
      'inside',
      'outside',
      'missed',
      'longest_gap_seconds',
      'unwitnessed',
      'liars',
    ] as const);
    return { ...it, summary: { ...it.summary, [name]: (it.summary[name] ?? 0) + 1 } };
  },
  'changes a figure of the findings': (it, random) => {
    const findings = it.summary.findings as NonNullable<Certificate['summary']['findings']>;
    const name = random.pick(['compared', 'changed', 'probably_moved', 'moved', 'extra', 'extra_outside'] as const);
    return { ...it, summary: { ...it.summary, findings: { ...findings, [name]: findings[name] + 1 } } };
  },
  'drops the findings': ({ summary: { findings: _, ...summary }, ...it }) => ({ ...it, summary }),
  'changes the period': (it, random) => ({ ...it, to: iso(Date.parse(it.to) + (random.int(5) - 2 || 1) * everyMs) }),
  'drops what witnesses saw': (it, random) => ({ ...it, seen: without(it.seen, random.int(it.seen.length)) }),
  'changes what was asked': (it) => ({ ...it, asks: { ...it.asks, ['0'.repeat(64)]: '0x00' } }),
  'calls it by another name': (it) => ({ ...it, name: 'another' }),
  'issues it later': (it) => ({ ...it, issued_at: iso(Date.parse(it.issued_at) + 1) }),
};

/** What the operator can leave out of a certificate while the log stays as it is. The operator signs what is shown. */
const left: Record<string, (it: Story, random: Random) => Promise<unknown>> = {
  'leaves out a slot': async ({ world, watch, period }, random) => {
    const number = random.int(watch.next);
    return world.certify(watch, period, { keeps: (says) => !isOf(says, number) });
  },
  'leaves out the last slots': async ({ world, watch, period }, random) => {
    const from = Math.max(1, watch.next - 1 - random.int(3));
    return world.certify(watch, period, { keeps: (says) => !('number' in says) || says.number < from });
  },
  'leaves out the first slots': async ({ world, watch, period }, random) => {
    const to = 3 + random.int(3);
    // Entries that later slots are compared with stay, as they would in a certificate of a later period.
    const named = new Set(world.log.entries.flatMap((it) => JSON.parse(it).compared_with ?? []));
    const keeps = (says: Entry, index: number) =>
      !('number' in says) || says.number >= to || (says.kind !== 'slot' && named.has(index));
    return world.certify(watch, period, { keeps });
  },
  'leaves out the changes of watches': async ({ world, watch, period }, random) => {
    const changes = world.log.entries.flatMap((it, index) => (it.startsWith('{"kind":"watch"') ? [index] : []));
    const gone = random.pick(changes);
    return world.certify(watch, period, { keeps: (_, index) => index !== gone });
  },
  'tells figures of its own': async ({ world, certificate }, random) => {
    const name = random.pick(['due', 'held', 'inside', 'missed', 'longest_gap_seconds', 'changes'] as const);
    return world.sign({ ...certificate, summary: { ...certificate.summary, [name]: certificate.summary[name] + 1 } });
  },
  'leaves the findings out of the figures': async ({ world, certificate }) => {
    const { findings: _, ...summary } = certificate.summary;
    return world.sign({ ...certificate, summary });
  },
  'tells fewer moves': async ({ world, certificate }) => {
    const findings = certificate.summary.findings as NonNullable<Certificate['summary']['findings']>;
    const none = { ...findings, changed: 0, probably_moved: 0, moved: 0, extra_outside: 0 };
    return world.sign({ ...certificate, summary: { ...certificate.summary, findings: none } });
  },
  'hides other watches': async ({ world, certificate }) =>
    world.sign({ ...certificate, summary: { ...certificate.summary, others: ['0'.repeat(20)] } }),
};

/** What the operator can write into the log itself. The tree grows as trees do; witnesses cosign with the true time. */
const written: Record<string, (story: Story, random: Random, keys: Keys) => Promise<Forged>> = {
  'forks the log and makes every slot good': async ({ watch, period, results }, random, keys) => {
    const world = new World(random, keys);
    const again = world.add(watch.id, everyMs, watch.chain.length);
    for (const it of results) await world.window(again, it === 'missed' ? 'missed' : 'inside');
    // Witnesses do not cosign a second log. So the cosigned notes are left out.
    const forged = await world.certify(again, period, { seen: [] });
    const mine = await world.checkpoint();
    return { certificate: world.sign({ ...forged, checkpoint: mine }) };
  },
  'forks the log below the notes of the true one': async ({ watch, period, results, certificate }, random, keys) => {
    const world = new World(random, keys);
    const again = world.add(watch.id, everyMs, watch.chain.length);
    for (const it of results) await world.window(again, it === 'missed' ? 'missed' : 'inside');
    const forged = await world.certify(again, period, { seen: [] });
    return { certificate: world.sign({ ...forged, checkpoint: certificate.checkpoint, seen: certificate.seen }) };
  },
  'writes a slot later than it says': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 8);
    const late = random.int(results.length);
    for (const [i, it] of results.entries())
      await world.window(
        watch,
        i === late ? 'inside' : it,
        i === late ? { shiftMs: (1 + random.int(50)) * 12 * hourMs } : {},
      );
    return shown(world, watch, random, (summary) => summary.unwitnessed > 0);
  },
  'writes slots later and states that they were seen': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 8);
    for (const it of results) await world.window(watch, it === 'missed' ? 'inside' : it, { shiftMs: 20 * 24 * hourMs });
    const { certificate } = await shown(world, watch, random);
    return { certificate: world.sign({ ...certificate, summary: { ...certificate.summary, unwitnessed: 0 } }) };
  },
  'writes all slots later and states that nobody saw them': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 8);
    for (const it of results) await world.window(watch, it === 'missed' ? 'inside' : it, { shiftMs: 20 * 24 * hourMs });
    return shown(world, watch, random);
  },
  'tells of a challenge that nobody was drawn for': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 8);
    const undrawn = random.int(results.length);
    for (const [i, it] of results.entries())
      await world.window(watch, i === undrawn ? 'inside' : it, { isUndrawn: i === undrawn });
    return shown(world, watch, random);
  },
  'never writes of a window': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 8);
    const skipped = 1 + random.int(results.length - 2);
    for (const [i, it] of results.entries()) if (i !== skipped) await world.window(watch, it, { number: i });
    return shown(world, watch, random);
  },
  'writes of a window twice': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 8);
    const twice = random.int(results.length - 1);
    for (const [i, it] of results.entries()) {
      await world.window(watch, it, { number: i });
      if (i === twice) await world.window(watch, 'inside', { number: i });
    }
    return shown(world, watch, random);
  },
  'writes windows in another order': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 8);
    const at = random.int(results.length - 1);
    const order = results.map((_each, i) => (i === at ? at + 1 : i === at + 1 ? at : i));
    for (const i of order) await world.window(watch, results[i] as SlotResult, { number: i });
    return shown(world, watch, random);
  },
  'takes another value for a time': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 8, 3);
    const wrong = random.int(results.length);
    for (const [i, it] of results.entries())
      await world.window(watch, i === wrong ? 'inside' : it, i === wrong ? { value: 1 + random.int(2) } : {});
    return shown(world, watch, random);
  },
  'leaves out an extra slot': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 6);
    await world.window(watch, 'inside');
    const number = 1 + random.int(4);
    for (let i = 1; i < 6; i++)
      await world.window(watch, 'inside', { finding: i === number ? 'changed' : 'same', extra: { result: 'outside' } });
    return shown(world, watch, random, undefined, (says) => says.kind !== 'extra');
  },
  'asks no extra slot after a change': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 6);
    await world.window(watch, 'inside');
    const number = 1 + random.int(5);
    for (let i = 1; i < 6; i++)
      await world.window(
        watch,
        'inside',
        i === number ? { finding: 'changed', isWithoutExtra: true } : { finding: 'same' },
      );
    return shown(world, watch, random);
  },
  'tells of an extra slot that nothing asked for': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 6);
    await world.window(watch, 'inside');
    const number = 1 + random.int(4);
    for (let i = 1; i < 6; i++) {
      await world.window(watch, 'inside', { finding: 'same' });
      if (i === number)
        world.extra(watch, i, beginOf(watch.windows, i + 1), {
          result: 'inside',
          finding: 'changed',
          compared_with: 0,
        });
    }
    return shown(world, watch, random);
  },
  'stops saying whether the prover is where it was': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 6);
    await world.window(watch, 'inside');
    const from = 1 + random.int(4);
    for (let i = 1; i < 6; i++)
      await world.window(watch, 'inside', i >= from ? { isSilent: true } : { finding: 'same' });
    return shown(world, watch, random);
  },
  'compares with the slot before, so that nothing ever differs': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 6);
    await world.window(watch, 'inside');
    const first = watch.last;
    for (let i = 1; i < 6; i++) {
      const before = watch.last;
      await world.window(watch, 'inside', { finding: 'same', ...(before === first ? {} : { compared_with: before }) });
    }
    return shown(world, watch, random);
  },
  'compares with a slot that showed nothing': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 8);
    const other = world.add('1'.repeat(20), everyMs, 6);
    await world.window(other, 'inside');
    const wrong = other.last;
    await world.window(watch, 'inside', { finding: null });
    watch.reference = wrong;
    for (let i = 1; i < 6; i++) await world.window(watch, 'inside', { finding: 'same' });
    // A certificate that begins later cannot know which slot the reference should be, but it sees that this one belongs to
    // another watch.
    const from = beginOf(watch.windows, random.int(2) * 2);
    const to = beginOf(watch.windows, 6);
    return { certificate: await world.certify(watch, { from, to, at: to + 60_000 }) };
  },
  'leaves out what slots are compared with': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 8);
    await world.window(watch, 'inside');
    const first = watch.last;
    for (let i = 1; i < 8; i++) await world.window(watch, 'inside', { finding: 'same' });
    const to = beginOf(watch.windows, 8);
    const period = { from: beginOf(watch.windows, 2 + random.int(3)), to, at: to + 60_000 };
    return { certificate: await world.certify(watch, period, { keeps: (_says, index) => index !== first }) };
  },
  'begins a second watch and shows that one': async (_, random, keys) => {
    const { world, watch, results } = await begin(random, keys, 5);
    for (const it of results) await world.window(watch, it);
    const at = beginOf(watch.windows, watch.next);
    const second = world.add('1'.repeat(20), everyMs, 6, at);
    for (let i = 0; i < 5; i++) await world.window(second, 'inside');
    const period = {
      from: start,
      to: beginOf(second.windows, second.next),
      at: beginOf(second.windows, second.next) + 1,
    };
    const isHidden = random.int(2) === 0;
    const certificate = await world.certify(second, period, {
      keeps: (says) => !isHidden || says.kind !== 'watch' || says.watch === second.id,
    });
    return { certificate, shows: ({ others, from }) => others.includes(watch.id) && Date.parse(from) > start };
  },
  'runs two watches and shows the better one': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 6);
    const second = world.add('1'.repeat(20), everyMs, 6);
    for (let i = 0; i < 6; i++) {
      await world.window(watch, 'inside');
      await world.window(second, 'outside');
    }
    const isHidden = random.int(2) === 0;
    const forged = await shown(
      world,
      watch,
      random,
      ({ others }) => others.includes(second.id),
      (says) => !isHidden || says.kind !== 'watch' || says.watch === watch.id,
    );
    return forged;
  },
  'pauses the watch and does not say so': async (_, random, keys) => {
    const { world, watch } = await begin(random, keys, 8);
    await world.window(watch, 'inside');
    const paused = { ...watch, windows: { ...watch.windows, first: 1, beginsAt: start + everyMs } };
    watch.last = world.change(paused, 'paused', { at: start + everyMs - 1, first: 1, previous: watch.last });
    const entry = watch.last;
    for (let i = 1; i < 6; i++) await world.window(watch, random.int(2) === 0 ? 'paused' : 'missed');
    return shown(world, watch, random, undefined, (_says, index) => index !== entry);
  },
};

const begin = async (random: Random, keys: Keys, count: number, spare = 0) => {
  const world = new World(random, keys);
  const watch = world.add('0'.repeat(20), everyMs, count + spare);
  return { world, watch, results: drawResults(random, count) };
};

const shown = async (
  world: World,
  watch: Played,
  random: Random,
  shows?: Forged['shows'],
  keeps?: (says: Entry, index: number) => boolean,
): Promise<Forged & { certificate: Certificate }> => {
  const to = Math.max(...world.log.entries.flatMap((it) => endOf(JSON.parse(it), watch)));
  const period = { from: start, to, at: to + 60_000 + random.int(1000) };
  const certificate = await world.certify(watch, period, keeps ? { keeps } : {});
  return { certificate, ...(shows ? { shows } : {}) };
};

const endOf = (says: Entry, watch: Played): number[] =>
  says.kind === 'outcome' && says.watch === watch.id ? [beginOf(watch.windows, says.number + 1)] : [];

const isOf = (says: Entry, number: number): boolean => 'number' in says && says.number === number;
const without = <T>(all: readonly T[], index: number): T[] => all.filter((_, i) => i !== index);
const inserted = (all: Certificate['entries'], random: Random) => {
  const i = random.int(all.length);
  return [...all.slice(0, i), all[i], ...all.slice(i)];
};
const swapped = (all: Certificate['entries'], random: Random) => {
  const i = random.int(all.length - 1);
  return all.map((it, j) => (j === i ? all[i + 1] : j === i + 1 ? all[i] : it));
};
const changed = (all: Certificate['entries'], random: Random) => {
  const i = random.int(all.length);
  return all.map((it, j) => {
    if (i !== j) return it;
    const at = random.int(it.entry.length);
    const letter = it.entry[at] === '0' ? '1' : '0';
    return { ...it, entry: it.entry.slice(0, at) + letter + it.entry.slice(at + 1) };
  });
};

export type Manipulation = (story: Story, random: Random, keys: Keys) => Promise<Forged>;

export const manipulations: Readonly<Record<string, Manipulation>> = {
  ...Object.fromEntries(
    Object.entries(withoutKeys).map(([name, forge]): [string, Manipulation] => [
      `somebody ${name}`,
      async ({ certificate }, random) => ({ certificate: forge(certificate, random) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(left).map(([name, forge]): [string, Manipulation] => [
      `the operator ${name}`,
      async (story, random) => ({ certificate: await forge(story, random) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(written).map(([name, forge]): [string, Manipulation] => [`the operator ${name}`, forge]),
  ),
};
