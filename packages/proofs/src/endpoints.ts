/** Which endpoints may be dialled, and whether an agent answers there. It loads no probe, so the service can use it. */
export * from './address-kinds.ts';
export * from './knock.ts';
