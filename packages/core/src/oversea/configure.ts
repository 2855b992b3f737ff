import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { marketIn } from '../trading/traders.ts'
import type { OverseaOption, Reply } from '../types.ts'
import { announceRest } from './announce.ts'
import { addContract } from './markets.ts'
import { daysOf, overseaOf } from './state.ts'
import { reserveAnew, restate } from './stating.ts'

/** Adds or changes a contract. A stop, limits and fees apply to what comes; margins to open positions and orders too. */
export function configureOversea(state: State, option: OverseaOption, turn: Turn): Reply {
  if (!state.sites.has(option.siteId)) return refusalReply('SITE_NOT_FOUND')
  const known = marketIn(overseaOf(state), option.siteId, option.id)
  const before = known?.row
  if (!isValid(option) || (before && !isSameContract(before, option))) return refusalReply('INVALID_REQUEST')
  const contract = known ?? addContract(state, option)
  contract.row = option
  daysOf(state).fixAt = Number.NEGATIVE_INFINITY
  turn.effects.put('overseaOptions', contract)
  if (before && (before.margin !== option.margin || before.fee !== option.fee)) {
    reserveAnew(state, turn)
    restate(state)
  }
  if (before && !before.isStop && option.isStop) announceRest(contract, null, turn)
  return { status: 200, body: {} }
}

function isValid(option: OverseaOption): boolean {
  const counts = [option.tickUnits, option.maxCount, option.lotsPerTick, option.maxOpenOrders]
  const times = [option.execDelayMs, option.financingFeePpm, option.fixLeadMs]
  const rates = [option.longRatePpm, option.shortRatePpm]
  return (
    counts.every((count) => Number.isSafeInteger(count) && count >= 1) &&
    times.every((time) => Number.isSafeInteger(time) && time >= 0) &&
    rates.every((rate) => Number.isSafeInteger(rate) && rate > -1_000_000 && rate < 1_000_000) &&
    Number.isSafeInteger(option.priceBandPpm) &&
    option.priceBandPpm > 0 &&
    option.priceBandPpm < 1_000_000 &&
    Number.isInteger(option.precision) &&
    option.precision >= 0 &&
    option.precision <= 8 &&
    option.tickValue > 0n &&
    option.margin > 0n &&
    option.fee >= 0n
  )
}

/** What a contract is about never changes under it. */
const isSameContract = (a: OverseaOption, b: OverseaOption): boolean =>
  a.instrument === b.instrument &&
  a.stock === b.stock &&
  a.precision === b.precision &&
  a.tickUnits === b.tickUnits &&
  a.tickValue === b.tickValue
