import { contractFee, contractFill, contractMargin, openingContracts, pnlKrw, type Side } from '@maru/positions'
import { change, type State, type Turn } from '../state.ts'
import { dropGuards } from '../trading/guards.ts'
import { payDeficit, postMovement } from '../trading/movement.ts'
import type { Closing, Look, Offer, OrderBook, Policy } from '../trading/state.ts'
import type { Minor, Qty } from '../types.ts'
import { collateralOf } from '../wallet.ts'
import { announceOrder, announcePosition } from './announce.ts'
import { reMargin } from './re-margin.ts'
import { judge, revalue } from './risk.ts'
import { isCloseOnly } from './rules.ts'
import { growthOf, marginAfterClose } from './spared.ts'
import type { Contract, Days, Order, Position } from './state.ts'
import { attachExits, followAverage } from './tpsl.ts'
import { overseaOrderWire } from './wire.ts'

/** The rules of overseas futures (rules C), at the rates of their days. */
export function overseaPolicy(days: Days): Policy<Contract> {
  const rate = () => BigInt(days.fixing?.rate ?? 0)
  const needOf = (contract: Contract, count: Qty): Minor =>
    contractMargin(count, contract.row, rate()) + contractFee(count, contract.row, rate())
  return {
    look,
    stepOf: () => 1,
    stopOf: ({ row }, isReduceOnly) => (isReduceOnly ? row.closeSlipPpm : row.slipPpm),
    resultOf: ({ row, market }, realizedQuote) => pnlKrw(realizedQuote, market.row, BigInt(row.fxRate!)),
    growthOf: (position, by, turn) => growthOf(position, by, turn),
    stampOf: ({ instrument }) => ({
      fxRate: days.fixing?.rate ?? null,
      tradingDay: instrument.session?.times.tradingDay ?? null,
    }),
    isHeldPriceGood: true,
    opensAt: (contract, at) => !isCloseOnly(contract, at),
    judgedBy: 'last',
    barOf: () => null,
    feeOf: (contract, { qty }) => contractFee(qty, contract.row, rate()),
    costOf: (market, _terms, { qty }) => needOf(market, qty),
    marginOf: (market, _terms, { qty }) => contractMargin(qty, market.row, rate()),
    isRisky: () => false,
    endsUncovered: false,
    orderMarginOf: (contract, positionQty, orders) => needOf(contract, openingCount(positionQty, orders)),
    settle: (_state, position, turn) => reMargin(days, position, turn),
    postOpening,
    postClosing,
    attachExits: (state, order, position, turn) => attachExits(state, order, position, turn),
    revalue: (state, holder, turn) => revalue(state, holder, turn),
    dropGuards: (position) => dropGuards(position),
    judge: (state, position, turn) => judge(state, position, turn),
    wireOf: (order) => overseaOrderWire(order.row, order.market.row),
    announceOrder: (order, event, turn, fills) => announceOrder(order, event, turn, fills),
    announcePosition: (position, event, turn, marketType) => announcePosition(position, event, turn, marketType),
  }
}

/** How many contracts open orders would open together. */
export function openingCount(positionQty: Qty, orders: readonly Order[]): Qty {
  const sum = { LONG: 0, SHORT: 0 }
  for (const { row } of orders) if (row.qty !== null && !row.isReduceOnly) sum[row.side] += row.qty - row.filledQty
  return openingContracts(positionQty, sum.LONG, sum.SHORT)
}

/**
 * Contract k of his last two seconds costs one tick more for each `lotsPerTick` before it. A resting limit fills at its price, as many
 * contracts as a market order would get up to there.
 */
function look({ row, scale }: Contract, side: Side, count: Qty, depth: OrderBook, how: Look): Offer {
  const best = (side > 0 ? depth.asks : depth.bids)[0]![0]
  const { worst, taken } = how
  for (let qty = count; qty > 0; qty--) {
    const fill = contractFill(side, best, qty, taken, row.lotsPerTick, row.tickUnits)
    if (worst === null) return { qty, quote: fill.quote }
    if (side * (worst - fill.worst) >= 0)
      return { qty, quote: how.isMaker ? BigInt(worst) * BigInt(qty) * scale.unit : fill.quote }
  }
  return NOTHING
}

const NOTHING: Offer = { qty: 0, quote: 0n }

function postOpening(state: State, position: Position, fee: Minor, refId: number, turn: Turn): void {
  const movement = { account: 'FEE_OVERSEA', amount: -fee, reason: 'OVERSEA_FEE' } as const
  postMovement(state, position.holder.wallet, movement, refId, turn)
  followAverage(position, turn)
}

/** What lies beyond all that stands behind the account is the fund's and the house's: no member owes anything. */
function postClosing(state: State, position: Position, closing: Closing, turn: Turn): void {
  const { effect, fee, refId } = closing
  const { holder, market, row } = position
  const pnl = pnlKrw(effect.realizedPnl, market.row, BigInt(row.fxRate!))
  const left = collateralOf(holder.wallet) + pnl - fee
  if (left < 0n) payDeficit(state, holder.wallet, -left, 0n, 'OVERSEA_INSURANCE', refId, turn)
  postMovement(state, holder.wallet, { account: 'PNL_OVERSEA', amount: pnl, reason: 'OVERSEA_PNL' }, refId, turn)
  postMovement(state, holder.wallet, { account: 'FEE_OVERSEA', amount: -fee, reason: 'OVERSEA_FEE' }, refId, turn)
  const margin = marginAfterClose(position, Math.abs(effect.position.qty))
  change(turn.effects, 'positions', position, { margin })
}
