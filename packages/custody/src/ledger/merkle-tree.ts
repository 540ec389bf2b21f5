import { sha256 } from '../bytes.ts'

const leafPrefix = Uint8Array.of(0x00)
const nodePrefix = Uint8Array.of(0x01)

/** The hash of a log entry (RFC 9162 §2.1.1). */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256(leafPrefix, entry)

/** The hash of an inner node (RFC 9162 §2.1.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(nodePrefix, left, right)

/** Whether these bytes can be a hash. With another length, a proof could split a node's two halves elsewhere. */
export const isHash = (bytes: Uint8Array): boolean => bytes.length === 32

/** The largest power of two smaller than `size`, where RFC 9162 splits a tree of two or more leaves. */
export const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** The root over leaf hashes (RFC 9162 §2.1.1); without leaves, the hash of nothing. */
export const rootHash = (leafHashes: readonly Uint8Array[]): Uint8Array => {
  const [first] = leafHashes
  if (!first) return sha256()
  if (leafHashes.length === 1) return first
  const split = splitOf(leafHashes.length)
  return nodeHash(rootHash(leafHashes.slice(0, split)), rootHash(leafHashes.slice(split)))
}
