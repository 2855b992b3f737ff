import { liabilityEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/index.ts'
import { proofsOf, statements } from './proofs.ts'

export { stateLiabilities } from './state.ts'

/** What a site owes its members, in public, and to each member the proof that he was counted. */
export function registerLiabilities(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, deps, liabilityEndpoints.liabilities, ({ site }) => db.tenant(site.id, (tx) => statements(tx, site.id)))
  route(app, deps, liabilityEndpoints.liabilityProof, ({ member, query }) =>
    db.tenant(member.siteId, (tx) => proofsOf(tx, member.siteId, member.memberId, query.month)),
  )
}
