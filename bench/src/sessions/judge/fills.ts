import { minute } from '../calendar.ts'
import { feeOf, resultAt } from '../margin-accounts.ts'
import type { Fill } from '../records.ts'
import type { Case } from './case.ts'
import type { Findings } from './findings.ts'
import { sum } from './sums.ts'

/** A fill came in its session, at a price of its time, with the rate, the fee and the result that follow from it. */
export function judgeFill(known: Case, findings: Findings, fill: Fill): undefined {
  const fault = wrongTime(known, fill) ?? wrongPrice(known, fill) ?? wrongResult(known, fill)
  if (fault) findings.fault(fill, fault)
  else findings.count('fills', fill.isClose ? 'closing' : 'opening')
}

function wrongTime({ records, optionOf, sessionAt }: Case, fill: Fill): string | null {
  const option = optionOf(fill)
  const session = sessionAt(option, fill.at)
  if (!session) return 'filled while its stock rests'
  if (!fill.isClose && fill.at >= session.closeAt - 10 * minute) return 'opened in the last ten minutes'
  if (fill.tradingDay !== session.tradingDay) return `of ${fill.tradingDay} in ${session.tradingDay}`
  const rate = records.fixings.find(({ tradingDay }) => tradingDay === session.tradingDay)?.rate
  if (fill.fxRate !== rate) return `at a rate of ${fill.fxRate}, fixed was ${rate}`
  return fill.fee === feeOf(option, fill.qty, rate) ? null : `a fee of ${fill.fee}`
}

function wrongPrice({ accounts, optionOf }: Case, fill: Fill): string | null {
  const option = optionOf(fill)
  if (!fill.isMaker) {
    const recent = accounts
      .fillsOf(fill.memberId)
      .filter(
        (one) =>
          one.id < fill.id && one.optionId === fill.optionId && one.side === fill.side && one.at > fill.at - 2_000,
      )
    const taken = sum(recent.map(({ qty }) => qty))
    const away = fill.side === 'LONG' ? option.tickUnits : -option.tickUnits
    let quote = 0n
    for (let k = taken; k < taken + fill.qty; k++)
      quote += BigInt(fill.best + Math.floor(k / option.lotsPerTick) * away) * 100_000_000n
    if (quote !== fill.quote) return `at ${fill.quote} instead of ${quote}`
  }
  if (!accounts.hasPrices(option.instrument, fill.bookTs - minute, fill.bookTs + minute)) return null
  const range = accounts.range(option.instrument, fill.bookTs - 5 * minute, fill.bookTs + 5 * minute)
  const far = 10 * option.tickUnits
  return range && fill.best >= range.low - far && fill.best <= range.high + far
    ? null
    : `the best price ${fill.best} is none of its time`
}

function wrongResult({ accounts }: Case, fill: Fill): string | null {
  if (!fill.isClose) return null
  const held = accounts.heldBefore(fill.memberId, { id: fill.id }).get(fill.optionId)
  if (!held) return 'closed nothing'
  const entry = (held.entry * BigInt(fill.qty)) / BigInt(Math.abs(held.qty))
  // A contract bought is valued at the price of now, a contract sold costs it, so nothing stays unpriced.
  const quote = fill.side === 'LONG' ? -fill.quote : fill.quote
  const exact = resultAt({ ...held, qty: 0, entry: entry - quote }, 0, fill.fxRate)
  const off = fill.realizedPnl - exact
  return off > 1n || off < -1n ? `its result ${fill.realizedPnl} should be ${exact}` : null
}
