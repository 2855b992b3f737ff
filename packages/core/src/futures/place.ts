import { lotOfOrder, noteLead, refuseCopying } from '../copies/lead.ts'
import { cell } from '../effects.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { acceptOrder, bestFor, directionOf, executesOnBook } from '../trading/accept.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import { OWN_LOT } from '../trading/lots.ts'
import type { Command, FuturesOrderInput, OrderRow, Reply } from '../types.ts'
import { refuseOrder } from './admit.ts'
import { type Draft, readOrder } from './draft.ts'
import { keepSetting, mostLeverage, type Setting, settingForOrder } from './settings.ts'
import { type FuturesMarket, futuresOf, type Holder, type Holding, type Order } from './state.ts'

type PlaceFutures = Extract<Command, { kind: 'placeFutures' }>

/** Takes an order, or says why not; a refusal changes nothing. */
export function placeFutures(state: State, command: PlaceFutures, turn: Turn): Reply {
  const holder = holderIn(state, futuresOf(state), command.siteId, command.memberId)
  if (!holder) return refuse('WALLET_NOT_FOUND')
  const market = marketIn(futuresOf(state), command.siteId, command.order.optionId)
  if (!market) return refuse('STOCK_NOT_FOUND')
  const lot = lotOfOrder(state, holder, command.order)
  return (
    refuseCopying(state, holder, market, command.order, turn) ??
    placeOrder(state, holder, market, { ...command.order, lot }, turn)
  )
}

/** Takes an order of a lot, whoever sent it, or says why not; a refusal changes nothing. */
export function placeOrder(
  state: State,
  holder: Holder,
  market: FuturesMarket,
  input: FuturesOrderInput,
  turn: Turn,
): Reply {
  const draft = readOrder(market, input)
  if ('status' in draft) return draft
  const { lot: named = OWN_LOT } = input
  const id = turn.nextId()
  const lot: Holding = { holder, market, lot: named === 'NEW' ? id : named }
  const most = mostLeverage(state, holder, market, turn.wall)
  const setting = settingForOrder(lot, input, most)
  if ('status' in setting) return setting
  const order: Order = { ...cell(rowOf(id, lot, draft, setting, turn)), ...lot, trigger: null }
  const refusal = refuseOrder(state, order, draft, most, turn)
  if (refusal) return refusal
  keepSetting(lot, setting, most, turn)
  if (named === 'NEW') noteLead(state, holder, turn)
  return acceptOrder(state, order, turn)
}

function rowOf(id: number, { holder, market, lot }: Holding, draft: Draft, setting: Setting, turn: Turn): OrderRow {
  const { siteId, memberId } = holder.member.row
  const best = bestFor(market, draft, turn)
  return {
    siteId,
    id,
    book: 'futures',
    optionId: market.row.id,
    memberId,
    lot,
    side: draft.side,
    marketType: draft.marketType,
    qty: draft.qty,
    price: draft.price,
    triggerPrice: draft.triggerPrice,
    triggerKind: draft.triggerPrice === null ? null : draft.isMark ? 'mark' : 'last',
    triggerDirection: directionOf(market, draft),
    ticks: null,
    isReduceOnly: draft.isReduceOnly,
    positionId: null,
    takeProfit: draft.takeProfit,
    stopLoss: draft.stopLoss,
    isMarkTp: draft.isMarkTp,
    isMarkSl: draft.isMarkSl,
    ...setting,
    tolerancePpm: draft.tolerancePpm,
    isUncovered: false,
    basePrice: draft.marketType === 'MARKET' ? (best ?? market.instrument.mark) : null,
    executeAt: executesOnBook(market, draft, best, turn) ? turn.at + market.row.execDelayMs : null,
    expiresAt: draft.expiresAt,
    status: 'NEW',
    filledQty: 0,
    filledQuote: 0n,
    fee: 0n,
    reason: null,
    origin: 'MEMBER',
    acceptedAt: turn.at,
    triggeredAt: null,
    closedAt: null,
  }
}
