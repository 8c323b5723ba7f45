/** A mutant that changes nothing that anybody could notice, so that no test can. */
export interface Equivalent {
  readonly path: string;
  /** The line as the mutant has it. */
  readonly becomes: string;
  readonly why: string;
}

const server = 'packages/server/src';

/** What is sorted has no two that are equal, and of a comparison only the sign counts. */
const sorted = (path: string, line: string): Equivalent[] =>
  [line.replace(' < ', ' <= '), line.replace('? -1', '? -2'), line.replace(': 1)', ': 2)')].map((becomes) => ({
    path,
    becomes,
    why: 'no two are equal, and only the sign of a comparison counts',
  }));

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
];
