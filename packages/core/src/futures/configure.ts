import { bracketFault } from '@maru/positions'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { marketIn } from '../trading/traders.ts'
import type { FuturesOption, Reply } from '../types.ts'
import { addMarket } from './markets.ts'
import { revalue } from './risk.ts'

/** Adds or changes a perpetual. A stop, limits and fees apply to what comes; brackets to open positions too. */
export function configureFutures(state: State, option: FuturesOption, turn: Turn): Reply {
  if (!state.sites.has(option.siteId)) return refusalReply('SITE_NOT_FOUND')
  const known = marketIn(state.futures, option.siteId, option.id)
  if (!isValid(option) || (known && !isSameContract(known.row, option))) return refusalReply('INVALID_REQUEST')
  const market = known ?? addMarket(state, option)
  market.row = option
  turn.effects.put('futuresOptions', market)
  for (const position of market.positions) {
    position.guarded = null
    revalue(state, position.trader, turn)
  }
  return { status: 200, body: {} }
}

function isValid(option: FuturesOption): boolean {
  const counts = [option.tickUnits, option.stepUnits, option.minQty, option.maxOpenOrders, option.defaultLeverage]
  const rates = [option.makerPpm, option.takerPpm, option.liquidationPpm, option.execDelayMs, option.maxFunding]
  const shares = [option.priceBandPpm, option.slipPpm, option.closeSlipPpm]
  return (
    counts.every((count) => Number.isSafeInteger(count) && count >= 1) &&
    rates.every((rate) => Number.isSafeInteger(rate) && rate >= 0) &&
    shares.every((share) => Number.isSafeInteger(share) && share > 0 && share < 1_000_000) &&
    [option.precision, option.qtyPrecision].every((digits) => Number.isInteger(digits) && digits >= 0) &&
    option.precision + option.qtyPrecision <= 8 &&
    option.minQty % option.stepUnits === 0 &&
    option.minNotional >= 0n &&
    bracketFault(option.brackets) === null &&
    option.defaultLeverage <= option.brackets[0]!.maxLeverage
  )
}

/** What a perpetual is about never changes under it. */
const isSameContract = (a: FuturesOption, b: FuturesOption): boolean =>
  a.instrument === b.instrument &&
  a.stock === b.stock &&
  a.precision === b.precision &&
  a.qtyPrecision === b.qtyPrecision
