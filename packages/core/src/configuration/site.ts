import { refusalReply } from '../idempotency.ts'
import { noteLosscut } from '../oversea/raises.ts'
import { announceHalving } from '../releases/state.ts'
import { roundsOf, todayPnl } from '../rounds/state.ts'
import { change, type State, type Turn } from '../state.ts'
import { guardAnew } from '../trading/thresholds.ts'
import type { Reply, SiteConfig } from '../types.ts'
import { refuseKey, refuseRow } from './key.ts'
import { siteKeys } from './keys.ts'

/** Changes what holds for a whole site. */
export function configureSite(state: State, config: SiteConfig, turn: Turn): Reply {
  const refusal = refuseSite(state, config, turn)
  if (refusal) return refusal
  const site = state.sites.get(config.siteId)!
  const isGuarded = thresholds.some((key) => site.row[key] !== config[key])
  const isHalvedAnew = halvings.some((key) => site.row[key] !== config[key])
  const { overseaLosscutPpm } = site.row
  change(turn.effects, 'sites', site, config)
  noteLosscut(state, config.siteId, [overseaLosscutPpm, config.overseaLosscutPpm], turn)
  if (isHalvedAnew) announceHalving(state, config.siteId, turn)
  if (isGuarded) guardAnew(state, config.siteId)
  return { status: 200, body: {} }
}

/** What accounts are guarded by. */
const thresholds = [
  'futuresWarnPpm',
  'futuresCalmPpm',
  'overseaLosscutPpm',
  'overseaWarnPpm',
  'overseaCalmPpm',
] as const

/** When less leverage opens. */
const halvings = ['isReleaseHalved', 'isSessionEndHalved', 'halvingLeadMs', 'halvingTailMs'] as const

/** Why a site cannot be configured so; null: it can. */
export function refuseSite(state: State, config: SiteConfig, turn: Pick<Turn, 'at'>): Reply | null {
  if (!state.sites.has(config.siteId)) return refusalReply('SITE_NOT_FOUND')
  const refusal = refuseRow(siteKeys, config)
  if (refusal) return refusal
  const key = faultBetween(config)
  if (key !== null) return refuseKey(key, 'TOGETHER')
  return isBelowOpen(state, config, turn) ? refuseKey('maxDayExposure', 'BELOW_OPEN') : null
}

/** The first key that does not go together with others; null: all do. */
function faultBetween(config: SiteConfig): string | null {
  if (config.futuresCalmPpm >= config.futuresWarnPpm) return 'futuresCalmPpm'
  if (config.overseaWarnPpm <= config.overseaLosscutPpm) return 'overseaWarnPpm'
  if (config.overseaCalmPpm <= config.overseaWarnPpm) return 'overseaCalmPpm'
  if (config.sessionIdleMs > config.sessionMs) return 'sessionIdleMs'
  if (config.copyMostBet <= config.copyLeastBet) return 'copyMostBet'
  if (config.traderLotsOption > config.traderLots) return 'traderLotsOption'
  if (config.traderQuotaMiddle < config.traderQuotaLow) return 'traderQuotaMiddle'
  if (config.traderQuotaHigh < config.traderQuotaMiddle) return 'traderQuotaHigh'
  if (config.chatFromMinute === config.chatToMinute) return 'chatToMinute'
  return config.codeResendMs > config.codeMs ? 'codeResendMs' : null
}

/** A day's exposure is not lowered below what was lost since 00:00 KST and what is at stake. */
function isBelowOpen(state: State, { siteId, maxDayExposure }: SiteConfig, turn: Pick<Turn, 'at'>): boolean {
  const site = roundsOf(state).sites.get(siteId)!
  if (maxDayExposure >= site.config.row.maxDayExposure) return false
  const lostToday = Math.max(0, -Number(todayPnl(site, turn.at)))
  return Number(maxDayExposure) < lostToday + site.exposure
}
