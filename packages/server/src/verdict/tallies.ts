/** How many challenges ended in each hour, by verdict. Endings count themselves; this is how others read it. */
export { readTally } from './store.ts';
