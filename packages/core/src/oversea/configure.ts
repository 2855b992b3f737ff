import { refuseKey, refuseRow } from '../configuration/key.ts'
import { overseaKeys } from '../configuration/keys.ts'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { marketIn } from '../trading/holders.ts'
import { recountMarkets } from '../trading/recount.ts'
import type { EpochMs, OverseaOption, Reply } from '../types.ts'
import { announceRest } from './announce.ts'
import { addContract } from './markets.ts'
import { noteMargin } from './raises.ts'
import { queueReMargin } from './re-margin.ts'
import { type Contract, daysOf, overseaOf } from './state.ts'

/** Adds or changes a contract. A stop, limits and fees apply to what comes; margins to open positions and orders too, raised ones a day later to what is open. */
export function configureOversea(state: State, option: OverseaOption, turn: Turn): Reply {
  const refusal = refuseOversea(state, option, turn)
  if (refusal) return refusal
  const known = marketIn(overseaOf(state), option.siteId, option.id)
  const before = known?.row
  const contract = known ?? addContract(state, option)
  contract.row = option
  if (before && before.margin !== option.margin) noteMargin(state, contract, before.margin, turn)
  daysOf(state).fixAt = Number.NEGATIVE_INFINITY
  daysOf(state).groups = null
  turn.effects.put('overseaOptions', contract)
  if (before && (before.margin !== option.margin || before.fee !== option.fee)) {
    recountMarkets(state, [contract])
    queueReMargin(state)
  }
  if (before && !before.isStop && option.isStop) announceRest(contract, null, turn)
  return { status: 200, body: {} }
}

/** Why a contract cannot be so; null: it can. */
export function refuseOversea(state: State, option: OverseaOption, turn: Pick<Turn, 'at'>): Reply | null {
  if (!state.sites.has(option.siteId)) return refusalReply('SITE_NOT_FOUND')
  const known = marketIn(overseaOf(state), option.siteId, option.id)
  if (!hasUnits(option) || (known && !isSameContract(known.row, option))) return refusalReply('INVALID_REQUEST')
  const refusal = refuseRow(overseaKeys, option)
  if (refusal) return refusal
  // An order ends before its delay is over where it waits no longer than that.
  const key = option.execWaitMs <= option.execDelayMs ? 'execWaitMs' : faultOfLeads(option, known, turn.at)
  return key === null ? null : refuseKey(key, 'TOGETHER')
}

/** Session leads in order; a change of them within any of them, or right after the close, would take a stage back that has begun. */
function faultOfLeads(option: OverseaOption, known: Contract | null, at: EpochMs): string | null {
  if (option.closeOnlyLeadMs > option.overnightLeadMs) return 'closeOnlyLeadMs'
  if (option.closingLeadMs > option.closeOnlyLeadMs) return 'closingLeadMs'
  const { row, instrument } = known ?? {}
  const changed = row && leads.find((key) => row[key] !== option[key])
  if (!changed || !instrument?.session) return null
  const { closeAt } = instrument.session.times
  const longest = Math.max(row.overnightLeadMs, option.overnightLeadMs)
  return at >= closeAt - longest && at < closeAt + ENDING_MS ? changed : null
}

const leads = ['overnightLeadMs', 'closeOnlyLeadMs', 'closingLeadMs'] as const
/** So long after the close its stages are worked off. */
const ENDING_MS = 60_000

const hasUnits = ({ tickUnits, precision, tickValue }: OverseaOption): boolean =>
  Number.isSafeInteger(tickUnits) &&
  tickUnits >= 1 &&
  Number.isInteger(precision) &&
  precision >= 0 &&
  precision <= 8 &&
  tickValue > 0n

/** What a contract is about never changes under it. */
const isSameContract = (a: OverseaOption, b: OverseaOption): boolean =>
  a.instrument === b.instrument &&
  a.stock === b.stock &&
  a.precision === b.precision &&
  a.tickUnits === b.tickUnits &&
  a.tickValue === b.tickValue
