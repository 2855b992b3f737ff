/** Ids of orders that closed lately and whose they were, so that who cancels one too late is told why. Two generations, as replies. */
export class ClosedOrders {
  #young = new Map<number, number>()
  #old = new Map<number, number>()

  has(memberId: number, orderId: number): boolean {
    return (this.#young.get(orderId) ?? this.#old.get(orderId)) === memberId
  }

  remember(memberId: number, orderId: number): void {
    if (this.#young.size >= GENERATION_MAX) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(orderId, memberId)
  }
}

const GENERATION_MAX = 50_000
