export { fromBase64, hashFromHex, toBase64, toHex } from './bytes.ts';
export * from './checkpoints.ts';
export { cosign } from './cosignatures.ts';
export * from './entries.ts';
export * from './entry-bundles.ts';
export { EntryWatch, type OpenAcceptance } from './entry-watch.ts';
export { emptyRoot, hashBytes, leafHash, nodeHash } from './hashes.ts';
export * from './inclusion-files.ts';
export * from './monitor.ts';
export type { NoteSignature } from './note-signature.ts';
export * from './remote-log.ts';
export * from './seed-chains.ts';
export * from './signed-notes.ts';
export { collectSubtrees, type Subtrees } from './subtrees.ts';
export * from './tile-paths.ts';
export * from './tile-reader.ts';
export * from './tiles.ts';
export { type FullTile, TreeEdge } from './tree-edge.ts';
export { type Consistency, type Inclusion, verifyConsistency, verifyInclusion } from './tree-proofs.ts';
export type { SeenTree } from './tree-watch.ts';
export {
  formatVerifierKey,
  isKeyName,
  KeyError,
  makeSigner,
  parseVerifierKey,
  type SignatureType,
  type Signer,
  signatureTypes,
  type VerifierKey,
  verifierKey,
} from './verifier-keys.ts';
