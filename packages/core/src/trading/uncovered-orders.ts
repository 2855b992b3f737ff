import type { Turn } from '../state.ts'
import type { Order } from './state.ts'

/** So many orders that are not paid for end in one turn. */
const ENDED_MAX = 16

/** Orders that are not paid for any more, and hold nothing back: the end of each is still to be told. */
export class Uncovered {
  readonly #orders = new Set<Order>()
  #turn: Turn | null = null
  #ended = 0

  get size(): number {
    return this.#orders.size
  }

  add(order: Order): void {
    this.#orders.add(order)
  }

  delete(order: Order): void {
    this.#orders.delete(order)
  }

  /** The one that has waited longest. */
  first(): Order | null {
    const [first] = this.#orders
    return first ?? null
  }

  /** Whether one more may end in this turn; it counts. */
  mayEnd(turn: Turn): boolean {
    if (this.#turn !== turn) {
      this.#turn = turn
      this.#ended = 0
    }
    return this.#ended++ < ENDED_MAX
  }
}
