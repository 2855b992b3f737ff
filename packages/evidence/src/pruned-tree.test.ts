import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from './bytes.ts'
import { leafHash } from './hash.ts'
import { merkleProof, merkleRoot, verifyProof } from './merkle.ts'
import { prunedProof, prunedRoot, pruneTree } from './pruned-tree.ts'

const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => leafHash({ index }))
const choice = fc
  .integer({ min: 1, max: 150 })
  .chain((size) => fc.record({ size: fc.constant(size), places: fc.uniqueArray(fc.nat(size - 1)) }))

test('a pruned tree has the same root and gives the same proofs of what it kept as the whole one', () => {
  fc.assert(
    fc.property(choice, ({ size, places }) => {
      const leaves = leavesOf(size)
      const tree = pruneTree(leaves, places)
      const kept = new Map(places.map((place) => [place, leaves[place]!]))
      expect(toHex(prunedRoot(tree, kept))).toBe(toHex(merkleRoot(leaves)))
      for (const place of places) {
        const proof = prunedProof(tree, kept, place)
        expect(proof).toEqual(merkleProof(leaves, place))
        expect(verifyProof(leaves[place]!, proof)).toBe(true)
      }
    }),
  )
})

test('a pruned tree keeps no more than it needs: one hash without a leaf, none with all, few around a run', () => {
  const leaves = leavesOf(1_000)
  expect(pruneTree(leaves, []).hashes).toEqual([[10, 0, toHex(merkleRoot(leaves))]])
  expect(pruneTree(leaves, leaves.keys()).hashes).toEqual([])
  expect(
    pruneTree(
      leaves,
      Array.from({ length: 100 }, (_, i) => 450 + i),
    ).hashes.length,
  ).toBeLessThan(20)
})

test('nothing else than what was kept is proved, and a missing or exchanged part gives no root or another', () => {
  const leaves = leavesOf(21)
  const tree = pruneTree(leaves, [3, 20])
  const kept = new Map([3, 20].map((place) => [place, leaves[place]!]))
  const root = toHex(merkleRoot(leaves))
  expect(() => prunedProof(tree, kept, 4)).toThrow(RangeError)
  expect(() => prunedRoot({ ...tree, hashes: tree.hashes.slice(1) }, kept)).toThrow(RangeError)
  expect(() => prunedRoot(tree, new Map([[3, leaves[3]!]]))).toThrow(RangeError)
  expect(toHex(prunedRoot(tree, new Map([...kept, [3, leaves[4]!]])))).not.toBe(root)
  expect(() => pruneTree(leaves, [21])).toThrow(RangeError)
  expect(() => pruneTree([], [])).toThrow(RangeError)
})
