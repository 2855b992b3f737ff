import type { OrderRow, OverseaOption, SessionTimes, SiteConfig, VenueUpdate } from '../../src/index.ts'
import { abs, min } from '../arithmetic.ts'
import { type AuditedTrader, lotOf } from '../traders.ts'
import { feeOf, marginOf, won, worth } from './arithmetic.ts'

/** A number from before a raise, and until when it holds. */
export interface Kept {
  readonly value: bigint
  readonly until: number
}

/** What the auditor knows of a position, by its own sums. */
export interface AuditedPosition {
  readonly id: number
  readonly memberId: number
  option: OverseaOption
  qty: number
  /** Σ price × contracts of the open position, signed. */
  entry: bigint
  margin: bigint
  /** What it grew by, the oldest first, each part with the margins that a raise spares it; and the loss cuts, likewise. */
  parts: readonly { readonly qty: number; readonly margins: readonly Kept[] }[]
  cuts: readonly Kept[]
  /** The rate that it is valued at, and the trading day that it lives in. */
  fxRate: number
  day: string
  overnight: string | null
  funding: bigint
  fee: bigint
  pnl: bigint
  warned: boolean
  /** Distances of its TP and SL, in tick sizes. */
  tp: number | null
  sl: number | null
}

export type AuditedMember = AuditedTrader<OverseaOption, AuditedPosition>

/** The newest of an instrument, as far as the running core heard it. */
export interface AuditedMarket {
  live: boolean
  last: number | null
  session: {
    readonly isRest: boolean
    readonly times: SessionTimes
    readonly nextOpenAt: number | null
    readonly overnightAllowed: boolean
  } | null
  book: Extract<VenueUpdate, { kind: 'depth' }> | null
  /** The newest trading day for which the dollar is fixed. */
  fixedDay: string | null
}

export type Markets = ReadonlyMap<string, AuditedMarket>

const MINUTE = 60_000
/** Before the close: until when overnight is applied for, from when orders only close, and from when positions are closed. */
export const DEADLINE = 30 * MINUTE
export const CLOSE_ONLY = 10 * MINUTE
export const CLOSING = 5 * MINUTE

/** A session runs, and the dollar is fixed for it. */
export function isOpen({ session, fixedDay }: AuditedMarket, at: number): boolean {
  if (session === null || session.isRest || at < session.times.openAt || at >= session.times.closeAt) return false
  return fixedDay !== null && fixedDay >= session.times.tradingDay
}

/** A session that runs by its times is interrupted. */
export const isHalted = ({ session }: AuditedMarket, at: number): boolean =>
  session?.isRest === true && at >= session.times.openAt && at < session.times.closeAt

/** Prices count: the feed of an open market is live. */
export const isTraded = (market: AuditedMarket, at: number): boolean => market.live && isOpen(market, at)

/** No margin account is judged by an unknown price, or by one that a dead feed left in an open market. */
export const isAsleep = (market: AuditedMarket, at: number): boolean =>
  market.last === null || (isOpen(market, at) && !market.live)

/** How long before its session's close a market is; beyond all leads where it has none. */
export const leftOf = ({ session }: AuditedMarket, at: number): number =>
  session === null ? Number.POSITIVE_INFINITY : session.times.closeAt - at

export const marketOf = (markets: Markets, option: OverseaOption): AuditedMarket => markets.get(option.instrument)!

/** Result of a position at a price, in won. */
export const resultAt = ({ option, qty, entry, fxRate }: AuditedPosition, price: number): bigint =>
  won(option, worth(price, qty) - entry, fxRate)

/** Results of all positions at the last prices; what has none counts without. */
export function openResult(member: AuditedMember, markets: Markets): bigint {
  let sum = 0n
  for (const position of member.positions.values()) {
    const { last } = marketOf(markets, position.option)
    if (last !== null) sum += resultAt(position, last)
  }
  return sum
}

/** The money that overseas losses are paid from, without stakes of rounds. */
export const collateralOf = ({ purse }: AuditedMember): bigint => purse.posted - purse.stakes

