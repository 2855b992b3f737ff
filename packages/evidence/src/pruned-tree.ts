import { fromHex, toHex } from './bytes.ts'
import { nodeHash } from './hash.ts'
import { type InclusionProof, levelsOf, type ProofStep } from './merkle.ts'

/**
 * The rest of a tree of which only some leaves are kept: the hash of every largest subtree without a kept leaf. With the
 * kept leaves these make the same root, and the same proof of each kept leaf, as the whole tree did.
 */
export interface PrunedTree {
  readonly leafCount: number
  /** Level 0 are the leaves; hashes are hex. */
  readonly hashes: readonly (readonly [level: number, index: number, hash: string])[]
}

/** Prunes the tree over `leaves` to those at the places in `kept`; throws RangeError for a place outside or a tree without leaves. */
export function pruneTree(leaves: readonly Uint8Array[], kept: Iterable<number>): PrunedTree {
  if (leaves.length === 0) throw new RangeError('a tree has leaves')
  const levels = levelsOf(leaves)
  let needed = new Set<number>()
  for (const place of kept) {
    if (!Number.isInteger(place) || place < 0 || place >= leaves.length) throw new RangeError('no such leaf')
    needed.add(place)
  }
  const hashes: [number, number, string][] = []
  for (const [level, nodes] of levels.entries()) {
    const above = new Set([...needed].map((index) => index >> 1))
    const isTop = level === levels.length - 1
    // A node is stored where its parent cannot stand for it, because a kept leaf lies under its sibling.
    for (const [index, hash] of nodes.entries()) {
      if (!needed.has(index) && (isTop || above.has(index >> 1))) hashes.push([level, index, toHex(hash)])
    }
    needed = above
  }
  return { leafCount: leaves.length, hashes }
}

/** Proof of the kept leaf at `index`, from the hashes of all kept leaves by place; throws RangeError where the tree does not hold it. */
export function prunedProof(tree: PrunedTree, kept: ReadonlyMap<number, Uint8Array>, index: number): InclusionProof {
  if (!kept.has(index)) throw new RangeError('no such leaf')
  const levels = fill(tree, kept)
  const path: ProofStep[] = []
  for (const [level, nodes] of levels.slice(0, -1).entries()) {
    const at = index >> level
    const sibling = nodes.get(at ^ 1)
    if (sibling) path.push({ side: at % 2 === 1 ? 'left' : 'right', hash: toHex(sibling) })
  }
  return { index, leafCount: tree.leafCount, path, root: toHex(rootIn(levels)) }
}

/** The root that the kept leaves and the hashes make; throws RangeError where one is missing. */
export const prunedRoot = (tree: PrunedTree, kept: ReadonlyMap<number, Uint8Array>): Uint8Array =>
  rootIn(fill(tree, kept))

/** All nodes that can be known, level by level. */
function fill(tree: PrunedTree, kept: ReadonlyMap<number, Uint8Array>): Map<number, Uint8Array>[] {
  if (!Number.isSafeInteger(tree.leafCount) || tree.leafCount < 1) throw new RangeError('a tree has leaves')
  const told = new Map<number, [number, Uint8Array][]>()
  for (const [level, index, hash] of tree.hashes) {
    const ofLevel = told.get(level) ?? []
    ofLevel.push([index, fromHex(hash)])
    told.set(level, ofLevel)
  }
  const levels: Map<number, Uint8Array>[] = []
  let below: ReadonlyMap<number, Uint8Array> = new Map()
  for (let level = 0, size = tree.leafCount; ; level++, size = Math.ceil(size / 2)) {
    const nodes = new Map<number, Uint8Array>(level === 0 ? kept : [])
    for (const [index, hash] of below) {
      if (index % 2 === 1) continue
      const right = below.get(index + 1)
      const isPromoted = index + 1 >= Math.ceil(tree.leafCount / 2 ** (level - 1))
      if (right) nodes.set(index / 2, nodeHash(hash, right))
      else if (isPromoted) nodes.set(index / 2, hash)
    }
    for (const [index, hash] of told.get(level) ?? []) nodes.set(index, hash)
    levels.push(nodes)
    if (size === 1) return levels
    below = nodes
  }
}

function rootIn(levels: readonly ReadonlyMap<number, Uint8Array>[]): Uint8Array {
  const root = levels.at(-1)?.get(0)
  if (!root) throw new RangeError('a part of the tree is missing')
  return root
}
