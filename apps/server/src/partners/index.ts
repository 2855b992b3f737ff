import { PartnerStatus, partnerEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { listOf, pageAnswer, pageOfQuery } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { codeOf } from './code.ts'
import { type OnSuspended, registerPartnerDesk } from './desk.ts'
import { judgeProposal, nowOf } from './judge.ts'
import { addEvent, addTerms, broughtBy, insertPartner, lockTree, partnerOfMember } from './store.ts'
import { type PartnerTree, treeOf } from './tree.ts'

export { addTerms, allPartners, insertPartner, type Partner } from './store.ts'
export { percentText, treeOf } from './tree.ts'

/** What a partner sees: himself and all below him. Of any other there is nothing, as if there were none. Staff see every tree of the site. */
export function registerPartners(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  onSuspended: OnSuspended,
): void {
  const { db, ids } = deps
  registerPartnerDesk(app, deps, second, onSuspended)

  route(app, deps, partnerEndpoints.partnerCreate, ({ body, site, member }) => {
    const { username, name, feeRate: feePpm, rollRate: rollPpm, lossRate: lossPpm = 0 } = body
    return db.tenant(site.id, async (tx) => {
      await lockTree(tx, site.id)
      const own = await partnerOfMember(tx, site.id, member.memberId)
      if (own?.status === 'SUSPENDED') throw new Refused('PARTNER_SUSPENDED')
      const root = await ownRoot(tx, site.id, member.memberId)
      const now = nowOf(deps)
      const parentId = body.parentId ?? root
      const tree = await treeOf(tx, site.id, now)
      if (!tree.isIn(root, parentId)) throw new Refused('PARTNER_NOT_FOUND')
      const proposal = { username, name, code: body.code ?? codeOf(username), parentId, feePpm, rollPpm, lossPpm }
      const { memberId, terms } = await judgeProposal(deps, tx, site.id, proposal, null)
      const of = { siteId: site.id, id: ids.next() }
      await insertPartner(tx, { ...of, code: proposal.code, name, memberId, status: 'PENDING' }, now.wall)
      await addTerms(tx, { siteId: site.id, id: ids.next(), partnerId: of.id }, terms, now.wall)
      const event = { siteId: site.id, id: ids.next(), partnerId: of.id, byId: member.memberId, reason: '', ...now }
      await addEvent(tx, { ...event, kind: 'APPLIED' })
      return (await treeOf(tx, site.id, now)).rows(root, { id: of.id })[0]!
    })
  })

  route(app, deps, partnerEndpoints.partnerStanding, ({ site, member }) =>
    db.tenant(site.id, async (tx) => ({
      broughtBy: await broughtBy(tx, site.id, member.memberId),
      own: (await partnerOfMember(tx, site.id, member.memberId))?.status ?? null,
    })),
  )

  route(app, deps, partnerEndpoints.partnerList, ({ query, site, member }) =>
    db.tenant(site.id, async (tx) => {
      const { level, parentId, statusStrs } = query
      const root = await ownRoot(tx, site.id, member.memberId)
      const tree = await treeOf(tx, site.id, nowOf(deps))
      if (parentId !== undefined && !tree.isIn(root, parentId)) throw new Refused('PARTNER_NOT_FOUND')
      const rows = tree.rows(root, { level, parentId, statuses: listOf(PartnerStatus, statusStrs) })
      const page = pageOfQuery(query)
      return page ? pageAnswer(page, rows.slice(page.page * page.size, (page.page + 1) * page.size), rows.length) : rows
    }),
  )
}

/** The partner that a member is; refuses whoever is none, or is suspended. */
async function ownRoot(tx: Tx, siteId: number, memberId: number): Promise<number> {
  const own = await partnerOfMember(tx, siteId, memberId)
  if (own?.status !== 'ACTIVE') throw new Refused('PARTNER_NOT_FOUND')
  return own.id
}

/** The tree of a site for the partner that a member is. */
export async function ownTree(
  deps: Pick<Deps, 'clocks'>,
  tx: Tx,
  siteId: number,
  memberId: number,
): Promise<{ readonly root: number; readonly tree: PartnerTree }> {
  const root = await ownRoot(tx, siteId, memberId)
  return { root, tree: await treeOf(tx, siteId, nowOf(deps)) }
}
