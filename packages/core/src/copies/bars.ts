import type { ErrorCode } from '@maru/contract'
import type { FuturesMarket, Holding } from '../futures/state.ts'
import { refuseMember } from '../limits/limits.ts'
import type { State, Turn } from '../state.ts'
import { isClosedTo, isStopped } from '../stops/state.ts'
import { isHeld } from '../trading/held-prices.ts'
import { isLinkedOpposite } from '../trading/linked.ts'
import { sideOf } from '../trading/orders.ts'
import type { EpochMs, Line, Reply } from '../types.ts'
import { copyNumbers } from './numbers.ts'
import { isLate } from './opened-book.ts'
import type { FanOut } from './state.ts'

/** Why a copy may not open now, whatever its size; null: it may. */
export function barOfCopy(state: State, holding: Holding, fanOut: FanOut, turn: Turn): ErrorCode | null {
  const { holder, market } = holding
  const { instrument } = market
  const { siteId, maxFunding } = market.row
  const { side } = fanOut.row
  if (isLate(state, fanOut, turn.at)) return 'COPY_LATE'
  const barred = refuseMember(holder.member, turn)
  if (barred) return codeIn(barred)
  if (!copyNumbers(state, siteId).isCopyOn) return 'FEATURE_DISABLED'
  const isOff = (line: Line) => isStopped(state, siteId, line, instrument.symbol)
  if (isClosedTo(market.row, turn.at) || isOff('FUTURES') || isOff('COPY')) return 'OPTION_STOPPED'
  if (!isQuoted(market, turn.at)) return 'PRICE_FEED_STALE'
  const { fundingRate } = instrument
  if (fundingRate !== null && sideOf(side) * fundingRate < -maxFunding) return 'OPTION_STOPPED'
  return isLinkedOpposite(state, holding, side) ? 'LINKED_OPPOSITE' : null
}

/** Whether the prices of a market are good, its mark among them. What is taken in this turn does not make them otherwise. */
export const isQuoted = ({ instrument }: FuturesMarket, at: EpochMs): boolean =>
  instrument.mark !== null && instrument.prices.isLive(at) && instrument.prices.areQuotesLive && !isHeld(instrument)

/** The code of a refusal. */
export const codeIn = ({ body }: Reply): ErrorCode => (body as { readonly code: ErrorCode }).code
