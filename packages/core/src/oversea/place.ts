import { cell } from '../effects.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { acceptOrder, bestFor, directionOf, executesOnBook } from '../trading/accept.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import { ownLot } from '../trading/lots.ts'
import { newOrder } from '../trading/new-order.ts'
import { closableQty } from '../trading/orders.ts'
import type { OrderRow, OverseaCommand, Reply } from '../types.ts'
import { isOpeningStopped, refuseOrder } from './admit.ts'
import { type Draft, readOrder } from './draft.ts'
import { isCloseOnly } from './rules.ts'
import { type Holding, type Order, overseaOf } from './state.ts'

type PlaceOversea = Extract<OverseaCommand, { kind: 'placeOversea' }>

/** Takes an order, or says why not; a refusal changes nothing. */
export function placeOversea(state: State, command: PlaceOversea, turn: Turn): Reply {
  const holder = holderIn(state, overseaOf(state), command.siteId, command.memberId)
  if (!holder) return refuse('WALLET_NOT_FOUND')
  const contract = marketIn(overseaOf(state), command.siteId, command.order.optionId)
  if (!contract) return refuse('STOCK_NOT_FOUND')
  const read = readOrder(contract, command.order)
  if ('status' in read) return read
  const lot = ownLot(holder, contract)
  const draft = closesOnly(state, lot, read, turn) ? { ...read, isReduceOnly: true } : read
  const order: Order = { ...cell(rowOf(lot, draft, turn)), ...lot, trigger: null }
  return refuseOrder(state, order, draft, turn) ?? acceptOrder(state, order, turn)
}

/** While operators let nothing open, an opposite order that the position covers closes: members need not name it reduce-only. */
const closesOnly = (state: State, lot: Holding, { side, qty }: Draft, { at }: Turn): boolean =>
  isOpeningStopped(state, lot.market, at) && qty <= closableQty(lot, side)

function rowOf(lot: Holding, draft: Draft, turn: Turn): OrderRow {
  const { market: contract } = lot
  const best = bestFor(contract, draft, turn)
  const { side, marketType, qty, price, triggerPrice, tpTick, slTick, expiresAt } = draft
  const parts = {
    id: turn.nextId(),
    side,
    marketType,
    qty,
    price,
    triggerPrice,
    triggerKind: triggerPrice === null ? null : 'last',
    triggerDirection: directionOf(contract, draft),
    takeProfit: tpTick,
    stopLoss: slTick,
    // In the last minutes nothing may open, also where the position is gone by the time it fills.
    isReduceOnly: draft.isReduceOnly || isCloseOnly(contract, turn.at),
    basePrice: marketType === 'MARKET' ? best : null,
    executeAt: executesOnBook(contract, draft, best, turn) ? turn.at + contract.row.execDelayMs : null,
    expiresAt,
  } as const
  return newOrder(lot, parts, turn)
}
