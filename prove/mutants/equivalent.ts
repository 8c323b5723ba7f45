/** A mutant that changes nothing that anybody could notice, so that no test can. */
export interface Equivalent {
  readonly path: string;
  /** The line as the mutant has it. */
  readonly becomes: string;
  readonly why: string;
}

export const equivalents: readonly Equivalent[] = [];
