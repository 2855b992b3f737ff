import { chainHash, fromHex, leafHash, MerkleFrontier, merkleProof, merkleRoot, toHex } from '@maru/evidence'

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
  /** When the log went on after a stop within this minute: ticks shortly before may be missing. Null: the minute is whole. */
  readonly cutAt: number | null
}

/** Where the log of an instrument goes on: the newest closed minute. */
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

  /** Says that the log goes on at `at` after a stop: the open minute may miss ticks, and its row will tell. */
  markCut(at: number): void {
    this.#cutAt = at
  }

  #close(): LoggedMinute | null {
    const leaves = this.#leaves
    const cutAt = this.#cutAt
    if (leaves.length === 0) {
      this.#cutAt = null
      return null
    }
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

/** Whether a logged minute is what it says: root of its leaves, seq rising, chain on the previous one. */
export function verifyMinute(minute: LoggedMinute): boolean {
  const root = merkleRoot(minute.leaves.map(leafHash))
  const rising = minute.leaves.every((leaf, i) => i === 0 || leaf.seq > (minute.leaves[i - 1]?.seq ?? 0))
  return (
    rising &&
    minute.leaves.length > 0 &&
    toHex(root) === minute.root &&
    toHex(chainHash(fromHex(minute.previousChain), root)) === minute.chain
  )
}

/** Proof that the tick with `seq` stands in a logged minute; null where it does not. */
export function proveTick(minute: LoggedMinute, seq: number) {
  const index = minute.leaves.findIndex((leaf) => leaf.seq === seq)
  return index < 0 ? null : merkleProof(minute.leaves.map(leafHash), index)
}
