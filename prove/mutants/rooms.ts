/** Sources in which a fault must not stay unnoticed. */
export interface Room {
  readonly name: string;
  readonly parts: readonly Part[];
}

/** Sources with the same tests. */
export interface Part {
  /** Files, or folders without what is below them. A file belongs to the first part that has it. */
  readonly sources: readonly string[];
  /** The nearest tests come first, because most faults are noticed there. */
  readonly tests: readonly string[];
}

const server = 'packages/server/src';
const proofs = 'packages/proofs/src';
const client = 'packages/client/src';
const whole = ['ways-to-end', 'coordinator', 'seats'].map((it) => `${server}/coordination/${it}.test.ts`);

export const rooms: readonly Room[] = [
  {
    name: 'session',
    parts: [
      {
        sources: [`${server}/session`],
        tests: ['sessions', 'session', 'api-keys'].map((it) => `${server}/session/${it}.test.ts`),
      },
    ],
  },
  {
    name: 'ledger',
    parts: [
      {
        sources: [`${server}/ledger`],
        tests: [
          ...['ledger', 'budgets'].map((it) => `${server}/ledger/${it}.test.ts`),
          `${server}/verdict/payments.test.ts`,
          ...['orders', 'handlers'].map((it) => `${server}/ledger/${it}.test.ts`),
        ],
      },
    ],
  },
  {
    name: 'verdict',
    parts: [
      {
        sources: [
          'attestations',
          'credentials',
          'eas-attestations',
          'location-stamps',
          'statements',
          'transcripts',
        ].map((it) => `${server}/verdict/${it}.ts`),
        tests: ['statements', 'attestations', 'endings'].map((it) => `${server}/verdict/${it}.test.ts`),
      },
      {
        sources: [`${server}/verdict`],
        tests: [...['payments', 'judge', 'endings'].map((it) => `${server}/verdict/${it}.test.ts`), ...whole],
      },
    ],
  },
  {
    name: 'choices',
    parts: [
      { sources: [`${proofs}/draw/withstands.ts`], tests: [`${proofs}/draw/withstands.test.ts`] },
      {
        sources: [`${proofs}/draw`, `${proofs}/committees.ts`, `${proofs}/shuffle.ts`],
        tests: [
          ...['free-leaves', 'tree', 'cells', 'nearest', 'pool', 'draw'].map((it) => `${proofs}/draw/${it}.test.ts`),
          ...['committees', 'shuffle'].map((it) => `${proofs}/${it}.test.ts`),
        ],
      },
      { sources: [`${server}/coordination/draws.ts`], tests: whole },
    ],
  },
  {
    name: 'evidence',
    parts: [
      {
        sources: [`${proofs}/evidence/direct-request.ts`],
        tests: [`${server}/coordination/direct.test.ts`],
      },
      { sources: [`${proofs}/evidence`], tests: [`${proofs}/evidence/evidence.test.ts`] },
      {
        sources: [`${client}/evidence.ts`, `${client}/examine-evidence.ts`],
        tests: [`${client}/evidence.test.ts`, `${client}/fixtures.test.ts`],
      },
    ],
  },
];

/** Whether a file does not ship, but is made for tests. */
export const isNoSource = (path: string): boolean => /\.test\.ts$|\/(fixtures|index|testing[\w-]*)\.ts$/.test(path);
