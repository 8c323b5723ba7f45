export { ChainRequests, type ConfirmedRequest, type Found } from './requests.ts';
export { openResultChain } from './result-chain.ts';
export { type ResultChain, ResultRecorder } from './results.ts';
export { type Block, type OnChainChallenge, openRpcEndpoint, type RpcEndpoint } from './rpc-endpoints.ts';
