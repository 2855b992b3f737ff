/** The news of an order are here about as soon as the reply that accepts it. After so long without any the reply tells it. */
const graceMs = 1_000
/** More orders than a member sends within the grace. */
const mostTold = 100

/**
 * Has `tell` called with an order that was accepted and that the channel does not tell of, because the line was away or opened too late: once,
 * when the grace is over.
 */
export function tellUntold<Order extends { readonly id: number }>(tell: (order: Order) => void) {
  const ids = new Set<number>()
  return {
    /** The channel told of the order. */
    told(id: number) {
      ids.add(id)
      const [oldest] = ids
      if (ids.size > mostTold && oldest !== undefined) ids.delete(oldest)
    },
    /** The reply accepted the order. */
    accepted(order: Order) {
      setTimeout(() => {
        if (!ids.has(order.id)) tell(order)
      }, graceMs)
    },
  }
}
