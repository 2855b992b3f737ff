import type { ErrorCode } from '@maru/contract'
import { notionalOf } from '@maru/positions'
import type { FuturesMarket, Holder, Holding } from '../futures/state.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import { OWN_LOT } from '../trading/lots.ts'
import type { FuturesOrderInput, Reply } from '../types.ts'
import { copyNumbers } from './numbers.ts'
import { copiedName, copiesOf, followOf, isLeadLot, type Trader, traderOf } from './state.ts'

const HOUR_MS = 3_600_000

/** The lot of an order that a member sends: each order of a trader is a lot of its own. */
export const lotOfOrder = (state: State, holder: Holder, { lot = OWN_LOT }: FuturesOrderInput): 'NEW' | number =>
  isBound(state, holder) ? 'NEW' : lot

/** Whether the rules of traders hold for a member: he leads, or a lead lot of his is still open. */
function isBound(state: State, holder: Holder): boolean {
  const { siteId, memberId } = holder.member.row
  const stage = traderOf(state, siteId, memberId)?.row.state
  if (stage === undefined || stage === 'PENDING') return false
  return (
    stage === 'ACTIVE' || stage === 'SUSPENDED' || [...holder.positions.values()].some((one) => isLeadLot(state, one))
  )
}

/** What copying forbids an order that a member sends himself: a trader, or on a pair that he follows; null: nothing. */
export function refuseCopying(
  state: State,
  holder: Holder,
  market: FuturesMarket,
  order: FuturesOrderInput,
  turn: Turn,
): Reply | null {
  const { memberId } = holder.member.row
  if (isBound(state, holder)) return refuseLeading(state, holder, market, order, turn)
  const follow = followOf(state, memberId)
  if (!follow) return null
  const isCopied = [...follow.copies.values()].some((copy) => copy.market === market)
  return isCopied || follow.row.optionIds.includes(market.row.id) ? refuse('COPY_SYMBOL_LOCKED') : null
}

function refuseLeading(
  state: State,
  holder: Holder,
  market: FuturesMarket,
  order: FuturesOrderInput,
  turn: Turn,
): Reply | null {
  const { siteId, memberId } = holder.member.row
  const trader = traderOf(state, siteId, memberId)!
  const forbid = (rule: string) => refuse('COPY_TRADER_RESTRICTED', { rule })
  if (order.isReduceOnly) return forbid('REDUCE')
  if (order.takeProfit !== null || order.stopLoss !== null) return forbid('TPSL')
  if (order.marginType === 'CROSS') return forbid('CROSS')
  if (trader.row.state !== 'ACTIVE') return forbid('SUSPENDED')
  if (leadsIn(holder, market).some(({ row }) => row.side !== order.side)) return forbid('OPPOSITE')
  return (
    refuseCount(state, holder, market) ??
    refuseOften(state, trader, turn) ??
    (isAtCapacity(state, trader, market) ? refuse('COPY_CAPACITY') : null)
  )
}

/** Lots and working orders of a trader in a market that lead. */
const leadsIn = (holder: Holder, market: FuturesMarket) =>
  [...holder.positions.values(), ...holder.orders.values()].filter(
    (one) => one.market === market && one.lot !== OWN_LOT && !('isReduceOnly' in one.row && one.row.isReduceOnly),
  )

function refuseCount(state: State, holder: Holder, market: FuturesMarket): Reply | null {
  const lots = (of: readonly { readonly lot: number }[]) => new Set(of.map(({ lot }) => lot)).size
  const { traderLotsOption, traderLots } = copyNumbers(state, market.row.siteId)
  if (lots(leadsIn(holder, market)) >= traderLotsOption) return refuse('COPY_LEAD_COUNT', { max: traderLotsOption })
  const all = [...holder.positions.values(), ...holder.orders.values()].filter(({ lot }) => lot !== OWN_LOT)
  return lots(all) >= traderLots ? refuse('COPY_LEAD_COUNT', { max: traderLots }) : null
}

function refuseOften(state: State, { row }: Trader, { at }: Turn): Reply | null {
  const { traderGapMs, traderOrdersAnHour } = copyNumbers(state, row.siteId)
  const last = row.leads.at(-1)
  if (last !== undefined && at < last + traderGapMs) return refuse('COPY_LEAD_TOO_OFTEN', { until: last + traderGapMs })
  const recent = row.leads.filter((sent) => sent > at - HOUR_MS)
  return recent.length >= traderOrdersAnHour
    ? refuse('COPY_LEAD_TOO_OFTEN', { until: recent.at(-traderOrdersAnHour)! + HOUR_MS })
    : null
}

/** Why an order that executes opens nothing: it is a trader's who may open no more; null: it may open. */
export function barOfLead(state: State, { holder, market, lot }: Holding): ErrorCode | null {
  const { siteId, memberId } = holder.member.row
  const trader = lot === OWN_LOT ? undefined : traderOf(state, siteId, memberId)
  if (!trader || !isBound(state, holder)) return null
  if (trader.row.state !== 'ACTIVE') return 'COPY_TRADER_RESTRICTED'
  return isAtCapacity(state, trader, market) ? 'COPY_CAPACITY' : null
}

/** Whether what copies of a trader hold in a market is worth what the site lets it be. */
function isAtCapacity(state: State, { row }: Trader, market: FuturesMarket): boolean {
  const qty = copiesOf(state).copied.get(copiedName(row.memberId, market.row.id)) ?? 0
  const { mark } = market.instrument
  const { copyCapNotional: cap } = copyNumbers(state, row.siteId)
  return cap > 0n && mark !== null && notionalOf(mark, qty, market.scale) >= cap
}

/** Notes what a trader sent that opens. */
export function noteLead(state: State, holder: Holder, turn: Turn): void {
  const { siteId, memberId } = holder.member.row
  const trader = traderOf(state, siteId, memberId)
  if (!trader) return
  const leads = [...trader.row.leads.filter((sent) => sent > turn.at - HOUR_MS), turn.at]
  change(turn.effects, 'copyTraders', trader, { leads })
}
