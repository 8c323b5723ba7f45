import { setPriority } from 'node:os';

/**
 * Gives the process of a test, and all that it starts, a low priority, so that tests that measure get the cores. Where this is
 * not allowed, the test runs as it is.
 */
try {
  setPriority(10);
} catch {}
