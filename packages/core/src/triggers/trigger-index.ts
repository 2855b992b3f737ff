import { invariant } from '../invariant.ts'
import type { PriceUnits } from '../types.ts'
import { Ladder } from './ladder.ts'

/** Which price of the instrument a trigger waits for. */
export type TriggerPrice = 'last' | 'mark' | 'bid' | 'ask'
/** `rises` fires when the price is at or above the level, `falls` when it is at or below. */
export type Direction = 'rises' | 'falls'
/** Classes of triggers in the order in which one tick fires them. */
export const Rank = { guard: 0, stop: 1, limit: 2 } as const
export type Rank = (typeof Rank)[keyof typeof Rank]
/** Names one resting trigger of one book until it fires or is removed. Not kept across a restart: no part of the state. */
export type TriggerHandle = number & { readonly '~trigger': never }

export interface Trigger<T> {
  readonly kind: TriggerPrice
  readonly direction: Direction
  readonly level: PriceUnits
  readonly rank: Rank
  readonly seq: number
  readonly item: T
}

const kinds = ['last', 'mark', 'bid', 'ask'] as const
const ranks = [Rank.guard, Rank.stop, Rank.limit] as const
const directions = ['rises', 'falls'] as const
const LADDERS_OF_KIND = ranks.length * directions.length
/** Handles are generation × SLOTS + slot: a handle that was used up never names a later trigger. */
const SLOTS = 2 ** 26
const GENERATIONS = 2 ** 26

/**
 * Everything of one instrument that waits for a price: limit orders, stops, TP/SL and liquidation guards. What a price crosses
 * comes out by rank, then in the order in which the price went through the levels (rising: the lowest first; falling: the highest
 * first; rises before falls), then by seq. A tick that fires nothing costs six comparisons.
 */
export class TriggerIndex<T extends NonNullable<unknown>> {
  /** By kind, rank, direction: the order of firing. Keys are levels, negated where the lowest fires first. */
  readonly #ladders: readonly Ladder[] = Array.from({ length: kinds.length * LADDERS_OF_KIND }, () => new Ladder())
  // Each trigger has a slot. What is read together lies side by side: firing touches the item alone and costs one cache miss.
  readonly #items: (T | undefined)[] = []
  #keysAndSeqs = new Float64Array(2 * 64)
  #generationsAndLadders = new Int32Array(2 * 64)
  readonly #free: number[] = []

  get size(): number {
    return this.#items.length - this.#free.length
  }

