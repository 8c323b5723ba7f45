/** In a file of its own, which is loaded with the first request on a chain. */
export { requestHandlerAbi } from '@trigpoint/protocol';
