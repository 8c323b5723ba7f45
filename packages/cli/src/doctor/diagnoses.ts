/** What one check found. */
export interface Diagnosis {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'bad' | 'skipped';
  readonly says: string;
  /** What to do, where something should be done. */
  readonly advice?: string;
}

export const fine = (name: string, says: string): Diagnosis => ({ name, state: 'ok', says });
export const skipped = (name: string, says: string): Diagnosis => ({ name, state: 'skipped', says });
export const warning = (name: string, says: string, advice: string): Diagnosis => ({
  name,
  state: 'warning',
  says,
  advice,
});
export const bad = (name: string, says: string, advice: string): Diagnosis => ({ name, state: 'bad', says, advice });

export const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
};
