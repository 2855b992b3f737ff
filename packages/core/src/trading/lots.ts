import type { Holding, Market, Order, Position, Trader } from './state.ts'

/** The lot of what a member trades himself. Every other one is held apart from it and from one another: a copy. */
export const OWN_LOT = 0

/** Names a lot among those of its trader. */
export const lotName = ({ market, lot }: Pick<Holding, 'market' | 'lot'>): string => `${market.row.id}:${lot}`

/** What a trader holds himself in a market. */
export const ownLot = <M extends Market>(trader: Trader<M>, market: M): Holding<M> => ({ trader, market, lot: OWN_LOT })

/** The open position of a lot: there is one at most. */
export const positionIn = <M extends Market>(holding: Holding<M>): Position<M> | null =>
  holding.trader.positions.get(lotName(holding)) ?? null

/** Whether two things are of the same lot of a trader. */
export const isSameLot = (a: Holding, b: Holding): boolean => a.market === b.market && a.lot === b.lot

/** The lots that orders of a trader are in, each once; TP, SL and liquidations of a whole position count for none. */
export function lotsOf<M extends Market>(orders: Iterable<Order<M>>): Holding<M>[] {
  const lots = new Map<string, Holding<M>>()
  for (const order of orders) {
    const name = lotName(order)
    if (order.row.qty !== null && !lots.has(name))
      lots.set(name, { trader: order.trader, market: order.market, lot: order.lot })
  }
  return [...lots.values()]
}

/** Whether a trader has a position or an order in a market that is none of his own lot. */
export function hasCopies<M extends Market>(trader: Trader<M>, market: M): boolean {
  const isCopy = (one: Holding<M>) => one.market === market && one.lot !== OWN_LOT
  return [...trader.positions.values()].some(isCopy) || [...trader.orders.values()].some(isCopy)
}
