/** What only agents need: sockets and keys of Node. Browsers and the service never load it. */
export * from './handshake.ts';
export { probe as polProbe } from './pol/probe.ts';
export * from './udp-door.ts';
