import type { CrowdProver } from '@trigpoint/dev/crowd';
import type { DbOptions } from '@trigpoint/server';

export interface Settings {
  readonly place: DbOptions;
}

/** What the benchmark asks the process of the service, past the service itself. */
export type Question =
  | {
      readonly ask: 'mine';
      readonly provers: readonly CrowdProver[];
      readonly count: number;
      readonly challengers: number;
    }
  | { readonly ask: 'stock'; readonly first: number; readonly count: number }
  | { readonly ask: 'log'; readonly isOn: boolean }
  | { readonly ask: 'open' }
  | { readonly ask: 'cost' };

export interface Cost {
  readonly cpuUs: number;
  readonly rssBytes: number;
}
