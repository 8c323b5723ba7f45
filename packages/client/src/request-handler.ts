/** A file of its own, so that a page loads it only with the first request on a chain. */
export { requestHandlerAbi } from '@trigpoint/protocol';
