export { openImages } from './campaign/image-pool.ts';
export { openSpool } from './campaign/spool.ts';
export { type Config, ConfigError, configVariables, readConfig } from './config.ts';
export { type Service, startService } from './main.ts';
