import { addFill, contractMargin } from '@maru/positions'
import { cell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import { barOf } from '../limits/barred.ts'
import { countResult } from '../limits/count.ts'
import { countClosedFee, countTurnover } from '../money/bonus/turnover.ts'
import { change, type State, type Turn } from '../state.ts'
import type { FillRow, Minor, OrderType, PositionRow, PriceUnits } from '../types.ts'
import { tradingOf } from './instruments.ts'
import { isSameLot, lotName, OWN_LOT, positionIn } from './lots.ts'
import { closableQty, endOrder, sideOf } from './orders.ts'
import type { Filled, FillTerms, Holding, Offer, Order, OrderBook, Position } from './state.ts'

/** One execution: on which order book, and as maker or taker. */
export interface Execution {
  readonly offer: Offer
  readonly depth: OrderBook
  readonly isMaker: boolean
  /** Rate on top of the fee, of liquidations. */
  readonly liquidationFee: Minor
}

/** What a fill is written under, and how a position that it closes ended. */
export interface FillSource extends FillTerms {
  readonly holding: Holding
  readonly marketType: OrderType
  /** Null: what executes is a copy, which has no order. */
  readonly order: Order | null
  readonly copy: CopyTag | null
  readonly closeReason: NonNullable<PositionRow['closeReason']>
}

/** What a copy is written under: its lot is the id of its position. */
export interface CopyTag {
  readonly fanOutId: number
  readonly followId: number
  readonly leadLot: number
}

/** Executes a part of an order, and keeps what the order has filled. */
export function applyFill(state: State, order: Order, execution: Execution, turn: Turn): Filled {
  const { side, marketType, leverage, marginType } = order.row
  const closeReason = closeReasonOf(order)
  const source = { holding: order, side, marketType, leverage, marginType, order, copy: null, closeReason }
  const filled = fillLot(state, source, execution, turn)
  const { fill, position } = filled
  if (!fill.isClose && order.row.positionId !== position.row.id)
    order.market.policy.attachExits(state, order, position, turn)
  change(turn.effects, 'orders', order, {
    filledQty: order.row.filledQty + fill.qty,
    filledQuote: order.row.filledQuote + fill.quote,
    fee: order.row.fee + fill.fee,
    positionId: fill.positionId,
  })
  return filled
}

/**
 * Executes what closes or opens a lot, never both: a flip is two fills. Changes position, ledger, limits and turnover; the caller goes on
 * with what the holder's orders hold back, and announces.
 */
export function fillLot(state: State, source: FillSource, execution: Execution, turn: Turn): Filled {
  const { holder } = source.holding
  const { offer } = execution
  invariant(offer.qty > 0 && Number.isSafeInteger(offer.qty), 'a fill has a quantity')
  const closable = closableQty(source.holding, source.side)
  invariant(closable === 0 || offer.qty <= closable, 'a fill closes or opens')
  const filled = closable > 0 ? closePart(state, source, execution, turn) : openPart(state, source, execution, turn)
  const { fill } = filled
  turn.effects.add('fills', fill)
  holder.recentFills.push(fill)
  const { currency, memberId } = holder.wallet.row
  const result = { sourceId: fill.id, currency, at: turn.wall, stake: 0n, profit: fill.realizedPnl - fill.fee }
  countResult(state, memberId, result, turn)
  if (fill.isClose) countClosed(state, filled, fill.fee - execution.liquidationFee, turn)
  for (const hear of tradingOf(state).fillEars) hear(state, filled, execution.depth, turn)
  return filled
}

function openPart(state: State, source: FillSource, execution: Execution, turn: Turn): Filled {
  const { market } = source.holding
  const { offer, isMaker } = execution
  const known = positionIn(source.holding)
  if (known) market.policy.settle(state, known, turn)
  const position = known ?? addPosition(source, turn)
  const fee = market.policy.feeOf(market, offer, isMaker)
  const fill = fillRow(source, execution, position, { fee, realizedPnl: 0n, isClose: false }, turn)
  const before = position.row
  const { qty, entryQuote } = addFill(before, sideOf(source.side) * offer.qty, offer.quote).position
  change(turn.effects, 'positions', position, {
    qty,
    entryQuote,
    margin: before.margin + market.policy.marginOf(market, source, offer),
    fee: before.fee + fee,
    maxQty: Math.max(before.maxQty, Math.abs(qty)),
    growth: market.policy.growthOf(position, offer.qty, turn),
    openedQuote: before.openedQuote + offer.quote,
    changedAt: turn.at,
  })
  market.policy.postOpening(state, position, fee, fill.id, turn)
  return { fill, position, event: known ? 'POSITION_UPDATE' : 'POSITION_OPEN' }
}

function closePart(state: State, source: FillSource, execution: Execution, turn: Turn): Filled {
  const { market } = source.holding
  const { offer, isMaker, liquidationFee } = execution
  const position = positionIn(source.holding)
  invariant(position !== null, 'what is closed is open')
  market.policy.settle(state, position, turn)
  const fee = market.policy.feeOf(market, offer, isMaker)
  const effect = addFill(position.row, sideOf(source.side) * offer.qty, offer.quote)
  const realizedPnl = market.policy.resultOf(position, effect.realizedPnl)
  const result = { fee: fee + liquidationFee, realizedPnl, isClose: true }
  const fill = fillRow(source, execution, position, result, turn)
  const isTakeover = source.marketType === 'LIQUIDATION'
  market.policy.postClosing(state, position, { effect, fee, liquidationFee, isTakeover, refId: fill.id }, turn)
  const before = position.row
  const isClosed = effect.position.qty === 0
  change(turn.effects, 'positions', position, {
    qty: effect.position.qty,
    entryQuote: effect.position.entryQuote,
    growth: market.policy.growthOf(position, -offer.qty, turn),
    fee: before.fee + fill.fee,
    realizedPnl: before.realizedPnl + fill.realizedPnl,
    closedQty: before.closedQty + offer.qty,
    closedQuote: before.closedQuote + offer.quote,
    changedAt: turn.at,
    ...(isClosed ? { closedAt: turn.at, closeReason: source.closeReason } : {}),
  })
  if (isClosed) removePosition(state, position, source.order, turn)
  return { fill, position, event: isClosed ? 'POSITION_CLOSE' : 'POSITION_UPDATE' }
}

function addPosition({ holding, side, leverage, marginType, copy }: FillSource, turn: Turn): Position {
  const { holder, market, lot } = holding
  const position: Position = {
    ...cell<PositionRow>({
      siteId: market.row.siteId,
      id: copy ? lot : turn.nextId(),
      book: market.book.name,
      optionId: market.row.id,
      memberId: holder.member.row.memberId,
      lot,
      followId: copy?.followId ?? null,
      leadLot: copy?.leadLot ?? (lot === OWN_LOT ? null : lot),
      owedClose: 0,
      owedBy: null,
      otherPnl: 0n,
      side,
      qty: 0,
      entryQuote: 0n,
      leverage,
      marginType,
      margin: 0n,
      fundingIndex: market.instrument.funding?.index ?? 0n,
      fundingFee: 0n,
      fee: 0n,
      realizedPnl: 0n,
      maxQty: 0,
      growth: null,
      openedQuote: 0n,
      closedQty: 0,
      closedQuote: 0n,
      isWarned: false,
      overnight: null,
      ...market.policy.stampOf(market),
      openedAt: turn.at,
      changedAt: turn.at,
      closedAt: null,
      closeReason: null,
    }),
    holder,
    market,
    lot,
    takeProfit: null,
    stopLoss: null,
    guards: { rises: null, falls: null, wake: null, stop: null },
    guarded: null,
    liquidPrice: undefined,
  }
  keepPosition(position)
  return position
}

/** Makes an open position known. */
export function keepPosition(position: Position): void {
  const { holder, market, row } = position
  invariant(positionIn(position) === null, 'a lot of a member has one net position', row.memberId)
  holder.positions.set(lotName(position), position)
  market.positions.add(position)
  market.book.positions.set(row.id, position)
}

/** A closed position takes its TP, SL and all reduce-only orders of its lot with it. */
function removePosition(state: State, position: Position, by: Order | null, turn: Turn): void {
  const { holder, market, row } = position
  holder.positions.delete(lotName(position))
  market.positions.delete(position)
  market.book.positions.delete(row.id)
  market.policy.dropGuards(position)
  const { takeProfit, stopLoss } = position
  position.takeProfit = null
  position.stopLoss = null
  const isExit = by !== null && (by === takeProfit || by === stopLoss)
  for (const exit of [takeProfit, stopLoss])
    if (exit && exit !== by) endOrder(state, exit, 'CANCELED', isExit ? 'OCO' : 'POSITION_CLOSED', turn)
  const bar = barOf(holder.member, turn)
  for (const order of [...holder.orders.values()]) {
    if (!isSameLot(order, position) || order === by || order.row.qty === null) continue
    if (order.row.isReduceOnly) endOrder(state, order, 'CANCELED', 'POSITION_CLOSED', turn)
    else if (bar !== null) endOrder(state, order, 'CANCELED', bar, turn)
  }
}

function fillRow(
  { holding, side, marketType, order, copy }: FillSource,
  { offer, depth, isMaker }: Execution,
  position: Position,
  result: Pick<FillRow, 'fee' | 'realizedPnl' | 'isClose'>,
  turn: Turn,
): FillRow {
  const { market } = holding
  const { siteId, book, optionId, memberId, lot } = position.row
  return {
    siteId,
    id: turn.nextId(),
    book,
    orderId: order?.row.id ?? null,
    fanOutId: copy?.fanOutId ?? null,
    positionId: position.row.id,
    optionId,
    memberId,
    lot,
    side,
    marketType,
    qty: offer.qty,
    quote: offer.quote,
    ...result,
    isMaker,
    best: bestOf(depth, side === 'LONG'),
    mark: market.instrument.mark,
    bookU: depth.u,
    bookTs: depth.sourceTs,
    ...market.policy.stampOf(market),
    at: turn.at,
    wall: turn.wall,
  }
}

function bestOf(depth: OrderBook, isBuy: boolean): PriceUnits {
  const best = (isBuy ? depth.asks : depth.bids)[0]
  invariant(best !== undefined, 'a fill has an order book')
  return best[0]
}

function closeReasonOf({ row }: Order): FillSource['closeReason'] {
  const { marketType, origin } = row
  if (origin === 'SYSTEM' && marketType === 'MARKET') return 'SESSION_END'
  return marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS' || marketType === 'LIQUIDATION'
    ? marketType
    : 'MEMBER'
}

/** What closed counts towards the turnover of a bonus: the margin of contracts, and of a perpetual what stands for it by its fee. */
function countClosed(state: State, { fill, position }: Filled, fee: Minor, turn: Turn): void {
  const { siteId, memberId, book, fxRate } = fill
  const { instrument, row } = position.market
  const of = { siteId, memberId, underlying: instrument.symbol, isUp: fill.side === 'SHORT' }
  if (book === 'futures') countClosedFee(state, { ...of, amount: fee, currency: 'USDT' }, turn)
  else if ('margin' in row && fxRate !== null) {
    const amount = contractMargin(fill.qty, row, BigInt(fxRate))
    countTurnover(state, { ...of, amount, currency: 'KRW' }, turn)
  }
}
