import { describe, expect, test } from 'vitest';
import { toUtf8 } from './bytes.ts';
import { signCheckpoint } from './checkpoints.ts';
import { composeEntry, type EntryOf } from './entries.ts';
import { encodeBundle } from './entry-bundles.ts';
import { lookAtLog, type MonitorState } from './monitor.ts';
import { type LogFiles, LogUnreachable } from './remote-log.ts';
import { sampleEntries, signer } from './testing-fixtures.ts';
import { plant } from './testing-tree.ts';
import { makeSigner } from './verifier-keys.ts';

const [accepted, ended] = sampleEntries.slice(4) as [EntryOf<'acceptance'>, EntryOf<'transcript'>];
const { tree_index: _none, ...treeless } = accepted;
const acceptance = (challenge: string, previous: number | null = null, prover = challenge) =>
  composeEntry({ ...treeless, challenge, prover, previous });
const end = (challenge: string, at: number | null) => composeEntry({ ...ended, challenge, acceptance: at });
const filler = (i: number) => `{"kind":"later","version":2,"n":${i}}`;
const fill = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => filler(from + i));

const hour = 3_600_000;
const filesOf = async (texts: readonly string[], by = signer): Promise<LogFiles> => {
  const { tile, reader } = plant(texts.map(toUtf8));
  const root = await reader(texts.length).root();
  return {
    tile: async (name) => tile(name),
    checkpoint: async () => signCheckpoint({ origin: by.name, size: texts.length, root }, by),
  };
};
const look = async (files: LogFiles, state?: MonitorState, now = 0) =>
  lookAtLog(state, { files, log: signer, now, endsWithinMs: 24 * hour });
const kinds = async (...args: Parameters<typeof look>) => (await look(...args)).alarms.map((it) => it.kind);

