/** So long the news of a position may be behind those of the order that closed it. */
const behindMs = 250

/** Has an order that closed something wait for what became of its position, so that both are told as one. */
export function awaitPosition<Order, Position extends { readonly id: number }>(
  tell: (order: Order, position: Position | null) => void,
) {
  const waiting = new Map<number, { readonly order: Order; readonly timer: ReturnType<typeof setTimeout> }>()
  const end = (positionId: number, position: Position | null) => {
    const found = waiting.get(positionId)
    if (!found) return
    clearTimeout(found.timer)
    waiting.delete(positionId)
    tell(found.order, position)
  }
  return {
    closed(positionId: number, order: Order) {
      end(positionId, null)
      waiting.set(positionId, { order, timer: setTimeout(() => end(positionId, null), behindMs) })
    },
    arrived: (position: Position) => end(position.id, position),
  }
}
