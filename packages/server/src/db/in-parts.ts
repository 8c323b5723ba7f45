/** A list that is read some rows at a time, so that it is never in memory as a whole. */
export interface PartedList<T> {
  readonly parts: AsyncIterable<readonly T[]>;
  /** The last item, if more follow; otherwise undefined. It is known only after all parts were read. */
  more(): T | undefined;
}

/** Reads at most `limit` items, `atATime` at a time. `read` returns up to `count` items after the given one. */
export const inParts = <T>(
  limit: number,
  atATime: number,
  read: (after: T | undefined, count: number) => Promise<readonly T[]>,
): PartedList<T> => {
  let more: T | undefined;
  const parts = async function* () {
    let last: T | undefined;
    for (let left = limit; left > 0; ) {
      const wanted = Math.min(atATime, left);
      // One more item is read than is wanted. It shows whether the list goes on.
      const found = await read(last, wanted + 1);
      const part = found.slice(0, wanted);
      if (part.length > 0) yield part;
      if (found.length <= wanted) return;
      last = part.at(-1);
      left -= wanted;
    }
    more = last;
  };
  return { parts: parts(), more: () => more };
};
