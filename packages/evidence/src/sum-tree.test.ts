import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { saltedLeafHash } from './hash.ts'
import { sha256 } from './sha256-node.ts'
import {
  emptySum,
  type SumNode,
  type SumProof,
  siblingsOf,
  sumNode,
  sumParents,
  sumStep,
  verifySum,
} from './sum-tree.ts'

const leavesOf = (sums: readonly bigint[]): SumNode[] =>
  sums.map((sum, index) => ({ hash: saltedLeafHash('00', { index }), sum }))

function levelsOf(leaves: readonly SumNode[]): (readonly SumNode[])[] {
  const levels = [leaves]
  while (levels.at(-1)!.length > 1) levels.push(sumParents(levels.at(-1)!))
  return levels
}

function proofOf(leaves: readonly SumNode[], index: number): SumProof {
  const levels = levelsOf(leaves)
  const path = siblingsOf(index, leaves.length).map(({ level, index: at, side }) => sumStep(side, levels[level]![at]!))
  return { index, leafCount: leaves.length, path }
}

const rootOf = (leaves: readonly SumNode[]) => {
  const { hash, sum } = levelsOf(leaves).at(-1)![0] ?? emptySum()
  return { hash: toHex(hash), sum }
}

const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 1, maxLength: 60 })
const place = amounts.chain((sums) => fc.record({ sums: fc.constant(sums), index: fc.nat(sums.length - 1) }))

test('a node hashes both children and both sums, 16 bytes each, big-endian', () => {
  const [left, right] = leavesOf([1n, 258n]) as [SumNode, SumNode]
  const bytes = (sum: string) => fromHex(sum.padStart(32, '0'))
  const input = new Uint8Array([1, ...left.hash, ...bytes('01'), ...right.hash, ...bytes('0102')])
  expect(sumNode(left, right)).toEqual({ hash: sha256(input), sum: 259n })
})

test('the root states the sum of all leaves, and every leaf of every size has a proof that holds', () => {
  for (let size = 1; size <= 33; size++) {
    const leaves = leavesOf(Array.from({ length: size }, (_, index) => BigInt(index * 7)))
    const root = rootOf(leaves)
    expect(root.sum).toBe(leaves.reduce((sum, leaf) => sum + leaf.sum, 0n))
    for (let index = 0; index < size; index++)
      expect(verifySum(leaves[index]!, proofOf(leaves, index), root)).toBe(true)
  }
  expect(rootOf([]).sum).toBe(0n)
})

test('a leaf with another amount, a sibling with another sum, or another total does not hold', () => {
  fc.assert(
    fc.property(place, fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.nat(), ({ sums, index }, more, which) => {
      const leaves = leavesOf(sums)
      const leaf = leaves[index]!
      const proof = proofOf(leaves, index)
      const root = rootOf(leaves)
      expect(verifySum({ ...leaf, sum: leaf.sum + more }, proof, root)).toBe(false)
      expect(verifySum(leaf, proof, { ...root, sum: root.sum + more })).toBe(false)
      if (proof.path.length === 0) return // the root is the leaf, whose content names its amount
      expect(verifySum({ ...leaf, sum: leaf.sum + more }, proof, { ...root, sum: root.sum + more })).toBe(false)
      const at = which % proof.path.length
      const path = proof.path.map((step, i) => (i === at ? { ...step, sum: String(BigInt(step.sum) + more) } : step))
      expect(verifySum(leaf, { ...proof, path }, root)).toBe(false)
      expect(verifySum(leaf, { ...proof, path }, { ...root, sum: root.sum + more })).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('a proof holds for its own place only, and neither shorter nor longer', () => {
  fc.assert(
    fc.property(place, fc.nat(), ({ sums, index }, other) => {
      const leaves = leavesOf(sums)
      const proof = proofOf(leaves, index)
      const root = rootOf(leaves)
      const leaf = leaves[index]!
      const elsewhere = other % sums.length
      if (elsewhere !== index) expect(verifySum(leaf, { ...proof, index: elsewhere }, root)).toBe(false)
      const step = sumStep('right', leaf)
      expect(verifySum(leaf, { ...proof, path: [...proof.path, step] }, root)).toBe(false)
      if (proof.path.length > 0) expect(verifySum(leaf, { ...proof, path: proof.path.slice(1) }, root)).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('a negative sum never counts, and malformed proofs do not hold and do not throw', () => {
  const leaves = leavesOf([5n, 6n, 7n, 8n, 9n])
  const proof = proofOf(leaves, 2)
  const root = rootOf(leaves)
  const leaf = leaves[2]!
  expect(() => sumNode({ ...leaf, sum: -1n }, leaf)).toThrow(RangeError)
  expect(() => sumNode({ ...leaf, sum: (1n << 127n) - 1n }, leaf)).toThrow(RangeError)
  expect(() => siblingsOf(5, 5)).toThrow(RangeError)
  const step = (change: Partial<SumProof['path'][number]>) => ({
    ...proof,
    path: [{ ...proof.path[0]!, ...change }, ...proof.path.slice(1)],
  })
  for (const broken of [
    { ...proof, index: -1 },
    { ...proof, index: 1.5 },
    { ...proof, leafCount: Number.NaN },
    { ...proof, leafCount: 0 },
    step({ hash: 'zz' }),
    step({ sum: '-8' }),
    step({ sum: '' }),
    step({ sum: '9'.repeat(40) }),
    step({ side: 'left' }),
  ])
    expect(verifySum(leaf, broken, root)).toBe(false)
  expect(verifySum(leaf, proof, { ...root, hash: 'no hash' })).toBe(false)
})
