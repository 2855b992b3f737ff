import { consolePartnerEndpoints, PartnerStatus, partnerEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { deskList, mostListed, partnerColumns } from '../desk-lists/index.ts'
import { listOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { ownPartnerId, partnersOf } from './store.ts'

export { partnersOf } from './store.ts'

/** What a partner sees: himself and all below him. Of any other there is nothing, as if there were none. Staff see every tree of the site. */
export function registerPartners(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  async function rootOf(tx: Tx, siteId: number, memberId: number): Promise<number> {
    const id = await ownPartnerId(tx, siteId, memberId)
    if (id === null) throw new Refused('PARTNER_NOT_FOUND')
    return id
  }

  route(app, deps, partnerEndpoints.partnerOne, ({ query, site, member }) =>
    db.tenant(site.id, async (tx) => {
      const root = await rootOf(tx, site.id, member.memberId)
      const [row] = await partnersOf(tx, site.id, { roots: [root], id: query.id ?? root })
      if (row === undefined) throw new Refused('PARTNER_NOT_FOUND')
      return row
    }),
  )

  route(app, deps, partnerEndpoints.partnerList, ({ query, site, member }) =>
    db.tenant(site.id, async (tx) => {
      const { level, parentId, statusStrs } = query
      const roots = [await rootOf(tx, site.id, member.memberId)]
      if (parentId !== undefined && (await partnersOf(tx, site.id, { roots, id: parentId })).length === 0)
        throw new Refused('PARTNER_NOT_FOUND')
      return partnersOf(tx, site.id, { roots, level, parentId, statuses: listOf(PartnerStatus, statusStrs) })
    }),
  )

  deskList(app, deps, consolePartnerEndpoints.deskPartners, partnerColumns, ({ query, site }) =>
    db.tenant(site.id, async (tx) => {
      const { level, parentId } = query
      if (parentId !== undefined && (await partnersOf(tx, site.id, { roots: null, id: parentId })).length === 0)
        throw new Refused('PARTNER_NOT_FOUND')
      return { whole: await partnersOf(tx, site.id, { roots: null, level, parentId, most: mostListed }) }
    }),
  )
}