/** Equity, and the margin of a day of all that is open. */
export function health(member: AuditedMember, markets: Markets): { equity: bigint; margin: bigint } {
  let margin = 0n
  for (const position of member.positions.values()) margin += positionMargin(position, position.fxRate)
  return { equity: collateralOf(member) + openResult(member, markets), margin }
}

/** Margin of a position at a rate: each part has the lowest that it is spared by. */
export const positionMargin = ({ option, parts }: AuditedPosition, rate: number): bigint =>
  parts.reduce((sum, { qty, margins }) => {
    const margin = margins.reduce((least, { value }) => min(least, value), option.margin)
    return sum + marginOf({ ...option, margin }, qty, rate)
  }, 0n)

/** The share of the margin at which a member is cut: the lowest that any of his positions is spared by. */
export const cutPpmOf = ({ positions }: AuditedMember, { overseaLosscutPpm }: SiteConfig): number =>
  [...positions.values()]
    .flatMap(({ cuts }) => cuts)
    .reduce((least, { value }) => Math.min(least, Number(value)), overseaLosscutPpm)

/** Equity at or below a share of the margin, in parts per million. */
export const isAtOrBelow = ({ equity, margin }: { equity: bigint; margin: bigint }, ppm: number): boolean =>
  equity * 1_000_000n <= margin * BigInt(ppm)

/** Working orders of one option; some may have ended earlier in the call that is looked at. */
export const workingIn = (member: AuditedMember, optionId: number): OrderRow[] =>
  [...member.orders.values()].filter(
    (order) => order.optionId === optionId && order.qty !== null && !member.gone.has(order.id),
  )

/** How many contracts orders would open beyond what they close. */
export function openingCount(
  held: number,
  orders: readonly Pick<OrderRow, 'side' | 'qty' | 'filledQty' | 'isReduceOnly'>[],
) {
  const left = (side: string) =>
    orders.reduce(
      (sum, order) => (order.side === side && !order.isReduceOnly ? sum + order.qty! - order.filledQty : sum),
      0,
    )
  return Math.max(0, left('LONG') - Math.max(0, -held)) + Math.max(0, left('SHORT') - Math.max(0, held))
}

/** Margin and the fee of opening. */
export const needOf = (option: OverseaOption, count: number, rate: number): bigint =>
  marginOf(option, count, rate) + feeOf(option, count, rate)

/** What a member's positions and orders hold back, some orders left out. */
export function heldOf(
  member: AuditedMember,
  rate: number,
  without: (order: OrderRow) => boolean = () => false,
): bigint {
  let sum = 0n
  for (const { margin } of member.positions.values()) sum += margin
  for (const option of member.options.values()) {
    const orders = workingIn(member, option.id).filter((order) => !without(order))
    const held = member.positions.get(lotOf({ optionId: option.id }))?.qty ?? 0
    if (orders.length > 0) sum += needOf(option, openingCount(held, orders), rate)
  }
  return sum
}

/** Whether all prices of a margin account are known: after a start they are not. */
export const isPriced = (member: AuditedMember, markets: Markets): boolean =>
  [...member.positions.values()].every(({ option }) => marketOf(markets, option).last !== null)

/** The money that new orders may take: free money less an unrealised loss; nothing while a price is not known. */
export function available(member: AuditedMember, markets: Markets, held: bigint): bigint {
  const left = collateralOf(member) - held + min(0n, openResult(member, markets))
  return isPriced(member, markets) ? left : min(0n, left)
}

/** What the check before the close asks for positions: so many times the margin of a day as their options say. */
export function nightMargin(positions: readonly AuditedPosition[]): bigint {
  return positions.reduce(
    (sum, position) => sum + BigInt(position.option.overnightTimes) * positionMargin(position, position.fxRate),
    0n,
  )
}

/** The first price that lies so many tick sizes from the average entry. */
export function exitPrice(
  { option, qty, entry }: AuditedPosition,
  type: 'TAKEPROFIT' | 'STOPLOSS',
  ticks: number,
): number {
  const isUp = qty > 0 === (type === 'TAKEPROFIT')
  const contracts = worth(1, Math.abs(qty))
  const distance = BigInt(ticks * option.tickUnits) * contracts
  const target = abs(entry) + (isUp ? distance : -distance)
  return Number(isUp ? (target + contracts - 1n) / contracts : target / contracts)
}
