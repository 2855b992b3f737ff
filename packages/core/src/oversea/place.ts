import { cell } from '../effects.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { acceptOrder, bestFor, directionOf, executesOnBook } from '../trading/accept.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import { ownLot } from '../trading/lots.ts'
import { newOrder } from '../trading/new-order.ts'
import type { OrderRow, OverseaCommand, Reply } from '../types.ts'
import { refuseOrder } from './admit.ts'
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
  const draft = readOrder(contract, command.order)
  if ('status' in draft) return draft
  const lot = ownLot(holder, contract)
  const order: Order = { ...cell(rowOf(lot, draft, turn)), ...lot, trigger: null }
  return refuseOrder(state, order, draft, turn) ?? acceptOrder(state, order, turn)
}

/** The order's row, without an id until it is accepted. */
function rowOf(lot: Holding, draft: Draft, turn: Turn): OrderRow {
  const { market: contract } = lot
  const best = bestFor(contract, draft, turn)
  const { side, marketType, qty, price, triggerPrice, tpTick, slTick, expiresAt } = draft
  const parts = {
    id: 0,
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
