export { type EnrolmentContext, openEnrolmentUlid, sealEnrolmentUlid } from './enrolment/enrolment-ulid.ts'
export { type Measure, measured, measureStream } from './envelope/checksum.ts'
export { type ClientKeyPair, generateClientKeyPair, importPrivateKey, importPublicKey } from './envelope/client-keys.ts'
export { EnvelopeError, type EnvelopeErrorCode } from './envelope/envelope-error.ts'
export { openBytes, sealBytes } from './envelope/in-memory.ts'
export { headerBytes, plainSize, sealedSize, segmentBytes } from './envelope/layout.ts'
export { deriveOpening, type Opening, openStream } from './envelope/open.ts'
export { openRange, type PlainRange, type SegmentRange, segmentRange } from './envelope/open-range.ts'
export type { RecordingContext, SealedContext } from './envelope/recording-context.ts'
export { partContext, type SealedMetadata, type SealOptions, sealPart, sealStream } from './envelope/seal.ts'
export { type SealClaim, type SealProblem, sealProblems } from './envelope/seal-problems.ts'
export { unwrapDek, type Wrapping, wrappingOf } from './envelope/wrapped-dek.ts'
export { canonicalEvent, type JsonValue } from './ledger/canonical-event.ts'
export { type Checkpoint, signCheckpoint, verifyCheckpoint } from './ledger/checkpoint.ts'
export {
  type CheckpointKeyPair,
  type CheckpointSigner,
  generateCheckpointKeyPair,
  importCheckpointSigner,
  verifierKeyOf,
} from './ledger/checkpoint-keys.ts'
export {
  type ConsistencyClaim,
  consistencyPath,
  consistencyProof,
  verifyConsistency,
} from './ledger/consistency-proof.ts'
export { appendLeaf, emptyFrontier, type Frontier, frontierRoot } from './ledger/frontier.ts'
export {
  type InclusionClaim,
  inclusionPath,
  inclusionProof,
  type Subtree,
  verifyInclusion,
} from './ledger/inclusion-proof.ts'
export { LedgerError, type LedgerErrorCode } from './ledger/ledger-error.ts'
export { leafHash, nodeHash, rootHash } from './ledger/merkle-tree.ts'
export type { ClientPrivateKey, ClientPublicKey } from './platform/platform-crypto.ts'
