import { storedCell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import type { State } from '../state.ts'
import { isRecent } from '../trading/depth.ts'
import { keepPosition } from '../trading/fill.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import { openBook, tradingOf } from '../trading/instruments.ts'
import { positionIn } from '../trading/lots.ts'
import { addOrder } from '../trading/orders.ts'
import { awaitBook, deadlineOf } from '../trading/prices.ts'
import { restoreReserved } from '../trading/recount.ts'
import type { CoreSnapshot, OrderRow, PositionRow } from '../types.ts'
import { futuresClaims } from './claims.ts'
import { addMarket } from './markets.ts'
import { fundingDues, walkUnfunded } from './schedule.ts'
import { type FuturesMarket, futuresOf, type Holder, type Order, type Position } from './state.ts'

/** Builds the futures book from the database's rows. Guards come with the first marks. */
export function restoreFutures(state: State, snapshot: CoreSnapshot): void {
  openBook(state, futuresOf(state), futuresClaims, fundingDues)
  for (const option of snapshot.futuresOptions) addMarket(state, option).told = option
  for (const row of snapshot.fundings) {
    const instrument = tradingOf(state).instruments.get(row.instrument)
    if (instrument) instrument.funding = row
  }
  for (const row of snapshot.futuresSettings) ownerOf(state, row).settings.set(row.optionId, storedCell(row))
  for (const row of [...snapshot.positions].sort((a, b) => a.id - b.id)) restorePosition(state, row)
  for (const row of [...snapshot.orders].sort((a, b) => a.id - b.id)) restoreOrder(state, row)
  for (const row of [...snapshot.recentFills].sort((a, b) => a.id - b.id)) {
    if (row.book === 'futures' && isRecent(row.at, snapshot.lastBatchAt ?? 0)) ownerOf(state, row).recentFills.push(row)
  }
  restoreReserved(state, futuresOf(state))
}

type Owned = { readonly siteId: number; readonly memberId: number; readonly optionId: number }

function ownerOf(state: State, { siteId, memberId }: Owned): Holder {
  const holder = holderIn(state, futuresOf(state), siteId, memberId)
  invariant(holder !== null, `member ${memberId} of a futures row has no wallet`)
  return holder
}

function placeOf(state: State, { siteId, optionId }: Owned): FuturesMarket {
  const market = marketIn(futuresOf(state), siteId, optionId)
  invariant(market !== null, `futures option ${optionId} of site ${siteId} is missing`)
  return market
}

function restorePosition(state: State, row: PositionRow): void {
  if (row.book !== 'futures' || row.closedAt !== null) return
  const market = placeOf(state, row)
  const position: Position = {
    ...storedCell(row),
    holder: ownerOf(state, row),
    market,
    lot: row.lot,
    takeProfit: null,
    stopLoss: null,
    guards: { rises: null, falls: null, wake: null, stop: null },
    guarded: null,
    liquidPrice: undefined,
  }
  keepPosition(position)
  const { funding } = market.instrument
  if (funding && row.fundingIndex !== funding.index) walkUnfunded(market.instrument)
}

function restoreOrder(state: State, row: OrderRow): void {
  if (row.book !== 'futures' || row.closedAt !== null) return
  const holder = ownerOf(state, row)
  const order: Order = {
    ...storedCell(row),
    holder,
    market: placeOf(state, row),
    lot: row.lot,
    trigger: null,
  }
  addOrder(order)
  if (row.marketType === 'TAKEPROFIT' || row.marketType === 'STOPLOSS') {
    const position = positionIn(order)
    invariant(position?.row.id === row.positionId, `order ${row.id} guards a position that is not open`)
    position[row.marketType === 'TAKEPROFIT' ? 'takeProfit' : 'stopLoss'] = order
  }
  const deadline = deadlineOf(order)
  if (deadline !== null) awaitBook(state, order, deadline)
}
