/** The ledger without the rest of the service, for processes that do nothing else. */
export type { Tx } from '../db/driver.ts';
export { type DbOptions, openDb } from '../db/open.ts';
export { type Account, campaignAccount, network, requestAccount, userAccount } from './accounts.ts';
export { returnFuel, spendFuel } from './fuel.ts';
export { carryOut, type Order } from './orders.ts';
export { InsufficientBalance, post, type Transfer } from './transfers.ts';
