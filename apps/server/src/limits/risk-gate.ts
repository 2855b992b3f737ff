import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'
import type { Site } from '../sites/index.ts'
import { acknowledgedAt } from './risk-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    risk: RiskGate
  }
}

/** The warning is read again after so long. */
export const yearMs = 365 * 86_400_000
const mostKept = 100_000

/**
 * Rules J 2: where money is real nobody stakes or opens before he has read the risk warning, and again each year. On a DEMO site the page
 * asks. What a member has read stays read, so that one query a member is enough.
 */
export class RiskGate {
  readonly #deps: Pick<Deps, 'db' | 'clocks'>
  readonly #readAt = new Map<string, number>()

  constructor(deps: Pick<Deps, 'db' | 'clocks'>) {
    this.#deps = deps
  }

  /** Throws RISK_ACK_REQUIRED. */
  async require(site: Site, memberId: number): Promise<void> {
    if (site.moneyMode !== 'LICENSED') return
    const known = this.#readAt.get(`${site.id}:${memberId}`)
    if (known !== undefined && !this.isDue(known)) return
    const at = await this.#deps.db.tenant(site.id, (tx) => acknowledgedAt(tx, site.id, memberId))
    if (at === null || this.isDue(at)) throw new Refused('RISK_ACK_REQUIRED')
    if (this.#readAt.size >= mostKept) this.#readAt.clear()
    this.#readAt.set(`${site.id}:${memberId}`, at)
  }

  isDue(readAt: number | null): boolean {
    return readAt === null || this.#deps.clocks.wall() - readAt >= yearMs
  }
}

/** Hangs the gate on the server, for every line that takes stakes or orders. */
export function openRiskGate(app: FastifyInstance, deps: Deps): RiskGate {
  const gate = new RiskGate(deps)
  app.decorate('risk', gate)
  return gate
}
