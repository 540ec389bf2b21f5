import { sameBytes } from '../bytes.ts'
import { LedgerError } from './ledger-error.ts'
import { isHash, nodeHash, rootHash, splitOf } from './merkle-tree.ts'

/** The leaves from `start` (inclusive) to `end` (exclusive): a subtree whose root is in a proof. */
export interface Subtree {
  readonly start: number
  readonly end: number
}

const path = (index: number, start: number, end: number): Subtree[] => {
  if (end - start === 1) return []
  const middle = start + splitOf(end - start)
  return index < middle
    ? [...path(index, start, middle), { start: middle, end }]
    : [...path(index, middle, end), { start, end: middle }]
}

/**
 * The subtrees whose roots prove that leaf `index` is in a log of `size` (RFC 9162 §2.1.3.1), nearest to the leaf first,
 * for a log whose hashes are stored.
 *
 * @throws LedgerError ledger.out_of_range
 */
export const inclusionPath = (index: number, size: number): Subtree[] => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) {
    throw new LedgerError('ledger.out_of_range', `A log of ${size} entries has no entry ${index}`)
  }
  return path(index, 0, size)
}

/** The proof that leaf `index` is in the log with these leaf hashes. */
export const inclusionProof = (leafHashes: readonly Uint8Array[], index: number): Uint8Array[] =>
  inclusionPath(index, leafHashes.length).map(({ start, end }) => rootHash(leafHashes.slice(start, end)))

/** The values that a proof of inclusion is checked against. */
export interface InclusionClaim {
  leaf: Uint8Array
  index: number
  size: number
  proof: readonly Uint8Array[]
  root: Uint8Array
}

/** Whether the proof shows that `leaf` is at `index` of a log of `size` with this root (RFC 9162 §2.1.3.2). */
export const verifyInclusion = ({ leaf, index, size, proof, root }: InclusionClaim): boolean => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  const steps = path(index, 0, size)
  if (steps.length !== proof.length || ![leaf, ...proof].every(isHash)) return false
  const computed = proof.reduce((hash, sibling, step) => {
    const isLeftSibling = (steps[step]?.end ?? 0) <= index
    return isLeftSibling ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
  }, leaf)
  return sameBytes(computed, root)
}
