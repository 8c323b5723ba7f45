/** The same work, of which at most so many run at a time; whoever comes when all places are taken waits for one. */
export const inTurn = <A extends readonly unknown[], T>(most: number, work: (...args: A) => Promise<T>) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (...args: A): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
};
