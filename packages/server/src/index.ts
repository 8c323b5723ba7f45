export { openImages } from './campaign/image-pool.ts';
export { openSpool } from './campaign/spool.ts';
