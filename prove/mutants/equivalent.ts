/** A mutant that changes nothing that anybody could notice. So no test can notice it. */
export interface Equivalent {
  readonly path: string;
  /** The line as the mutant has it. */
  readonly becomes: string;
  readonly why: string;
}

const server = 'packages/server/src';
const draw = 'packages/proofs/src/draw';

/** No two of the sorted items are equal, and only the sign of a comparison counts. */
const sorted = (path: string, line: string): Equivalent[] =>
  [line.replace(' < ', ' <= '), line.replace('? -1', '? -2'), line.replace(': 1)', ': 2)')].map((becomes) => ({
    path,
    becomes,
    why: 'no two are equal, and only the sign of a comparison counts',
  }));

const each = (path: string, why: string, ...lines: readonly string[]): Equivalent[] =>
  lines.map((becomes) => ({ path, becomes, why }));

export const equivalents: readonly Equivalent[] = [
  ...sorted(`${server}/ledger/store.ts`, 'const ordered = [...amounts].sort(([a], [b]) => (a < b ? -1 : 1));'),
  ...sorted(
    `${server}/ledger/store.ts`,
    'for (const [who, amount] of [...amounts].sort(([a], [b]) => (a < b ? -1 : 1)))',
  ),
  ...sorted(
    `${server}/ledger/transfers.ts`,
    'const ordered = transfers.toSorted((a, b) => (a.reason < b.reason ? -1 : 1));',
  ),
  ...sorted(
    `${server}/ledger/transfers.ts`,
    'const changes = [...net].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);',
  ),
  ...each(
    `${server}/ledger/store.ts`,
    'in another order two transactions may wait for each other; one of them is then begun again, with the same outcome',
    'const ordered = [...amounts].sort(([a], [b]) => (undefined));',
    'const ordered = [...amounts].sort(([a], [b]) => (a < b ? 1 : 1));',
    'for (const [who, amount] of [...amounts].sort(([a], [b]) => (undefined)))',
    'for (const [who, amount] of [...amounts].sort(([a], [b]) => (a < b ? 1 : 1)))',
  ),
  ...each(
    `${server}/ledger/transfers.ts`,
    'whoever receives is then credited by another statement, with the same amount; nobody receives zero',
    'if (change.amount > 1n && last?.[0] && last[0].amount > 0n) last.push(change);',
    'if (change.amount > 0n && last?.[0] && last[0].amount > 1n) last.push(change);',
    'if (change.amount >= 0n && last?.[0] && last[0].amount > 0n) last.push(change);',
    'if (change.amount > 0n && last?.[1] && last[0].amount > 0n) last.push(change);',
    'if (change.amount > 0n && last?.[0] && last[0].amount >= 0n) last.push(change);',
  ),
  {
    path: `${server}/ledger/amounts.ts`,
    becomes: 'const size = exact < 1n ? -exact : exact;',
    why: 'zero is its own negative',
  },
  {
    path: `${server}/ledger/amounts.ts`,
    becomes: 'const size = exact <= 0n ? -exact : exact;',
    why: 'zero is its own negative',
  },
  {
    path: `${server}/ledger/fuel.ts`,
    becomes:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source
      'const refillReason = (account: Account, at: number) => `fuel:${new Date(at).toISOString().slice(1, 10)}:${account}`;',
    why: 'two days that differ in their first digit alone are a thousand years apart',
  },
  ...sorted(`${draw}/tree.ts`, 'const byKey = (a: Key, b: Key): number => a.cell - b.cell || (a.id < b.id ? -1 : 1);'),
  ...each(
    `${draw}/tree.ts`,
    'all 32 bits of a cell are the cell, whether they are cut off or not',
    'bits > cellBits ? cell : bits === 0 ? 0 : (cell & (-1 << (cellBits - bits))) >>> 0;',
  ),
  ...each(
    `${draw}/cells.ts`,
    'on an edge of the box both ways give the same distance but for its rounding, for which the bound allows',
    'if (from.longitude > west && from.longitude <= east) {',
    'if (from.longitude >= west && from.longitude < east) {',
    'const isTopBetween = up * cosSouth - along * sinSouth > 0 && up * cosNorth - along * sinNorth <= 0;',
    'const isTopBetween = up * cosSouth - along * sinSouth >= 0 && up * cosNorth - along * sinNorth < 0;',
  ),
  ...each(
    `${draw}/nearest.ts`,
    'the root is alone in the queue, so it is taken first whatever its place, and nobody reads it afterwards',
    'if (tree !== undefined) queue.push({ squaredChord: 1, cell: 0, node: tree, isCell: false });',
    'if (tree !== undefined) queue.push({ squaredChord: 0, cell: 1, node: tree, isCell: false });',
  ),
  ...each(
    `${draw}/withstands.ts`,
    'where no seat is needed the coalition of nobody wins, and what is tolerated is the answer too',
    'if (needed < 0) return tolerated;',
  ),
  ...each(
    `${draw}/withstands.ts`,
    'it makes room for numbers that stay zero or that nobody reads',
    'const chances = new Float64Array(drawn + 2);',
    'const width = needed + 2;',
    'let best = new Float64Array((most + 2) * width);',
    'const won = Array.from({ length: here + 2 }, (_, agents) => {',
  ),
  ...each(
    `${draw}/withstands.ts`,
    'a coalition without agents wins nothing: that is the zero which stands there already',
    'let agents = 1;',
    'for (let b = 1; b <= most; b++)',
  ),
  ...each(
    `${draw}/withstands.ts`,
    'more is computed than is read, and what is read is the same',
    'while (agents < size && chanceOf(agents) <= accepted) agents++;',
    'const [isLast, isFirst] = [position === 0, position === quadrants.length + 1];',
    'const fewest = false ? needed : 1;',
  ),
  ...each(
    `${server}/verdict/endings.ts`,
    "what is neither 'ended' nor 'changed' is lost, whatever its name",
    'if (!locked || locked.leaseOwner !== challenge.leaseOwner || locked.dueAt === null) return undefined;',
  ),
  ...each(
    `${server}/verdict/endings.ts`,
    'what the caller has read is read again: the same rows, because a commit refuses those that have changed since',
    'for (let isFirst = false; ; isFirst = false) {',
  ),
  ...each(
    `${server}/verdict/judge.ts`,
    'no timer of ten seconds is exact to a millisecond',
    'const patienceMs = 10001;',
  ),
];
