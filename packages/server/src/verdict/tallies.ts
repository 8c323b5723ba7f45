/** How many challenges ended in each hour, by verdict. Endings count; other rooms read the counts here. */
export { readTally } from './store.ts';
