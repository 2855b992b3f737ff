import type { PositionSide } from '@maru/contract'
import {
  addFill,
  contractFee,
  contractFill,
  type Minor,
  type Position,
  pnlKrw,
  quoteOf,
  tickValueKrw,
} from '@maru/positions'
import type { Terms } from '../../../books/oversea/terms.ts'
import { draftOf, figuresOf, signOf, type TicketHolder, type TicketInputs, type TicketMarket } from './inputs.ts'
import { maxOf, reserveOf } from './reserve.ts'

/** What an order of one side would be and do. Money is won, prices are units. */
interface SideSummary {
  /** The largest order there may be. */
  readonly max: number
  /** Margin and fee that it would hold back, and what would be left. */
  readonly margin: Minor
  readonly reservedFee: Minor
  readonly left: Minor
  /** The fill that is expected: at its limit, its trigger, or the book's best with what further contracts cost. */
  readonly fill: Position | null
  /** The position that it would leave. */
  readonly after: Position
  /** Result of the position that it leaves at take profit and stop loss. */
  readonly takeProfitPnl: Minor | null
  readonly stopLossPnl: Minor | null
}

export interface TicketSummary extends Readonly<Record<PositionSide, SideSummary>> {
  /** Contracts that were asked for; 0 where that is no number of them. */
  readonly count: number
  /** Largest order of either side: of both where both may have one. */
  readonly max: number
  /** Of the order, on its side. */
  readonly fee: Minor
  /** Of one contract. */
  readonly tickValue: Minor
  /** What the order's contracts make at its take profit and lose at its stop loss; null where neither is set. */
  readonly takeProfit: Minor | null
  readonly stopLoss: Minor | null
}

/** What the inputs come to on both sides. */
export function summarise(inputs: TicketInputs, holder: TicketHolder, market: TicketMarket): TicketSummary {
  const { terms } = holder
  const { count, tpTick, slTick } = figuresOf(inputs, terms)
  const rate = terms.rate ?? 0n
  const LONG = summaryOf('LONG', inputs, holder, market)
  const SHORT = summaryOf('SHORT', inputs, holder, market)
  const both = LONG.max > 0 && SHORT.max > 0
  return {
    LONG,
    SHORT,
    count: count ?? 0,
    max: both ? Math.min(LONG.max, SHORT.max) : Math.max(LONG.max, SHORT.max),
    fee: contractFee(count ?? 0, terms, rate),
    tickValue: tickValueKrw(1, terms, rate),
    takeProfit: tpTick === null || count === null ? null : wonOfTicks(tpTick, count, terms),
    stopLoss: slTick === null || count === null ? null : wonOfTicks(-slTick, count, terms),
  }
}

function summaryOf(side: PositionSide, inputs: TicketInputs, holder: TicketHolder, market: TicketMarket): SideSummary {
  const { terms, available, position } = holder
  const given = figuresOf(draftOf(side, inputs), terms)
  const count = given.count ?? 0
  const { margin, fee } = count > terms.maxCount ? nothing : reserveOf(side, count, holder)
  const fill = fillOf(side, inputs, terms, market)
  const after = fill ? addFill(position, fill.qty, BigInt(signOf(side)) * fill.entryQuote).position : position
  const exit = (ticks: number | null) => (ticks === null ? null : wonOfTicks(ticks, Math.abs(after.qty), terms))
  return {
    max: maxOf(side, holder, market),
    margin,
    reservedFee: fee,
    left: available - margin - fee,
    fill,
    after,
    takeProfitPnl: exit(given.tpTick),
    stopLossPnl: exit(given.slTick && -given.slTick),
  }
}

const nothing = { margin: 0n, fee: 0n }

function fillOf(side: PositionSide, inputs: TicketInputs, terms: Terms, market: TicketMarket): Position | null {
  const { count, price, trigger } = figuresOf(draftOf(side, inputs), terms)
  if (count === null || count > terms.maxCount) return null
  const sign = signOf(side)
  const at = price ?? trigger
  const best = (sign > 0 ? market.ask : market.bid) ?? market.last
  if (at !== null) return { qty: sign * count, entryQuote: quoteOf(at, sign * count, terms.scale) }
  if (best === null) return null
  const { quote } = contractFill(sign, best, count, 0, terms.lotsPerTick, terms.tickUnits)
  return { qty: sign * count, entryQuote: BigInt(sign) * quote }
}

/** Won that so many ticks make on so many contracts: credits floor, debits ceil. */
const wonOfTicks = (ticks: number, count: number, terms: Terms): Minor =>
  pnlKrw(BigInt(ticks * terms.tickUnits) * BigInt(count) * terms.scale.unit, terms, terms.rate ?? 0n)
