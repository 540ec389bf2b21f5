import { sha256 } from '../bytes.ts'
import { nodeHash } from './merkle-tree.ts'

/**
 * What is needed to append to a log: the roots of the full subtrees that contain its leaves, largest first, one for each 1 in
 * the binary form of `size`.
 */
export interface Frontier {
  readonly size: number
  readonly roots: readonly Uint8Array[]
}

/** The frontier of an empty log. */
export const emptyFrontier: Frontier = { size: 0, roots: [] }

/** The frontier after one more leaf. Costs one hash amortised, at most log2(size). */
export const appendLeaf = (frontier: Frontier, leaf: Uint8Array): Frontier => {
  const roots = [...frontier.roots]
  let grown = leaf
  for (let rest = frontier.size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    const left = roots.pop()
    if (left) grown = nodeHash(left, grown)
  }
  roots.push(grown)
  return { size: frontier.size + 1, roots }
}

/** The root of the whole log (RFC 9162 §2.1.1). */
export const frontierRoot = (frontier: Frontier): Uint8Array =>
  frontier.roots.length === 0 ? sha256() : frontier.roots.reduceRight((right, left) => nodeHash(left, right))
