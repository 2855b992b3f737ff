import { type LossShare, memberEndpoints, type RiskState } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/index.ts'
import { openRiskGate, yearMs } from './risk-gate.ts'
import { acknowledge, acknowledgedAt, lossesSince } from './risk-store.ts'

/** Below this number of members a percentage would reveal something about single ones. */
const fewestAccounts = 20
const keepMs = 600_000

/** The risk warning: what share of members loses here, and who has read it within a year. */
export function registerRisk(app: FastifyInstance, deps: Deps): void {
  const gate = openRiskGate(app, deps)
  const stateOf = async (siteId: number, memberId: number): Promise<RiskState> => {
    const at = await deps.db.tenant(siteId, (tx) => acknowledgedAt(tx, siteId, memberId))
    return { acknowledgedAt: at, isDue: gate.isDue(at) }
  }
  const shares = new Map<number, { readonly until: number; readonly share: Promise<LossShare> }>()

  route(app, deps, memberEndpoints.lossShare, ({ site }) => {
    const kept = shares.get(site.id)
    const now = performance.now()
    if (kept && kept.until > now) return kept.share
    const share = lossShare(deps, site.id)
    shares.set(site.id, { until: now + keepMs, share })
    // A failure rejects for those who waited for it, and is not cached.
    share.catch(() => shares.delete(site.id))
    return share
  })

  route(app, deps, memberEndpoints.riskMy, ({ member }) => stateOf(member.siteId, member.memberId))

  route(app, deps, memberEndpoints.riskAcknowledge, async ({ member }) => {
    const { siteId, memberId } = member
    await deps.db.tenant(siteId, (tx) => acknowledge(tx, siteId, memberId, deps.clocks.wall()))
    return stateOf(siteId, memberId)
  })
}

async function lossShare(deps: Deps, siteId: number): Promise<LossShare> {
  const from = deps.clocks.domain.now() - yearMs
  const { accounts, losing } = await deps.db.tenant(siteId, (tx) => lossesSince(tx, siteId, from))
  return { accounts, losing, percent: accounts < fewestAccounts ? null : Math.round((losing / accounts) * 100) }
}
