import { emptyRoot, nodeHash } from './hash.ts'

/**
 * A tree that only grows at its end: keeps the roots of its complete subtrees, one per set bit of its size, so that
 * appending is O(1) amortised and the root O(log n). Same root as `merkleRoot` over the same leaves.
 */
export class MerkleFrontier {
  /** Roots of the complete subtrees, largest first. */
  readonly #peaks: Uint8Array[]
  #size: number

  constructor(state: { readonly size: number; readonly peaks: readonly Uint8Array[] } = { size: 0, peaks: [] }) {
    if (bitCount(state.size) !== state.peaks.length) throw new RangeError('as many peaks as the size has set bits')
    this.#peaks = [...state.peaks]
    this.#size = state.size
  }

  get size(): number {
    return this.#size
  }

  /** Appends one leaf hash (32 bytes) and returns its index. */
  append(leaf: Uint8Array): number {
    const index = this.#size
    let hash = leaf
    for (let rest = index; rest % 2 === 1; rest = Math.floor(rest / 2)) hash = nodeHash(this.#peaks.pop()!, hash)
    this.#peaks.push(hash)
    this.#size = index + 1
    return index
  }

  root(): Uint8Array {
    if (this.#size === 0) return emptyRoot()
    let hash = this.#peaks.at(-1)!
    for (let i = this.#peaks.length - 2; i >= 0; i--) hash = nodeHash(this.#peaks[i]!, hash)
    return hash
  }

  /** What a new frontier needs to continue from here. */
  state(): { readonly size: number; readonly peaks: readonly Uint8Array[] } {
    return { size: this.#size, peaks: [...this.#peaks] }
  }
}

function bitCount(size: number): number {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('a size is a non-negative integer')
  let bits = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2
  return bits
}
