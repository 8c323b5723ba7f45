/** Which endpoints may be dialled, and who is there: for the service, which loads no probe. */
export * from './address-kinds.ts';
export * from './knock.ts';
