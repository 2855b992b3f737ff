/** The news of an order are here about as soon as the reply that accepts it. After so long without any the reply tells it. */
const graceMs = 1_000
/** More orders than a member sends within the grace. */
const mostTold = 100

/** Which orders the channel has told of: one that it did not, because the line was away or opened too late, is told from its reply. */
export interface ToldOrders {
  /** The channel told of the order. */
  told(id: number): void
  /** The order was accepted: `tell` is called once, later, unless the channel tells of it before. */
  accepted(id: number, tell: () => void): void
}

export function createToldOrders(): ToldOrders {
  const ids = new Set<number>()
  return {
    told(id) {
      ids.add(id)
      if (ids.size <= mostTold) return
      for (const oldest of ids) {
        ids.delete(oldest)
        return
      }
    },
    accepted(id, tell) {
      if (ids.has(id)) return
      setTimeout(() => {
        if (!ids.has(id)) tell()
      }, graceMs)
    },
  }
}
