import { fundingByIndex } from '@maru/positions'
import { change, type State, type Turn } from '../state.ts'
import { tradingOf } from '../trading/instruments.ts'
import type { TradedInstrument } from '../trading/state.ts'
import type { EpochMs, FeedSignal, FundingRow, Minor, Qty } from '../types.ts'
import { announcePosition } from './announce.ts'
import { bookResult } from './coverage.ts'
import { revalue } from './risk.ts'
import type { Position } from './state.ts'

/** What a position did not hold for so long before a funding pays, but does not receive. */
const SEASONED_MS = 60_000
/** Two fundings of an instrument are hours apart: one so near to the last is the same. */
const BESIDE_MS = 60_000

/**
 * The funding of an instrument when its time has come by `at`: the index jumps by the last rate and mark that were known before,
 * and every open position owes or is owed its share from then on. A new time comes with the next mark.
 */
export function dueFunding(instrument: TradedInstrument, at: EpochMs, turn: Turn): void {
  const { nextFundingTime, fundingRate, mark } = instrument
  if (nextFundingTime === null || at < nextFundingTime) return
  instrument.nextFundingTime = null
  if (mark === null || fundingRate === null) return
  fund(instrument, { at: nextFundingTime, rate: fundingRate, mark }, turn)
}

/**
 * Takes a funding that the venue made while the house was down, at the rate and the mark of its own time, where a position of then is
 * open still. Only before the instrument's first mark: nobody opened or closed anything since, so that each position owes what it held
 * then. One that is known, or older than the newest that is, counts no more.
 */
export function takeMissedFunding(state: State, signal: Extract<FeedSignal, { kind: 'funding' }>, turn: Turn): void {
  const { fundingTime, rate, price } = signal
  const instrument = tradingOf(state).instruments.get(signal.instrument)
  if (!instrument || instrument.mark !== null || state.knownSince === 0 || fundingTime > turn.at) return
  if (!Number.isSafeInteger(rate) || !Number.isSafeInteger(price) || price <= 0) return
  // The venue's times lie some ms beside those that it announced.
  const newest = instrument.missed.at(-1) ?? instrument.funding
  if (newest && fundingTime < newest.at + BESIDE_MS) return
  const isHeld = instrument.markets.some(({ positions }) =>
    [...positions].some(({ row }) => row.openedAt <= fundingTime),
  )
  if (isHeld) instrument.missed.push({ at: fundingTime, rate, mark: price })
}

function fund(instrument: TradedInstrument, { at, rate, mark }: Omit<FundingRow, 'instrument' | 'index'>, turn: Turn) {
  const index = (instrument.funding?.index ?? 0n) + BigInt(mark) * BigInt(rate)
  instrument.funding = { instrument: instrument.symbol, at, rate, mark, index }
  turn.effects.add('fundings', instrument.funding)
  instrument.unfunded = instrument.markets
    .flatMap((market) => [...market.positions])
    .sort((a, b) => b.row.id - a.row.id)
}

/** Posts the shares of the newest funding for up to `max` positions; returns for how many. The rest stays in `unfunded`. */
export function settleFundings(state: State, instrument: TradedInstrument, max: number, turn: Turn): number {
  let count = 0
  while (count < max) {
    const position = instrument.unfunded.pop()
    if (!position) {
      const next = instrument.missed.shift()
      if (!next) break
      fund(instrument, next, turn)
      continue
    }
    if (!settleFunding(state, position, turn)) continue
    revalue(state, position.trader, turn)
    count++
  }
  return count
}

/** What a position is paid (+) or pays (−) of the newest funding, if that was not settled with it yet. */
export function owedFunding(position: Position): Minor {
  const { row, market } = position
  const { funding } = market.instrument
  if (row.closedAt !== null || funding === null || row.fundingIndex === funding.index || row.openedAt > funding.at)
    return 0n
  const perStep = (funding.index - row.fundingIndex) * market.scale.unit
  const share = fundingByIndex(row.qty, perStep)
  return share > 0n ? fundingByIndex(seasonedQty(position, funding.at), perStep) : share
}

/** How much of a position was held throughout the minute before `at`, since when nothing of it changed. */
function seasonedQty({ row, trader }: Position, at: EpochMs): Qty {
  if (row.openedAt > at - SEASONED_MS) return 0
  let held = Math.abs(row.qty)
  let least = held
  for (const fill of trader.recentFills.toReversed()) {
    if (fill.at <= at - SEASONED_MS) break
    if (fill.positionId !== row.id) continue
    held += fill.isClose ? fill.qty : -fill.qty
    least = Math.min(least, held)
  }
  return Math.sign(row.qty) * least
}

/**
 * Posts the share of a position in the newest funding, if it is open still: an isolated one pays from and receives into its
 * margin. Whatever changes or judges a position calls this first. False when there was nothing to do; else revalue the trader.
 */
export function settleFunding(state: State, position: Position, turn: Turn): boolean {
  const { row, market } = position
  const { funding } = market.instrument
  if (row.closedAt !== null || funding === null || row.fundingIndex === funding.index) return false
  const amount = owedFunding(position)
  if (amount !== 0n)
    bookResult(state, position, [{ account: 'FUNDING', amount, reason: 'FUTURES_FUNDING' }], null, row.id, turn)
  const fundingFee = row.fundingFee + amount
  change(turn.effects, 'positions', position, { fundingIndex: funding.index, fundingFee })
  if (amount !== 0n) announcePosition(position, 'POSITION_UPDATE', turn)
  return true
}
