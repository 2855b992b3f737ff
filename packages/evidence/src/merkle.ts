import { equalBytes, fromHex, toHex } from './bytes.ts'
import { emptyRoot, nodeHash } from './hash.ts'

/** A sibling on the path from a leaf to the root, and its side. */
export interface ProofStep {
  readonly side: 'left' | 'right'
  readonly hash: string
}

/** Proof that the leaf at `index` of `leafCount` belongs to `root`. Hashes are hex. */
export interface InclusionProof {
  readonly index: number
  readonly leafCount: number
  readonly path: ProofStep[]
  readonly root: string
}

/** Root of the leaves; an odd node at the end of a level is promoted unchanged. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return emptyRoot()
  let level = leaves
  while (level.length > 1) level = levelAbove(level)
  return level[0]!
}

/** Proof of the leaf at `index`; throws RangeError outside the leaves. */
export function merkleProof(leaves: readonly Uint8Array[], index: number): InclusionProof {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) throw new RangeError('no such leaf')
  const path: ProofStep[] = []
  let level = leaves
  for (let at = index; level.length > 1; at >>= 1) {
    const sibling = level[at ^ 1] // none: the odd node at the end, promoted
    if (sibling) path.push({ side: at % 2 === 1 ? 'left' : 'right', hash: toHex(sibling) })
    level = levelAbove(level)
  }
  return { index, leafCount: leaves.length, path, root: toHex(level[0]!) }
}

/** Whether the proof leads from this leaf, at the place that it names, to its root. Never throws on malformed proofs. */
export function verifyProof(leaf: Uint8Array, proof: InclusionProof): boolean {
  const { index, leafCount, path } = proof
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(leafCount) || index < 0 || index >= leafCount) return false
  try {
    let hash = leaf
    let step = 0
    for (let at = index, last = leafCount - 1; last > 0; at = Math.floor(at / 2), last = Math.floor(last / 2)) {
      if (at === last && at % 2 === 0) continue // promoted: no sibling on this level
      const { side, hash: sibling } = path[step++] ?? { side: 'right', hash: '' }
      if (side !== (at % 2 === 1 ? 'left' : 'right')) return false
      hash = side === 'left' ? nodeHash(fromHex(sibling), hash) : nodeHash(hash, fromHex(sibling))
    }
    return step === path.length && equalBytes(hash, fromHex(proof.root))
  } catch (error) {
    if (error instanceof RangeError) return false // a hash that is no hash
    throw error
  }
}

/** All levels of a tree, the leaves first and the root last. */
export function levelsOf(leaves: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; ) {
    level = levelAbove(level)
    levels.push(level)
  }
  return levels
}

function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = []
  for (let i = 0; i < level.length; i += 2) {
    const right = level[i + 1]
    above.push(right ? nodeHash(level[i]!, right) : level[i]!)
  }
  return above
}