describe('a monitor', () => {
  test('follows a log in steps of any size, and forgets nothing when it is started again', async () => {
    const texts = [acceptance('1'), ...fill(1, 700), end('1', 0), acceptance('2'), end('2', 701)];
    let state: MonitorState | undefined;
    for (const size of [1, 2, 255, 256, 257, 300, 512, 513, 703]) {
      const { alarms, ...seen } = await look(
        await filesOf(texts.slice(0, size)),
        state && JSON.parse(JSON.stringify(state)),
      );
      expect([size, alarms, seen.size]).toEqual([size, [], size]);
      state = seen.state;
    }
    expect(state?.open).toEqual({});
    expect(await look(await filesOf(texts), state)).toMatchObject({ alarms: [], added: 0 });
    expect(JSON.stringify(state).length).toBeLessThan(30_000);
  });

  test('calls a fork what does not continue what it saw, larger, as large or smaller, and keeps what it had', async () => {
    const texts = fill(0, 300);
    const { state } = await look(await filesOf(texts));
    for (const size of [300, 301, 600]) {
      const forked = [...fill(0, 199), 'other', ...fill(200, size)].slice(0, size);
      const seen = await look(await filesOf(forked), state);
      expect([size, seen.alarms.map((it) => it.kind), seen.state]).toEqual([size, ['fork'], state]);
    }
    // One that shows less must show that it is the same: a node that is a moment behind can, one that was set back cannot.
    const { tile } = await filesOf(texts);
    const behind = { ...(await filesOf(texts.slice(0, 290))), tile };
    expect(await look(behind, state)).toMatchObject({ alarms: [], state });
    const another = { ...(await filesOf([...fill(0, 199), 'other', ...fill(200, 290)])), tile };
    expect(await kinds(another, state)).toEqual(['fork']);
    expect(await kinds(await filesOf(texts.slice(0, 290)), state)).toEqual(['shrunk']);
  });

  test('notices entries that are missing, cut or rewritten, and a checkpoint that is not signed', async () => {
    const texts = fill(0, 300);
    const files = await filesOf(texts);
    const { state } = await look(await filesOf(texts.slice(0, 260)));
    const serve = (bundle: (index: number) => Uint8Array): LogFiles => ({
      ...files,
      tile: async (name) => (name.level === 'entries' ? bundle(name.index) : files.tile(name)),
    });
    const bytes = texts.map(toUtf8);
    const gone = serve(() => {
      throw new LogUnreachable('gone');
    });
    const short = serve((i) => encodeBundle(bytes.slice(i * 256, 299)));
    const cut = serve((i) => encodeBundle(bytes.slice(i * 256, i * 256 + 256)).slice(0, -1));
    const rewritten = serve((i) =>
      encodeBundle([...bytes.slice(i * 256, i * 256 + 20), toUtf8('x'), ...bytes.slice(i * 256 + 21, i * 256 + 256)]),
    );
    for (const from of [undefined, state])
      for (const [kind, it] of [
        ['gap', gone],
        ['gap', short],
        ['gap', cut],
        ['rewritten', rewritten],
      ] as const)
        expect([kind, await kinds(it, from)]).toEqual([kind, [kind]]);
    const stranger = makeSigner(signer.name, new Uint8Array(32).fill(1));
    expect(await kinds(await filesOf(texts, stranger), state)).toEqual(['unsigned']);
  });

  test('waits for the end of what was accepted, also across a restart, and then says so', async () => {
    const texts = [acceptance('1'), acceptance('2'), end('1', 0)];
    const { state, alarms } = await look(await filesOf(texts));
    expect(alarms).toEqual([]);
    expect(await kinds(await filesOf(texts), state, 23 * hour)).toEqual([]);
    expect(await look(await filesOf(texts), state, 25 * hour)).toMatchObject({
      alarms: [{ kind: 'unended', sentence: expect.stringContaining('Challenge 2, accepted in entry 1,') }],
    });
    expect(await kinds(await filesOf([...texts, end('2', 1)]), state, 25 * hour)).toEqual([]);
  });

  test.each([
    ['at once', (n: number) => [n]],
    ['entry by entry', (n: number) => Array.from({ length: n }, (_, i) => i + 1)],
  ])('reads what entries say of each other, %s', async (_, looks) => {
    const said = async (...texts: string[]) => {
      const sentences: string[] = [];
      let state: MonitorState | undefined;
      for (const size of looks(texts.length)) {
        const seen = await look(await filesOf(texts.slice(0, size)), state);
        state = seen.state && JSON.parse(JSON.stringify(seen.state));
        sentences.push(...seen.alarms.map((it) => it.sentence));
      }
      return sentences.join();
    };
    expect(
      await said(acceptance('1', null, 'p'), acceptance('2', 0, 'p'), end('1', 0), end('2', 1), end('3', null)),
    ).toBe('');
    expect(await said(acceptance('1'), acceptance('1'))).toContain('accepts challenge 1 a second time');
    expect(await said(acceptance('1'), end('1', 0), acceptance('1', 0))).toContain('accepts challenge 1 a second time');
    expect(await said(acceptance('1'), end('1', 0), end('1', 0))).toContain('ends challenge 1 a second time');
    expect(await said(acceptance('1'), end('1', null))).toContain('does not name its acceptance');
    expect(await said(acceptance('1'), end('2', 0))).toContain('does not name its acceptance');
    expect(await said(acceptance('1', null, 'p'), acceptance('2', null, 'p'))).toContain(
      'does not name the acceptance of p',
    );
    expect(await said('{"kind":"transcript","version":1}')).toContain('cannot be read');
  });

  describe('that reads who could be drawn', () => {
    const h = (letter: string) => letter.repeat(64);
    const tree = (root: string, block: number | null, family = 'IPv4') =>
      composeEntry({ ...{ kind: 'tree', version: 1, proof_type: 'pol', family, root: h(root), size: 12, block }, at });
    const from = (challenge: string, root: string, tree_index: number, request_block: number) =>
      composeEntry({
        ...{ ...accepted, challenge, prover: `IPv4/${challenge}`, tree_root: h(root), tree_index, request_block },
        ...{ previous: null, seed_block: request_block + 3 },
      });
    const at = '2026-11-16T09:00:00.000Z';
    const said = async (...texts: string[]) => {
      const { alarms, read } = await look(await filesOf(texts));
      return [alarms.map((it) => it.sentence).join(), read?.late];
    };

    test('an acceptance rests on the newest tree before its request, or says that it does not', async () => {
      const trees = [tree('a', 10), tree('b', 20), tree('c', 30)];
      expect(await said(...trees, from('1', 'b', 1, 25))).toEqual(['', 0]);
      expect(await said(...trees, from('1', 'c', 2, 31))).toEqual(['', 0]);
      expect(await said(...trees, from('1', 'c', 2, 25))).toEqual(['', 1]);
      expect(await said(tree('a', null), from('1', 'a', 0, 25))).toEqual(['', 1]);
      expect(await said(...trees, from('1', 'a', 0, 25))).toMatchObject([
        expect.stringContaining('an older eligible tree'),
        0,
      ]);
      for (const wrong of [from('1', 'b', 0, 25), from('1', 'b', 7, 25), from('1', 'a', 3, 25)])
        expect(await said(...trees, wrong)).toMatchObject([expect.stringContaining('is not entry'), 0]);
      expect((await said(tree('a', 1, 'IPv6'), from('1', 'a', 0, 25)))[0]).toContain('is not entry');
    });

    test('without a chain, an acceptance rests on a tree that was the newest within a day', async () => {
      const of = (root: string, at: string) =>
        composeEntry({
          ...{ kind: 'tree', version: 1, proof_type: 'pol', family: 'IPv4', root: h(root), size: 12 },
          block: null,
          at,
        });
      const direct = (root: string, tree_index: number) =>
        composeEntry({
          ...{ ...accepted, challenge: '1', prover: 'IPv4/1', tree_root: h(root), tree_index, request_block: null },
          ...{ previous: null, seed_block: null, seed_nonce: h('0') },
        });
      const trees = [
        of('a', '2026-11-16T09:00:00.000Z'),
        of('b', '2026-11-16T10:00:00.000Z'),
        of('c', '2026-11-17T09:59:00.000Z'),
      ];
      expect(await said(...trees, direct('c', 2))).toEqual(['', 0]);
      expect(await said(...trees, direct('a', 0))).toEqual(['', 0]);
      const later = of('d', '2026-11-17T10:02:00.000Z');
      expect(await said(...trees, later, direct('b', 1))).toEqual(['', 0]);
      expect((await said(...trees, later, direct('a', 0)))[0]).toContain('an older eligible tree');
    });

    test('a tree that is backdated is noticed', async () => {
      expect((await said(tree('a', 10), tree('b', 9)))[0]).toContain('backdated');
      expect((await said(tree('a', 10), from('1', 'a', 0, 500), tree('b', 400)))[0]).toContain('backdated');
      expect(await said(tree('a', 10), from('1', 'a', 0, 500), tree('b', 500))).toEqual(['', 0]);
    });

    test('also by one that was started again', async () => {
      const texts = [tree('a', 10), tree('b', 20)];
      const { state } = await look(await filesOf(texts));
      const later = async (...more: string[]) =>
        (await look(await filesOf([...texts, ...more]), JSON.parse(JSON.stringify(state)))).alarms.length;
      expect(await later(from('1', 'b', 1, 25))).toBe(0);
      expect(await later(from('1', 'a', 0, 25))).toBe(1);
      expect(await later(from('1', 'c', 1, 25))).toBe(1);
      expect(await later(tree('c', 5))).toBe(1);
    });
  });
});