  /**
   * Adds a trigger, crossed already or not. `seq` orders triggers of one level and must differ from that of every other one of
   * the same kind, direction, rank and level (an id does); otherwise throws InvariantBroken.
   */
  add(kind: TriggerPrice, direction: Direction, level: PriceUnits, rank: Rank, seq: number, item: T): TriggerHandle {
    invariant(Number.isSafeInteger(level), 'a level is a whole number of ticks')
    invariant(Number.isSafeInteger(seq), 'a sequence is a whole number')
    const ladder = ladderOf(kind, rank, direction)
    const slot = this.#takeSlot()
    const key = keyOf(direction, level)
    this.#ladders[ladder]!.insert(key, seq, slot)
    this.#keysAndSeqs[2 * slot] = key
    this.#keysAndSeqs[2 * slot + 1] = seq
    this.#generationsAndLadders[2 * slot + 1] = ladder
    this.#items[slot] = item
    return (this.#generationsAndLadders[2 * slot]! * SLOTS + slot) as TriggerHandle
  }

  /** Takes a resting trigger out and returns its item; throws InvariantBroken when it fired or was removed before. */
  remove(handle: TriggerHandle): T {
    const slot = this.#slotOf(handle)
    const ladder = this.#ladders[this.#ladderAt(slot)]!
    const deleted = ladder.delete(this.#keyAt(slot), this.#seqAt(slot))
    invariant(deleted === slot, 'a trigger is found where it was put')
    return this.#release(slot)
  }

  /** Puts a resting trigger at another level; its handle and seq stay. */
  move(handle: TriggerHandle, level: PriceUnits): void {
    invariant(Number.isSafeInteger(level), 'a level is a whole number of ticks')
    const slot = this.#slotOf(handle)
    const index = this.#ladderAt(slot)
    const key = keyOf(directionOf(index), level)
    if (key === this.#keyAt(slot)) return
    const ladder = this.#ladders[index]!
    ladder.insert(key, this.#seqAt(slot), slot)
    const deleted = ladder.delete(this.#keyAt(slot), this.#seqAt(slot))
    invariant(deleted === slot, 'a trigger is found where it was put')
    this.#keysAndSeqs[2 * slot] = key
  }

  /**
   * Takes out up to `max` of the triggers that `price` crosses and hands each to `fired`; returns how many. Each time the first in
   * order of those that rest at that moment is taken: `fired` may add, move and remove others. While the answer is `max` there may
   * be more: call again at the same price. What has to wait for the next price (the rest of a limit order) is added again after.
   */
  fire(kind: TriggerPrice, price: PriceUnits, max: number, fired: (item: T, level: PriceUnits) => void): number {
    invariant(Number.isSafeInteger(price), 'a price is a whole number of ticks')
    invariant(max > 0, 'a turn fires at least one trigger')
    let count = 0
    while (count < max) {
      const index = this.#firstCrossed(kind, price)
      if (index < 0) break
      const ladder = this.#ladders[index]!
      const level = keyOf(directionOf(index), ladder.top)
      count++
      fired(this.#release(ladder.pop()), level)
    }
    return count
  }

  /** Whether `price` would fire anything. */
  isCrossed(kind: TriggerPrice, price: PriceUnits): boolean {
    return this.#firstCrossed(kind, price) >= 0
  }

  /** The level that fires first in a direction, over all ranks; null when none waits. */
  nearest(kind: TriggerPrice, direction: Direction): PriceUnits | null {
    const top = Math.max(...ranks.map((rank) => this.#ladders[ladderOf(kind, rank, direction)]!.top))
    return top === Number.NEGATIVE_INFINITY ? null : keyOf(direction, top)
  }

  /** The level at which a resting trigger waits. */
  levelOf(handle: TriggerHandle): PriceUnits {
    const slot = this.#slotOf(handle)
    return keyOf(directionOf(this.#ladderAt(slot)), this.#keyAt(slot))
  }

  /** Everything that rests, by kind, then in the order of firing: equal for a restored book, so fit for a hash. */
  *resting(): Generator<Trigger<T>> {
    for (const kind of kinds)
      for (const rank of ranks)
        for (const direction of directions)
          for (const slot of this.#ladders[ladderOf(kind, rank, direction)]!.slots()) {
            const level = keyOf(direction, this.#keyAt(slot))
            yield { kind, direction, level, rank, seq: this.#seqAt(slot), item: this.#items[slot] as T }
          }
  }

  #firstCrossed(kind: TriggerPrice, price: PriceUnits): number {
    const first = kindPlace[kind] * LADDERS_OF_KIND
    for (let index = first; index < first + LADDERS_OF_KIND; index++)
      if (this.#ladders[index]!.top >= keyOf(directionOf(index), price)) return index
    return -1
  }

  #slotOf(handle: TriggerHandle): number {
    const slot = handle % SLOTS
    invariant(this.#items[slot] !== undefined, 'a handle names a resting trigger')
    invariant(this.#generationAt(slot) === (handle - slot) / SLOTS, 'a handle is used while its trigger rests')
    return slot
  }

  #keyAt(slot: number): number {
    return this.#keysAndSeqs[2 * slot]!
  }

  #seqAt(slot: number): number {
    return this.#keysAndSeqs[2 * slot + 1]!
  }

  #generationAt(slot: number): number {
    return this.#generationsAndLadders[2 * slot]!
  }

  #ladderAt(slot: number): number {
    return this.#generationsAndLadders[2 * slot + 1]!
  }

  #takeSlot(): number {
    const free = this.#free.pop()
    if (free !== undefined) {
      invariant(this.#items[free] === undefined, 'a free slot holds no trigger')
      this.#generationsAndLadders[2 * free] = (this.#generationAt(free) + 1) % GENERATIONS
      return free
    }
    const slot = this.#items.length
    invariant(slot < SLOTS, 'a book holds at most 67 million triggers')
    if (2 * slot === this.#keysAndSeqs.length) this.#grow()
    this.#items.push(undefined)
    return slot
  }

  /** Frees a slot; its handle is used up from now on. */
  #release(slot: number): T {
    const item = this.#items[slot]
    invariant(item !== undefined, 'a trigger leaves its slot once')
    this.#items[slot] = undefined
    this.#free.push(slot)
    return item
  }

  #grow(): void {
    const length = this.#keysAndSeqs.length * 2
    const [floats, whole] = [new Float64Array(length), new Int32Array(length)]
    floats.set(this.#keysAndSeqs)
    whole.set(this.#generationsAndLadders)
    this.#keysAndSeqs = floats
    this.#generationsAndLadders = whole
  }
}

const kindPlace: Readonly<Record<TriggerPrice, number>> = { last: 0, mark: 1, bid: 2, ask: 3 }

function ladderOf(kind: TriggerPrice, rank: Rank, direction: Direction): number {
  return kindPlace[kind] * LADDERS_OF_KIND + rank * directions.length + (direction === 'rises' ? 0 : 1)
}

const directionOf = (ladder: number): Direction => (ladder % 2 === 0 ? 'rises' : 'falls')

/** The key of a level, and the level of a key: rising prices reach the lowest level first, so there the order is turned. */
const keyOf = (direction: Direction, level: number): number => (direction === 'rises' ? 0 - level : level)
