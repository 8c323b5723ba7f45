/** Removes the oldest members of a set or map until it has no more than `most`. */
export const keepNewest = <K>(all: Set<K> | Map<K, unknown>, most: number): void => {
  for (const oldest of all.keys()) {
    if (all.size <= most) return;
    all.delete(oldest);
  }
};
