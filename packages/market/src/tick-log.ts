import {
  chainHash,
  fromHex,
  type InclusionProof,
  leafHash,
  MerkleFrontier,
  merkleProof,
  merkleRoot,
  type PrunedTree,
  prunedProof,
  prunedRoot,
  pruneTree,
  toHex,
} from '@maru/evidence'

export const logMinuteMs = 60_000

/** One tick as it is hashed (rules A, evidence): decimals as strings. */
export interface TickLeaf {
  readonly optionId: string // the instrument
  readonly source: string
  readonly sourceTradeId: string
  readonly sourceTs: number
  readonly recvTs: number
  readonly price: string
  readonly qty: string
  readonly seq: number
}

/** A closed minute of one instrument. Hashes are hex; `chain` = SHA-256(previousChain ‖ root). */
export interface LoggedMinute {
  readonly instrument: string
  readonly minute: number
  /** Counts the instrument's minutes with ticks, from 1. */
  readonly chainNo: number
  readonly leaves: readonly TickLeaf[]
  readonly root: string
  readonly previousChain: string
  readonly chain: string
  /** When the log resumed after a stop, within this minute or since the one before: ticks shortly before it may be missing. Null: no stop. */
  readonly cutAt: number | null
  /** Only in a reduced minute: `leaves` are the kept ones, at these places of the tree; this is the rest of the tree. */
  readonly pruned?: PrunedTree & { readonly places: readonly number[] }
}

/** The newest closed minute of an instrument: its log continues from it. */
export interface ChainHead {
  readonly chainNo: number
  readonly chain: string
  readonly minute: number
}

/** The open minute of one instrument's log: appended to tick by tick, closed once, never changed afterwards. */
export class TickLog {
  readonly instrument: string
  #chainNo: number
  #chain: string
  #minute: number
  #leaves: TickLeaf[] = []
  #tree = new MerkleFrontier()
  #cutAt: number | null = null

  /** `start`: the head of the chain; for a new chain, number 0 and the agreed first value. */
  constructor(instrument: string, start: ChainHead) {
    this.instrument = instrument
    this.#chainNo = start.chainNo
    this.#chain = start.chain
    this.#minute = start.minute + logMinuteMs
  }

  /** The minute that takes ticks now. */
  get minute(): number {
    return this.#minute
  }

  get size(): number {
    return this.#leaves.length
  }

  /**
   * Appends one tick. Minutes are those of receipt and never go back: a tick that is received late, or whose clock runs
   * behind, joins the minute that is open. Gives the minute that this tick closes, if it does.
   */
  append(leaf: TickLeaf): LoggedMinute | null {
    if (leaf.optionId !== this.instrument)
      throw new Error(`a tick of ${leaf.optionId} in the log of ${this.instrument}`)
    const closed = this.closeBefore(minuteOf(leaf.recvTs))
    const previous = this.#leaves.at(-1)
    if (previous && leaf.seq <= previous.seq) throw new Error(`seq ${leaf.seq} after ${previous.seq}`)
    this.#leaves.push(leaf)
    this.#tree.append(leafHash(leaf))
    return closed
  }

  /** Closes the open minute when it lies before `minute`; null where it had no tick (then nothing is logged of it). */
  closeBefore(minute: number): LoggedMinute | null {
    if (minute <= this.#minute) return null
    const closed = this.#close()
    this.#minute = minute
    return closed
  }

  /** Notes that the log resumes at `at` after a stop: the open minute may miss ticks, and its row says so. */
  markCut(at: number): void {
    this.#cutAt = at
  }

  #close(): LoggedMinute | null {
    const leaves = this.#leaves
    const cutAt = this.#cutAt
    if (leaves.length === 0) return null // the next minute that has ticks notes the stop
    const root = this.#tree.root()
    const previousChain = this.#chain
    this.#chain = toHex(chainHash(fromHex(previousChain), root))
    this.#chainNo++
    this.#leaves = []
    this.#tree = new MerkleFrontier()
    this.#cutAt = null
    return {
      instrument: this.instrument,
      minute: this.#minute,
      chainNo: this.#chainNo,
      leaves,
      root: toHex(root),
      previousChain,
      chain: this.#chain,
      cutAt,
    }
  }
}

export const minuteOf = (at: number): number => Math.floor(at / logMinuteMs) * logMinuteMs

/** Whether a logged minute, whole or reduced, is consistent: root of its leaves, rising seq, chain from the previous minute. */
export function verifyMinute(minute: LoggedMinute): boolean {
  const rising = minute.leaves.every((leaf, i) => i === 0 || leaf.seq > (minute.leaves[i - 1]?.seq ?? 0))
  const root = rising ? rootOf(minute) : null
  return (
    root !== null &&
    toHex(root) === minute.root &&
    toHex(chainHash(fromHex(minute.previousChain), root)) === minute.chain
  )
}

/** Proof that a logged minute contains the tick with `seq`; null where it does not, or where the tick was not kept. */
export function proveTick(minute: LoggedMinute, seq: number): InclusionProof | null {
  const index = minute.leaves.findIndex((leaf) => leaf.seq === seq)
  if (index < 0) return null
  const { pruned } = minute
  if (pruned === undefined) return merkleProof(minute.leaves.map(leafHash), index)
  return prunedProof(pruned, keptHashes(minute.leaves, pruned.places), pruned.places[index] ?? -1)
}

/**
 * The minute with only those ticks that `keeps` names, and of the rest the hashes that their proofs need: it verifies and proves
 * its kept ticks as before. Throws where the minute does not verify: a broken minute must stay as evidence.
 */
export function reduceMinute(minute: LoggedMinute, keeps: (leaf: TickLeaf) => boolean): LoggedMinute {
  if (minute.pruned !== undefined) throw new Error('a minute is reduced once')
  const hashes = minute.leaves.map(leafHash)
  const kept = [...minute.leaves.entries()].filter(([, leaf]) => keeps(leaf))
  const places = kept.map(([place]) => place)
  const leaves = kept.map(([, leaf]) => leaf)
  const pruned = { ...pruneTree(hashes, places), places }
  const reduced = { ...minute, leaves, pruned }
  if (!verifyMinute(reduced)) throw new Error(`minute ${minute.minute} of ${minute.instrument} does not verify`)
  return reduced
}

function rootOf({ leaves, pruned }: LoggedMinute): Uint8Array | null {
  if (pruned === undefined) return leaves.length === 0 ? null : merkleRoot(leaves.map(leafHash))
  if (pruned.places.length !== leaves.length) return null
  try {
    return prunedRoot(pruned, keptHashes(leaves, pruned.places))
  } catch (error) {
    if (error instanceof RangeError) return null // a hash is missing or is none
    throw error
  }
}

const keptHashes = (leaves: readonly TickLeaf[], places: readonly number[]) =>
  new Map(leaves.map((leaf, i) => [places[i] ?? -1, leafHash(leaf)]))
