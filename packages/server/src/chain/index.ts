export { type Block, type ChainNode, type OnChainChallenge, openNode } from './nodes.ts';
export { ChainRequests, type ConfirmedRequest, type Found } from './requests.ts';
export { openResultChain } from './result-chain.ts';
export { type ResultChain, ResultRecorder } from './results.ts';
