import type { Fill } from '../records.ts'
import type { Case } from './case.ts'
import type { Findings } from './findings.ts'
import { sumBig } from './sums.ts'

/** 당일손익 against the sum of the fills of each trading day. */
export function judgeDays({ accounts, seen }: Case, findings: Findings): undefined {
  for (const [memberId, told] of seen.profits) {
    const own = Map.groupBy(
      accounts.fillsOf(memberId).filter(({ at }) => at <= seen.to),
      ({ tradingDay }) => tradingDay,
    )
    for (const [date, fills] of own) {
      const expected = dayOf(fills)
      const day = told.find((one) => one.date === date)
      const said = day && [day.realizedPnl, day.fee, day.netPnl, day.trades, day.wins].join(' ')
      if (said !== expected) findings.say(`the day ${date} of ${memberId} came to ${expected}, told was ${said}`)
    }
    if (told.length !== own.size) findings.say(`${told.length} days of ${memberId} are told, he traded on ${own.size}`)
  }
}

/** Realised result, fees, net result, orders that closed something, and how many of them won. */
function dayOf(fills: readonly Fill[]): string {
  const closed = Map.groupBy(
    fills.filter(({ isClose }) => isClose),
    ({ orderId }) => orderId,
  )
  const results = [...closed.values()].map((some) => sumBig(some.map(({ realizedPnl }) => realizedPnl)))
  const realizedPnl = sumBig(results)
  const fee = sumBig(fills.map((fill) => fill.fee))
  return [realizedPnl, fee, realizedPnl - fee, closed.size, results.filter((result) => result > 0n).length].join(' ')
}
