import { useState } from 'preact/hooks';
import { wrongOf } from './states.tsx';

/** Something that somebody does with a button: whether it is under way, and what went wrong with the last try. */
export interface Work {
  readonly busy: boolean;
  readonly problem: string | undefined;
  /** Returns true if it was done. */
  work(does: () => unknown): Promise<boolean>;
}

export const useWork = (): Work => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    busy,
    problem,
    work: async (does) => {
      setBusy(true);
      setProblem(undefined);
      try {
        await does();
        return true;
      } catch (error) {
        setProblem(wrongOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
};
