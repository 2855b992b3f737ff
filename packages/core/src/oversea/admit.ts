import { contractFee, contractMargin, worstPrice } from '@maru/positions'
import { refusalReply as refuse } from '../idempotency.ts'
import { refuseCeiling } from '../limits/ceilings.ts'
import { refuseLimit, refuseMember } from '../limits/limits.ts'
import { endingUntil, halvedUntil } from '../releases/state.ts'
import type { State, Turn } from '../state.ts'
import { isClosedTo, isStopped } from '../stops/state.ts'
import { isLinkedOpposite } from '../trading/linked.ts'
import { positionIn } from '../trading/lots.ts'
import { closableQty, ordersIn } from '../trading/orders.ts'
import { isHalted, isOpen, isTraded } from '../trading/prices.ts'
import { isPlainClose, refuseReduceOnly } from '../trading/reduce-only.ts'
import type { EpochMs, Reply } from '../types.ts'
import { availableOf } from '../wallet.ts'
import type { Draft } from './draft.ts'
import { heldOf } from './margin-account.ts'
import { isRateOld } from './markets.ts'
import { openingCount } from './policy.ts'
import { isCloseOnly } from './rules.ts'
import type { Contract, Holder, Order } from './state.ts'

/** Why an order is not taken, or null. */
export function refuseOrder(state: State, order: Order, draft: Draft, turn: Turn): Reply | null {
  const { market, row } = order
  if (draft.expiresAt !== null && draft.expiresAt < turn.at) return refuse('ORDER_EXPIRED')
  // What only reduces is bounded by its position, also where that is more than the contract allows by now.
  if (draft.qty > market.row.maxCount && !draft.isReduceOnly) return refuse('MAX_CONTRACTS_EXCEEDED')
  return (
    refuseTime(state, order, draft, turn) ??
    (isCloseOnly(market, turn.at) && !draft.isReduceOnly ? refuseLate(order) : null) ??
    (row.isReduceOnly ? refuseReduceOnly(order, { ...draft, isReduceOnly: true }) : null) ??
    (isPlainClose(row) ? null : (refusePrices(market, draft) ?? refuseNumber(order))) ??
    (row.isReduceOnly ? null : refuseOpening(state, order, turn))
  )
}

/** Whether operators let nothing open in a contract: its own stop or pause, or an emergency stop of its instrument or line. */
export const isOpeningStopped = (state: State, { row }: Contract, at: EpochMs): boolean =>
  isClosedTo(row, at) || isStopped(state, row.siteId, 'OVERSEA', row.instrument)

function refuseTime(state: State, { holder, market, row }: Order, draft: Draft, turn: Turn): Reply | null {
  const { koName } = market.row
  const refusal = row.isReduceOnly ? null : refuseMember(holder.member, turn)
  if (refusal) return refusal
  if (!isPlainClose(row) && isClosedTo(market.row, turn.at)) return refuse('OPTION_STOPPED')
  if (!row.isReduceOnly && isOpeningStopped(state, market, turn.at)) return refuse('OPTION_STOPPED')
  const isHeldBack = isPlainClose(row) && isHalted(market.instrument, turn.at)
  if (!isHeldBack && !isOpen(market.instrument, turn.at)) return refuse('STOCK_CLOSED', { stock: koName })
  if (draft.triggerPrice !== null && market.instrument.last === null) return refuse('PRICE_FEED_STALE')
  if (row.isReduceOnly) return null
  return isTraded(market.instrument, turn.at) && !isRateOld(state, market, turn.at) ? null : refuse('PRICE_FEED_STALE')
}

/** In the last minutes of a session orders only close: an opposite one that the position covers is taken as such. */
function refuseLate(order: Order): Reply | null {
  const { row } = order
  const spoken = ordersIn(order).filter((other) => other.row.side === row.side)
  const free = spoken.reduce(
    (left, other) => left - (other.row.qty! - other.row.filledQty),
    closableQty(order, row.side),
  )
  return row.qty! > free ? refuse('OVERSEA_CLOSE_ONLY') : null
}

function refusePrices({ row, instrument }: Contract, { price, triggerPrice }: Draft): Reply | null {
  const { last } = instrument
  if (triggerPrice !== null && triggerPrice === last) return refuse('TRIGGER_PRICE_INVALID')
  // A stop's limit is judged where it will be working.
  const from = triggerPrice ?? last
  if (price === null || from === null) return null
  const isWithin = price >= worstPrice(-1, from, row.priceBandPpm) && price <= worstPrice(1, from, row.priceBandPpm)
  return isWithin ? null : refuse('PRICE_OUT_OF_BAND')
}

const refuseNumber = (order: Order): Reply | null =>
  ordersIn(order).length >= order.market.row.maxOpenOrders ? refuse('ORDER_COUNT_EXCEEDED') : null

function refuseOpening(state: State, order: Order, turn: Turn): Reply | null {
  const { holder, market } = order
  const positionQty = positionIn(order)?.row.qty ?? 0
  const others = ordersIn(order)
  const before = openingCount(positionQty, others)
  const after = openingCount(positionQty, [...others, order])
  if (after > before && isLinkedOpposite(state, order, order.row.side)) return refuse('LINKED_OPPOSITE')
  if (after > before && Math.abs(positionQty) + after > market.row.maxCount) return refuse('MAX_CONTRACTS_EXCEEDED')
  return refuseMoney(state, holder, market, before, after, turn)
}

function refuseMoney(
  state: State,
  holder: Holder,
  contract: Contract,
  before: number,
  after: number,
  turn: Turn,
): Reply | null {
  const rate = BigInt(contract.policy.stampOf(contract).fxRate!)
  const margin = contractMargin(after - before, contract.row, rate)
  const fees = contractFee(after, contract.row, rate) - contractFee(before, contract.row, rate)
  const need = margin + fees
  const available = availableOf(holder.wallet)
  // What only closes needs nothing, and is taken however little is free.
  if (need <= 0n) return null
  if (need > available) return refuse(margin > available ? 'BALANCE_INSUFFICIENT' : 'FEE_INSUFFICIENT')
  const until = doubledUntil(state, holder, contract, turn)
  // What it holds back by then, once more: orders one after another open no more than one alone.
  if (until !== null && available - need < heldOf(holder) + need) return refuse('MARGIN_DOUBLED', { until })
  // What is held back counts as lost until it comes back, as an open stake does.
  const [member, currency, held] = [holder.member, 'KRW', heldOf(holder)] as const
  return (
    refuseLimit(member, { currency, held, stake: need }, turn.wall) ??
    refuseCeiling(member, { kind: 'ORDER', currency, used: held, amount: need })
  )
}

/** Until when contracts open with twice the margin, because of a release or the end of their session; null: they open as ever. */
function doubledUntil(state: State, { site }: Holder, { row, instrument }: Contract, turn: Turn): EpochMs | null {
  const release = halvedUntil(state, row.siteId, turn.wall)
  const ending = endingUntil(site.row, instrument.session?.times.closeAt ?? null, turn.at)
  return release === null || ending === null ? (release ?? ending) : Math.max(release, ending)
}
