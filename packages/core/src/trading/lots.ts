import type { Holder, Holding, Market, Order, Position } from './state.ts'

/** The lot of what a member trades himself. Every other one is held apart from it and from one another: a copy. */
export const OWN_LOT = 0

/** Names a lot among those of its holder. */
export const lotName = ({ market, lot }: Pick<Holding, 'market' | 'lot'>): string =>
  lot === OWN_LOT ? market.ownLotName : nameOf(market.row.id, lot)

/** The name of what a member trades himself in a market. It is asked for several times with each order, so its market keeps it. */
export const ownLotName = (optionId: number): string => nameOf(optionId, OWN_LOT)

const nameOf = (optionId: number, lot: number): string => `${optionId}:${lot}`

/** What a holder holds himself in a market. */
export const ownLot = <M extends Market>(holder: Holder<M>, market: M): Holding<M> => ({ holder, market, lot: OWN_LOT })

/** The open position of a lot: there is one at most. */
export const positionIn = <M extends Market>(holding: Holding<M>): Position<M> | null =>
  holding.holder.positions.get(lotName(holding)) ?? null

/** Whether two things are of the same lot of a holder. */
export const isSameLot = (a: Holding, b: Holding): boolean => a.market === b.market && a.lot === b.lot

/** The lots that orders of a holder are in, each once; TP, SL and liquidations of a whole position count for none. */
export function lotsOf<M extends Market>(orders: Iterable<Order<M>>): Holding<M>[] {
  const lots = new Map<string, Holding<M>>()
  for (const order of orders) {
    const name = lotName(order)
    if (order.row.qty !== null && !lots.has(name))
      lots.set(name, { holder: order.holder, market: order.market, lot: order.lot })
  }
  return [...lots.values()]
}

/** The lots of a holder in a market in which a position or an order is open, each once. */
export function lotsIn<M extends Market>(holder: Holder<M>, market: M): Holding<M>[] {
  const lots = new Map<number, Holding<M>>()
  for (const { market: of, lot } of [...holder.positions.values(), ...holder.orders.values()])
    if (of === market && !lots.has(lot)) lots.set(lot, { holder, market, lot })
  return [...lots.values()]
}

/** Whether a holder has a position or an order in a market that is none of his own lot. */
export function hasCopies<M extends Market>(holder: Holder<M>, market: M): boolean {
  const isCopy = (one: Holding<M>) => one.market === market && one.lot !== OWN_LOT
  return [...holder.positions.values()].some(isCopy) || [...holder.orders.values()].some(isCopy)
}
