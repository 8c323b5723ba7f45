/** As much as a page needs to ask for a proof. It is a file of its own, because no bundler finds what else it could leave out. */
export {
  createWalletClient,
  decodeErrorResult,
  encodeFunctionData,
  formatEther,
  http,
  parseEventLogs,
} from 'viem';
export { privateKeyToAccount } from 'viem/accounts';
