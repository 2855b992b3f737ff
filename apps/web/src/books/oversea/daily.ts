import type { DailyProfit, OverseaOption } from '@maru/contract'
import { wonOf } from './terms.ts'

/** Which trading day a summary is of. */
export interface DayOf {
  readonly day: string
  /** Its session runs; else it is the last one that the member traded in. */
  readonly isRunning: boolean
}

/**
 * The trading day of now. It begins with the session and lasts until the next one begins, so while all rest it is the last that
 * has results; null where there is none.
 */
export function dayOf(options: readonly OverseaOption[], days: readonly DailyProfit[]): DayOf | null {
  const running = options
    .filter(({ isRest, session }) => !isRest && session !== null)
    .map(({ session }) => session?.tradingDay ?? '')
    .toSorted()
    .at(-1)
  if (running !== undefined) return { day: running, isRunning: true }
  const last = days[0]?.date
  return last === undefined ? null : { day: last, isRunning: false }
}

/** What days come to together, in won. */
export interface Total {
  readonly realizedPnl: bigint
  readonly fee: bigint
  readonly netPnl: bigint
  readonly trades: number
  readonly wins: number
}

export const totalOf = (days: readonly DailyProfit[]): Total =>
  days.reduce<Total>(
    (sum, { realizedPnl, fee, netPnl, trades, wins }) => ({
      realizedPnl: sum.realizedPnl + wonOf(realizedPnl),
      fee: sum.fee + wonOf(fee),
      netPnl: sum.netPnl + wonOf(netPnl),
      trades: sum.trades + trades,
      wins: sum.wins + wins,
    }),
    { realizedPnl: 0n, fee: 0n, netPnl: 0n, trades: 0, wins: 0 },
  )

/** Share of trades with a profit, in percent with one decimal; null without any. */
export const winRate = ({ trades, wins }: Pick<Total, 'trades' | 'wins'>): string | null =>
  trades === 0 ? null : ((wins / trades) * 100).toFixed(1)

/** A bar of the chart: its place from the top and its height as shares of the whole. */
export interface Bar {
  readonly date: string
  readonly net: bigint
  readonly top: number
  readonly height: number
}

/** Net results as bars around a line of nothing at `zero`, oldest first; the tallest reach the ends. */
export function barsOf(days: readonly DailyProfit[]): { readonly bars: readonly Bar[]; readonly zero: number } {
  const nets = days.map(({ date, netPnl }) => ({ date, net: wonOf(netPnl) })).toReversed()
  const high = Number(nets.reduce((most, { net }) => (net > most ? net : most), 0n))
  const low = Number(nets.reduce((least, { net }) => (net < least ? net : least), 0n))
  const span = high - low || 1
  const zero = high / span
  return {
    zero,
    bars: nets.map(({ date, net }) => {
      const height = Math.abs(Number(net)) / span
      return { date, net, height, top: net > 0n ? zero - height : zero }
    }),
  }
}
