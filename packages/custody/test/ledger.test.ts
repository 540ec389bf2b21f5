import { describe, expect, it } from 'vitest'
import {
  appendLeaf,
  canonicalEvent,
  consistencyProof,
  emptyFrontier,
  frontierRoot,
  inclusionProof,
  type JsonValue,
  LedgerError,
  leafHash,
  nodeHash,
  rootHash,
  verifyConsistency,
  verifyInclusion,
} from '../src/index.ts'
import { withBitFlipped } from './recordings.ts'

/** The eight leaves and roots that implementations of RFC 6962 and RFC 9162 use as test vectors. */
const knownLeaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const leaves = Array.from({ length: 64 }, (_, at) => leafHash(canonicalEvent({ at })))
const roots = Array.from({ length: 65 }, (_, size) => rootHash(leaves.slice(0, size)))
const sizes = roots.map((_, size) => size)
const root = (size: number): Uint8Array => roots[size] ?? new Uint8Array(0)
const leaf = (index: number): Uint8Array => leaves[index] ?? new Uint8Array(0)

describe('the root of a log', () => {
  it.each(knownRoots.map((expected, size) => ({ size, expected })))(
    'of $size well-known leaves is the published one',
    (known) => {
      const hashes = knownLeaves.slice(0, known.size).map((entry) => leafHash(Buffer.from(entry, 'hex')))
      expect(Buffer.from(rootHash(hashes)).toString('hex')).toBe(known.expected)
    },
  )

  it('can be computed from the frontier alone, which stays small', () => {
    let frontier = emptyFrontier
    for (const size of sizes) {
      expect(frontierRoot(frontier)).toEqual(root(size))
      expect(frontier.roots.length).toBe(size.toString(2).replaceAll('0', '').length)
      frontier = appendLeaf(frontier, leaf(size))
    }
  })

  it('differs between a leaf and a node of the same bytes', () => {
    expect(leafHash(Buffer.concat([leaf(0), leaf(1)]))).not.toEqual(nodeHash(leaf(0), leaf(1)))
  })
})

describe('a proof of inclusion', () => {
  it('holds for every entry of every log of up to 64, and for no other entry, size or root', () => {
    for (const size of sizes.slice(1)) {
      for (let index = 0; index < size; index++) {
        const claim = { leaf: leaf(index), index, size, root: root(size) }
        const proof = inclusionProof(leaves.slice(0, size), index)
        expect(verifyInclusion({ ...claim, proof })).toBe(true)
        expect(verifyInclusion({ ...claim, proof, leaf: leaf((index + 1) % 64) })).toBe(false)
        expect(verifyInclusion({ ...claim, proof, root: root(size - 1) })).toBe(false)
        expect(verifyInclusion({ ...claim, proof, index: index + 1 })).toBe(false)
        expect(verifyInclusion({ ...claim, proof: [...proof, leaf(0)] })).toBe(false)
        if (proof.length > 0) expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(false)
      }
    }
  })

  it('fails with any part changed', () => {
    const proof = inclusionProof(leaves.slice(0, 37), 20)
    for (const at of proof.keys()) {
      const changed = proof.map((hash, place) => (place === at ? withBitFlipped(hash, 9) : hash))
      expect(verifyInclusion({ leaf: leaf(20), index: 20, size: 37, root: root(37), proof: changed })).toBe(false)
      const cut = proof.map((hash, place) => (place === at ? hash.subarray(1) : hash))
      expect(verifyInclusion({ leaf: leaf(20), index: 20, size: 37, root: root(37), proof: cut })).toBe(false)
    }
  })

  it('does not accept an inner node as an entry', () => {
    const node = nodeHash(leaf(0), leaf(1))
    expect(
      verifyInclusion({ leaf: node, index: 0, size: 4, root: root(4), proof: [rootHash(leaves.slice(2, 4))] }),
    ).toBe(false)
  })

  it.each([-1, 8, 0.5, Number.NaN])('cannot be made for entry %d of 8', (index) => {
    expect(() => inclusionProof(leaves.slice(0, 8), index)).toThrow(LedgerError)
    expect(verifyInclusion({ leaf: leaf(0), index, size: 8, root: root(8), proof: [] })).toBe(false)
  })
})

describe('a proof of consistency', () => {
  it('holds between every two sizes up to 64, and for no rewritten history', () => {
    for (const newSize of sizes) {
      for (const oldSize of sizes.slice(0, newSize + 1)) {
        const proof = consistencyProof(leaves.slice(0, newSize), oldSize)
        const claim = { oldSize, oldRoot: root(oldSize), newSize, newRoot: root(newSize), proof }
        expect([oldSize, newSize, verifyConsistency(claim)]).toEqual([oldSize, newSize, true])
        expect(verifyConsistency({ ...claim, oldRoot: leafHash(leaf(1)) })).toBe(false)
        expect(verifyConsistency({ ...claim, proof: [...proof, leaf(0)] })).toBe(false)
        if (oldSize > 0) expect(verifyConsistency({ ...claim, newRoot: leafHash(leaf(1)) })).toBe(false)
        if (proof.length > 0) expect(verifyConsistency({ ...claim, proof: proof.slice(1) })).toBe(false)
      }
    }
  })

  it('fails when an old entry was changed, dropped or moved', () => {
    const swapped = [leaf(1), leaf(0), ...leaves.slice(2)]
    for (const rewritten of [[leaf(9), ...leaves.slice(1)], leaves.slice(1), swapped]) {
      const proof = consistencyProof(rewritten, 11)
      const claim = { oldSize: 11, newSize: rewritten.length, newRoot: rootHash(rewritten), proof }
      expect(verifyConsistency({ ...claim, oldRoot: root(11) })).toBe(false)
    }
  })

  it.each([-1, 9, 1.5])('cannot be made from size %d to 8', (oldSize) => {
    expect(() => consistencyProof(leaves.slice(0, 8), oldSize)).toThrow(LedgerError)
    const claim = { oldSize, oldRoot: root(8), newSize: 8, newRoot: root(8), proof: [] }
    expect(verifyConsistency(claim)).toBe(false)
  })
})

describe('the canonical form of an event', () => {
  const text = (event: JsonValue) => new TextDecoder().decode(canonicalEvent(event))

  it('follows RFC 8785', () => {
    const event = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
      string: '\u20ac$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(text(event)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('does not depend on the order of fields, or on undefined ones', () => {
    expect(text({ b: 1, a: { d: 2, c: undefined } })).toBe('{"a":{"d":2},"b":1}')
    expect(text({ '\ud83d\ude00': 1, '\ufb33': 2 })).toBe('{"\ud83d\ude00":1,"\ufb33":2}')
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { a: [Number.NaN] }])('does not exist for %j', (event) => {
    expect(() => canonicalEvent(event)).toThrow(LedgerError)
  })
})
