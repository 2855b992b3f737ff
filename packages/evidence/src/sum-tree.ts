import { sha256 } from '#sha256'
import { equalBytes, fromHex, toHex } from './bytes.ts'
import { emptyRoot } from './hash.ts'

/**
 * A Merkle tree whose nodes carry the sum of the amounts below them, so that its root states a total and no leaf can be left out of it or
 * counted as less than nothing. A parent's hash covers both children's hashes and both children's sums.
 */
export interface SumNode {
  readonly hash: Uint8Array
  /** Minor units, 0 to 2^127 − 1. */
  readonly sum: bigint
}

/** A sibling on the path from a leaf to the root, its side and its sum (digits). Hashes are hex. */
export interface SumStep {
  readonly side: 'left' | 'right'
  readonly hash: string
  readonly sum: string
}

/** Proof that the leaf at `index` of `leafCount` is counted in the total of a root. */
export interface SumProof {
  readonly index: number
  readonly leafCount: number
  readonly path: readonly SumStep[]
}

const NODE = 0x01
const HASH_BYTES = 32
const SUM_BYTES = 16
const LIMIT = 1n << 127n

/** SHA-256(0x01 ‖ left hash ‖ left sum ‖ right hash ‖ right sum), sums as 16 bytes, big-endian. Throws RangeError where a sum has no room. */
export function sumNode(left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum
  if (sum >= LIMIT) throw new RangeError('a sum has no room')
  const input = new Uint8Array(1 + 2 * (HASH_BYTES + SUM_BYTES))
  input[0] = NODE
  write(input, 1, left)
  write(input, 1 + HASH_BYTES + SUM_BYTES, right)
  return { hash: sha256(input), sum }
}

function write(input: Uint8Array, offset: number, { hash, sum }: SumNode): void {
  if (hash.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes')
  if (sum < 0n || sum >= LIMIT) throw new RangeError('a sum is not negative and has room')
  input.set(hash, offset)
  for (let i = 0, rest = sum; i < SUM_BYTES; i++, rest >>= 8n)
    input[offset + HASH_BYTES + SUM_BYTES - 1 - i] = Number(rest & 0xffn)
}

/**
 * The nodes above those of a level, or above an even number of them; an odd one at the end is promoted unchanged. A tree's levels are made
 * so from the leaves on, up to the one of a single node, the root.
 */
export function sumParents(nodes: readonly SumNode[]): SumNode[] {
  const above: SumNode[] = []
  for (let i = 0; i < nodes.length; i += 2) {
    const right = nodes[i + 1]
    above.push(right ? sumNode(nodes[i]!, right) : nodes[i]!)
  }
  return above
}

/** The root of no leaves: nothing is owed. */
export const emptySum = (): SumNode => ({ hash: emptyRoot(), sum: 0n })

/** Where the siblings of a leaf stand in the levels of a tree of `leafCount` leaves, from the leaf upwards. Throws RangeError outside it. */
export function siblingsOf(
  index: number,
  leafCount: number,
): { level: number; index: number; side: SumStep['side'] }[] {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(leafCount) || index < 0 || index >= leafCount)
    throw new RangeError('no such leaf')
  const siblings: { level: number; index: number; side: SumStep['side'] }[] = []
  let [level, at, last] = [0, index, leafCount - 1]
  while (last > 0) {
    const isPromoted = at === last && at % 2 === 0
    if (!isPromoted)
      siblings.push(at % 2 === 1 ? { level, index: at - 1, side: 'left' } : { level, index: at + 1, side: 'right' })
    ;[level, at, last] = [level + 1, Math.floor(at / 2), Math.floor(last / 2)]
  }
  return siblings
}

/** Whether a leaf is counted in a root and its total. Never throws on malformed proofs. */
export function verifySum(
  leaf: SumNode,
  proof: SumProof,
  root: { readonly hash: string; readonly sum: bigint },
): boolean {
  try {
    const expected = siblingsOf(proof.index, proof.leafCount)
    if (expected.length !== proof.path.length) return false
    let node = leaf
    for (const [step, { side }] of expected.entries()) {
      const given = proof.path[step]!
      if (given.side !== side || !/^\d{1,39}$/.test(given.sum)) return false
      const sibling = { hash: fromHex(given.hash), sum: BigInt(given.sum) }
      node = side === 'left' ? sumNode(sibling, node) : sumNode(node, sibling)
    }
    return node.sum === root.sum && equalBytes(node.hash, fromHex(root.hash))
  } catch (error) {
    if (error instanceof RangeError) return false // a hash that is no hash, a sum without room, a leaf outside the tree
    throw error
  }
}

/** A sibling as a proof holds it. */
export const sumStep = (side: SumStep['side'], { hash, sum }: SumNode): SumStep => ({
  side,
  hash: toHex(hash),
  sum: String(sum),
})
