import { fundingByIndex } from '@maru/positions'
import { change, type State, type Turn } from '../state.ts'
import type { TradedInstrument } from '../trading/state.ts'
import type { EpochMs, FeedSignal, FundingRow, Minor } from '../types.ts'
import { announcePosition } from './announce.ts'
import { bookResult } from './coverage.ts'
import { revalue } from './risk.ts'
import type { Position } from './state.ts'

/** A position that is younger than this at a funding pays, but does not receive. */
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
 * Takes a funding that the venue made while the house was down, at the rate and the mark of its own time. Only before the instrument's first
 * mark: nobody opened or closed anything since, so that each position owes what it held then.
 */
export function takeMissedFunding(state: State, signal: Extract<FeedSignal, { kind: 'funding' }>, turn: Turn): void {
  const { fundingTime, rate, price } = signal
  const instrument = state.traded.get(signal.instrument)
  if (!instrument || instrument.mark !== null || state.knownSince === 0) return
  if (!Number.isSafeInteger(rate) || !Number.isSafeInteger(price) || price <= 0) return
  if (fundingTime <= state.knownSince || fundingTime > turn.at) return
  // The venue's times lie some ms beside those that it announced.
  if (instrument.funding !== null && fundingTime < instrument.funding.at + BESIDE_MS) return
  fund(instrument, { at: fundingTime, rate, mark: price }, turn)
}

function fund(instrument: TradedInstrument, { at, rate, mark }: Omit<FundingRow, 'instrument' | 'index'>, turn: Turn) {
  const index = (instrument.funding?.index ?? 0n) + BigInt(mark) * BigInt(rate)
  instrument.funding = { instrument: instrument.symbol, at, rate, mark, index }
  turn.effects.funding(instrument.funding)
  instrument.unfunded = instrument.markets
    .flatMap((market) => [...market.positions])
    .sort((a, b) => b.row.id - a.row.id)
}

/** Posts the shares of the newest funding for up to `max` positions; returns for how many. The rest stays in `unfunded`. */
export function settleFundings(state: State, instrument: TradedInstrument, max: number, turn: Turn): number {
  let count = 0
  while (count < max) {
    const position = instrument.unfunded.pop()
    if (!position) break
    if (!settleFunding(state, position, turn)) continue
    revalue(state, position.trader, turn)
    count++
  }
  return count
}

/** What a position is paid (+) or pays (−) of fundings that were not settled with it yet. */
export function owedFunding({ row, market }: Position): Minor {
  const { funding } = market.instrument
  if (row.closedAt !== null || funding === null || row.fundingIndex === funding.index) return 0n
  const share = fundingByIndex(row.qty, (funding.index - row.fundingIndex) * market.scale.unit)
  return share > 0n && row.openedAt > funding.at - SEASONED_MS ? 0n : share
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
