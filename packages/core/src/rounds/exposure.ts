import type { Side } from '@maru/contract'
import { invariant } from '../invariant.ts'
import type { Minor, PriceUnits } from '../types.ts'

/**
 * What the house can lose at most on an undecided round: the greatest Σ payouts − Σ stakes over all ways in which it can end.
 * A refunded stake counts as paid out. Amounts are whole minor units of KRW, exact as safe integers.
 */
export interface Exposure {
  /** The greatest loss; negative where the house wins whatever comes. */
  value(): number
  /** The value if this stake were added. */
  with(side: Side, stake: Minor, payout: Minor): number
  add(side: Side, stake: Minor, payout: Minor): void
  /** Takes a stake out whose strike is not known yet (it becomes void). */
  remove(side: Side, stake: Minor, payout: Minor): void
}

/** Rent: one strike for all, so the sides decide. */
export class RentExposure implements Exposure {
  #stakes = 0
  #buy = 0
  #sell = 0

  value(): number {
    return Math.max(this.#buy, this.#sell) - this.#stakes
  }

  with(side: Side, stake: Minor, payout: Minor): number {
    const buy = this.#buy + (side === 'B' ? Number(payout) : 0)
    const sell = this.#sell + (side === 'S' ? Number(payout) : 0)
    return Math.max(buy, sell) - this.#stakes - Number(stake)
  }

  add(side: Side, stake: Minor, payout: Minor): void {
    this.#change(side, Number(stake), Number(payout))
  }

  remove(side: Side, stake: Minor, payout: Minor): void {
    this.#change(side, -Number(stake), -Number(payout))
  }

  /** What the house loses when `winner` wins. */
  lossIf(winner: Side): number {
    return (winner === 'B' ? this.#buy : this.#sell) - this.#stakes
  }

  #change(side: Side, stake: number, payout: number): void {
    this.#stakes += stake
    if (side === 'B') this.#buy += payout
    else this.#sell += payout
    invariant(this.#stakes >= 0 && this.#buy >= 0 && this.#sell >= 0, 'rent exposure below zero')
  }
}

/**
 * Binary: each bet has its own strike s. With close c a buy is paid out in full for c > s and refunded at c = s, a sell in full
 * for c < s; so Σ payouts is a step function of c, kept as its steps. Strikes that are not known yet count as winning everywhere.
 */
export class BinaryExposure implements Exposure {
  #stakes = 0
  #unknown = 0
  /** Σ payouts for a close below all strikes. */
  #below = 0
  readonly #steps = new StepTree()

  value(): number {
    return this.#below + this.#steps.greatestRise() + this.#unknown - this.#stakes
  }

  with(_side: Side, stake: Minor, payout: Minor): number {
    return this.value() + Number(payout) - Number(stake)
  }

  add(_side: Side, stake: Minor, payout: Minor): void {
    this.#stakes += Number(stake)
    this.#unknown += Number(payout)
  }

  remove(_side: Side, stake: Minor, payout: Minor): void {
    this.#stakes -= Number(stake)
    this.#unknown -= Number(payout)
    invariant(this.#stakes >= 0 && this.#unknown >= 0, 'binary exposure below zero')
  }

  /** The strike of a stake that was added became known. */
  strike(side: Side, stake: Minor, payout: Minor, price: PriceUnits): void {
    const paid = Number(payout)
    const refund = Number(stake)
    this.#unknown -= paid
    invariant(this.#unknown >= 0, 'more strikes than stakes')
    if (side === 'B') {
      this.#steps.add(price, refund)
      this.#steps.add(price + 1, paid - refund)
    } else {
      this.#below += paid
      this.#steps.add(price, refund - paid)
      this.#steps.add(price + 1, -refund)
    }
  }

  /** What the house loses at close `price`, unknown strikes counted as winning. */
  lossAt(price: PriceUnits): number {
    return this.#below + this.#steps.riseTo(price) + this.#unknown - this.#stakes
  }
}

/** Bits of a safe integer, and of the prices that a new trie has room for. */
const MAX_BITS = 53
const FIRST_BITS = 16

/**
 * Steps of a function over integer prices (safe, not negative), in a binary trie that has nodes only where steps are and grows with
 * the highest price. Each node knows the sum of its steps and the greatest sum of a prefix of them, so that adding a step and asking
 * for the greatest value cost O(bits).
 */
class StepTree {
  #left: Int32Array = new Int32Array(256)
  #right: Int32Array = new Int32Array(256)
  #sum: Float64Array = new Float64Array(256)
  #greatest: Float64Array = new Float64Array(256)
  #size = 1 // node 0 is "none": sum 0, greatest 0
  #root: number
  #bits = FIRST_BITS
  readonly #path = new Int32Array(MAX_BITS + 1)

  constructor() {
    this.#root = this.#size++
  }

  /** The greatest sum of steps from the left; 0 when every prefix is negative (a close below all steps). */
  greatestRise(): number {
    return this.#greatest[this.#root]!
  }

  /** The sum of all steps at prices ≤ price. */
  riseTo(price: number): number {
    if (price >= 2 ** this.#bits) return this.#sum[this.#root]!
    let node = this.#root
    let sum = 0
    for (let bit = this.#bits - 1; bit >= 0 && node !== 0; bit--) {
      if (bitOf(price, bit)) {
        sum += this.#sum[this.#left[node]!]!
        node = this.#right[node]!
      } else node = this.#left[node]!
    }
    return node === 0 ? sum : sum + this.#sum[node]!
  }

  add(price: number, step: number): void {
    invariant(Number.isSafeInteger(price) && price >= 0, `price ${price} is out of range`)
    if (this.#size + 2 * MAX_BITS > this.#sum.length) this.#grow()
    while (price >= 2 ** this.#bits) this.#raise()
    const bits = this.#bits
    const path = this.#path
    let node = this.#root
    path[0] = node
    for (let bit = bits - 1; bit >= 0; bit--) {
      const side = bitOf(price, bit) ? this.#right : this.#left
      if (side[node] === 0) side[node] = this.#size++
      node = side[node]!
      path[bits - bit] = node
    }
    const leaf = this.#sum[node]! + step
    this.#sum[node] = leaf
    this.#greatest[node] = leaf > 0 ? leaf : 0
    for (let depth = bits - 1; depth >= 0; depth--) {
      const parent = path[depth]!
      const left = this.#left[parent]!
      const right = this.#right[parent]!
      const leftSum = this.#sum[left]!
      const throughRight = leftSum + this.#greatest[right]!
      this.#sum[parent] = leftSum + this.#sum[right]!
      this.#greatest[parent] = throughRight > this.#greatest[left]! ? throughRight : this.#greatest[left]!
    }
  }

  /** Makes room for prices of one bit more: all that there are have a 0 there. */
  #raise(): void {
    const root = this.#size++
    this.#left[root] = this.#root
    this.#sum[root] = this.#sum[this.#root]!
    this.#greatest[root] = this.#greatest[this.#root]!
    this.#root = root
    this.#bits++
  }

  #grow(): void {
    const length = this.#sum.length * 2
    this.#left = copied(new Int32Array(length), this.#left)
    this.#right = copied(new Int32Array(length), this.#right)
    this.#sum = copied(new Float64Array(length), this.#sum)
    this.#greatest = copied(new Float64Array(length), this.#greatest)
  }
}

/** Bit of a safe integer; shifts see its lower 32 bits only. */
const bitOf = (price: number, bit: number): boolean =>
  ((bit < 32 ? price >>> bit : Math.floor(price / 2 ** 32) >>> (bit - 32)) & 1) === 1

function copied<A extends Int32Array | Float64Array>(into: A, from: A): A {
  into.set(from)
  return into
}
