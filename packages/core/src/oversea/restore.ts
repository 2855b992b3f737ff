import { storedCell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import type { State } from '../state.ts'
import { isRecent } from '../trading/depth.ts'
import { keepPosition } from '../trading/fill.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import { openBook } from '../trading/instruments.ts'
import { positionIn } from '../trading/lots.ts'
import { addOrder } from '../trading/orders.ts'
import { awaitBook, deadlineOf } from '../trading/prices.ts'
import { restoreReserved } from '../trading/recount.ts'
import type { CoreSnapshot, OrderRow, PositionRow } from '../types.ts'
import { overseaClaims } from './claims.ts'
import { addContract } from './markets.ts'
import { keepRaise } from './raises.ts'
import { queueReMargin } from './re-margin.ts'
import { type Contract, daysOf, type Holder, type Order, overseaOf, type Position } from './state.ts'

/** Builds the overseas book from the database's rows. Guards come with the first prices. */
export function restoreOversea(state: State, snapshot: CoreSnapshot): void {
  openBook(state, overseaOf(state), overseaClaims)
  for (const option of snapshot.overseaOptions) addContract(state, option).told = option
  const days = daysOf(state)
  for (const row of snapshot.fixings)
    if (days.fixing === null || row.tradingDay > days.fixing.tradingDay) days.fixing = row
  for (const row of snapshot.overseaRaises.toSorted((a, b) => a.id - b.id)) keepRaise(days.raises, storedCell(row))
  for (const row of [...snapshot.positions].sort((a, b) => a.id - b.id)) restorePosition(state, row)
  for (const row of [...snapshot.orders].sort((a, b) => a.id - b.id)) restoreOrder(state, row)
  for (const row of [...snapshot.recentFills].sort((a, b) => a.id - b.id)) {
    if (row.book === 'oversea' && isRecent(row.at, snapshot.lastBatchAt ?? 0)) ownerOf(state, row).recentFills.push(row)
  }
  restoreReserved(state, overseaOf(state))
  queueReMargin(state)
}

type Owned = { readonly siteId: number; readonly memberId: number; readonly optionId: number }

function ownerOf(state: State, { siteId, memberId }: Owned): Holder {
  const holder = holderIn(state, overseaOf(state), siteId, memberId)
  invariant(holder !== null, `member ${memberId} of an overseas row has no wallet`)
  return holder
}

function placeOf(state: State, { siteId, optionId }: Owned): Contract {
  const contract = marketIn(overseaOf(state), siteId, optionId)
  invariant(contract !== null, `overseas option ${optionId} of site ${siteId} is missing`)
  return contract
}

function restorePosition(state: State, row: PositionRow): void {
  if (row.book !== 'oversea' || row.closedAt !== null) return
  invariant(row.fxRate !== null && row.tradingDay !== null, `position ${row.id} has a rate and a day`)
  const position: Position = {
    ...storedCell(row),
    holder: ownerOf(state, row),
    market: placeOf(state, row),
    lot: row.lot,
    takeProfit: null,
    stopLoss: null,
    guards: { rises: null, falls: null, wake: null, stop: null },
    guarded: null,
    liquidPrice: undefined,
  }
  keepPosition(position)
}

function restoreOrder(state: State, row: OrderRow): void {
  if (row.book !== 'oversea' || row.closedAt !== null) return
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
  if (row.executeAt !== null) awaitBook(state, order, row.executeAt)
  const deadline = deadlineOf(order)
  if (deadline !== null) awaitBook(state, order, deadline)
}
