import type { Scenario } from '../proof-type.ts';

/** Both provers run on this machine, which really computes some hundred kH/s. */
export const scenario: Scenario = {
  challengersLine: 'and 3 that measure compute',
  challengers: [1, 2, 3].map((n) => ({ name: `compute-challenger-${n}`, claims: {} })),
  provers: [
    { name: 'honest-worker', claims: { hash_rate: '20' }, truth: 'claims 20 kH/s, and computes more' },
    { name: 'boasting-worker', claims: { hash_rate: '50000' }, truth: 'claims 50000 kH/s, and computes less' },
  ],
};
