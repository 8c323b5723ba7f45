/** What only agents need: sockets, keys and probes that need Node. Browsers never load it. */
export * from './endpoints.ts';
export * from './handshake.ts';
export { driveRound } from './pob/challenger-round.ts';
export { fillDatagrams, openKeystream } from './pob/keystream.ts';
export type { Lane } from './pob/lane.ts';
export { createProbe as createPobProbe, type ProbeOptions as PobProbeOptions } from './pob/probe.ts';
export { answerRound } from './pob/prover-round.ts';
export { type DownReceiver, openDownReceiver } from './pob/receiver.ts';
export type { RoundOptions } from './pob/round.ts';
export { runWorker } from './pob/worker.ts';
export { probe as polProbe } from './pol/probe.ts';
export * from './udp-listener.ts';
export { readAtlas, readDrawingAtlas } from './zones/atlas-file.ts';
