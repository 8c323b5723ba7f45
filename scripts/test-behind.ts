import { setPriority } from 'node:os';

/** The process of a test, and all that it starts, yields the cores to those that measure. Whoever may not say so goes on as it is. */
try {
  setPriority(10);
} catch {}
