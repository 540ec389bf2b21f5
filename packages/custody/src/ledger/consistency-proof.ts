import { sameBytes } from '../bytes.ts'
import type { Subtree } from './inclusion-proof.ts'
import { LedgerError } from './ledger-error.ts'
import { isHash, nodeHash, rootHash, splitOf } from './merkle-tree.ts'

const isTreeSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0

const subproof = (oldSize: number, start: number, end: number, isOldRootKnown: boolean): Subtree[] => {
  if (oldSize === end) return isOldRootKnown ? [] : [{ start, end }]
  const middle = start + splitOf(end - start)
  return oldSize <= middle
    ? [...subproof(oldSize, start, middle, isOldRootKnown), { start: middle, end }]
    : [...subproof(oldSize, middle, end, false), { start, end: middle }]
}

/**
 * The subtrees whose roots prove that a log of `newSize` begins with the log of `oldSize` (RFC 9162 §2.1.4.1), for a log
 * whose hashes are stored. From an empty log, or between equal sizes, none are needed.
 *
 * @throws LedgerError ledger.out_of_range
 */
export const consistencyPath = (oldSize: number, newSize: number): Subtree[] => {
  if (!isTreeSize(oldSize) || !isTreeSize(newSize) || oldSize > newSize) {
    throw new LedgerError('ledger.out_of_range', `A log of ${newSize} entries never had ${oldSize}`)
  }
  return oldSize === 0 ? [] : subproof(oldSize, 0, newSize, true)
}

/** The proof that the log with these leaf hashes begins with its first `oldSize` leaves. */
export const consistencyProof = (leafHashes: readonly Uint8Array[], oldSize: number): Uint8Array[] =>
  consistencyPath(oldSize, leafHashes.length).map(({ start, end }) => rootHash(leafHashes.slice(start, end)))

/** The values that a proof of consistency is checked against. */
export interface ConsistencyClaim {
  oldSize: number
  oldRoot: Uint8Array
  newSize: number
  newRoot: Uint8Array
  proof: readonly Uint8Array[]
}

/**
 * Whether the proof shows that the newer log only appended to the older one (RFC 9162 §2.1.4.2). Any log continues the empty
 * one, whose root must still be the hash of nothing.
 */
export const verifyConsistency = ({ oldSize, oldRoot, newSize, newRoot, proof }: ConsistencyClaim): boolean => {
  if (!isTreeSize(oldSize) || !isTreeSize(newSize) || oldSize > newSize) return false
  if (oldSize === 0) return proof.length === 0 && sameBytes(oldRoot, rootHash([]))
  if (oldSize === newSize) return proof.length === 0 && sameBytes(oldRoot, newRoot)
  const steps = subproof(oldSize, 0, newSize, true)
  if (steps.length !== proof.length || !proof.every(isHash)) return false
  const isFullTree = steps.every(({ start }) => start >= oldSize)
  const siblings = steps.map((step, at) => ({ isLeft: step.start < oldSize, hash: proof[at] ?? oldRoot }))
  const seed = isFullTree ? oldRoot : (siblings.shift()?.hash ?? oldRoot)
  let old = seed
  let grown = seed
  for (const { isLeft, hash } of siblings) {
    if (isLeft) old = nodeHash(hash, old)
    grown = isLeft ? nodeHash(hash, grown) : nodeHash(grown, hash)
  }
  return sameBytes(old, oldRoot) && sameBytes(grown, newRoot)
}
