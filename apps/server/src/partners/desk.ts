import { createHash } from 'node:crypto'
import { consolePartnerEndpoints } from '@maru/contract'
import { partnerStatusWords } from '@maru/contract/table-words'
import { type IdempotencyKey, termsAt } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { type Payload, type SecondPerson, type StoredKind, stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, partnerColumns } from '../desk-lists/index.ts'
import { kstDayPeriod } from '../http/filters.ts'
import { Refused, route, type StaffMember } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import type { Site } from '../sites/index.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { partnerChanges, requireCorrectable, statusChange } from './changes.ts'
import { codeOf } from './code.ts'
import { judgeChange, judgeProposal, nowOf } from './judge.ts'
import { sharedTraits } from './shared.ts'
import { addEvent, isCodeTaken, lockTree, type Partner, setStatus } from './store.ts'
import { treeOf } from './tree.ts'

interface Asking {
  readonly site: Site
  readonly member: StaffMember
  readonly idempotency: IdempotencyKey
  readonly body: { readonly reason: string }
}

/** Hears of a partner who was suspended, once he is. */
export type OnSuspended = (of: {
  readonly siteId: number
  readonly staffId: number
  readonly partnerId: number
  readonly reason: string
}) => Promise<void>

/** How headquarters finds, opens, changes and suspends partners. What earns money takes two persons, what stops it one. */
export function registerPartnerDesk(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  onSuspended: OnSuspended,
): void {
  const { db, ids } = deps
  const changes = partnerChanges(deps, app.sites)
  second.register(changes.works)

  deskList(app, deps, consolePartnerEndpoints.deskPartners, partnerColumns, ({ query, site }) =>
    db.tenant(site.id, async (tx) => {
      const { level, parentId } = query
      const tree = await treeOf(tx, site.id, nowOf(deps))
      if (parentId !== undefined && !tree.partners.has(parentId)) throw new Refused('PARTNER_NOT_FOUND')
      return { whole: tree.rows(null, { level, parentId }) }
    }),
  )

  route(app, deps, consolePartnerEndpoints.deskPartnerShared, ({ params, site }) =>
    db.tenant(site.id, async (tx) => sharedTraits(tx, site.id, await changes.partnerIn(tx, site.id, params.id))),
  )

  route(app, deps, consolePartnerEndpoints.deskPartnerCreate, async (call) => {
    const { username, name, parentId = null, feeRate: feePpm, rollRate: rollPpm, lossRate: lossPpm = 0 } = call.body
    const code = call.body.code ?? codeOf(username)
    const proposal = { username, name, code, parentId, feePpm, rollPpm, lossPpm }
    await db.tenant(call.site.id, (tx) => judgeProposal(deps, tx, call.site.id, proposal, null))
    return ask(call, 'PARTNER_CREATE', call.member.memberId, withoutNull(proposal))
  })

  route(app, deps, consolePartnerEndpoints.deskPartnerDecide, async (call) => {
    const { site, params } = call
    if (!call.body.accept)
      return once(call, async (tx, partner) => {
        requireStatus(partner, 'PENDING')
        await setStatus(tx, site.id, partner.id, 'REJECTED')
        return 'REJECTED'
      })
    const payload = await db.tenant(site.id, async (tx) => {
      const partner = await changes.partnerIn(tx, site.id, params.id)
      requireStatus(partner, 'PENDING')
      const [terms] = partner.terms
      const [owner] = await tx.query<{ username: string }>(
        'select username from member where site_id = $1 and id = $2',
        [site.id, partner.memberId],
      )
      if (terms === undefined || owner === undefined) throw new Error(`an application without terms: ${partner.id}`)
      const { parentId, feePpm, rollPpm, lossPpm } = terms
      const { name, code } = partner
      const proposal = { username: owner.username, name, code, parentId, feePpm, rollPpm, lossPpm }
      await judgeProposal(deps, tx, site.id, proposal, partner.id)
      return { ...withoutNull(proposal), applicationId: partner.id }
    })
    return ask(call, 'PARTNER_CREATE', params.id, payload)
  })

  route(app, deps, consolePartnerEndpoints.deskPartnerTerms, async (call) => {
    const { feeRate: feePpm, rollRate: rollPpm, lossRate, parentId, isTop = false, fromWeek } = call.body
    if (isTop && parentId !== undefined) throw new Refused('INVALID_REQUEST', { key: 'parentId' })
    const fromDay = kstDayPeriod(fromWeek).from
    const terms = await db.tenant(call.site.id, async (tx) => {
      const before = termsAt(await changes.partnerIn(tx, call.site.id, call.params.id), fromDay - 1)
      const terms = {
        fromDay,
        parentId: isTop ? null : (parentId ?? before?.parentId ?? null),
        feePpm,
        rollPpm,
        lossPpm: lossRate ?? before?.lossPpm ?? 0,
      }
      await judgeChange(deps, tx, call.site.id, call.params.id, terms)
      return terms
    })
    return ask(call, 'PARTNER_TERMS', call.params.id, withoutNull(terms))
  })

  route(app, deps, consolePartnerEndpoints.deskPartnerStatus, async (call) => {
    const { site, params } = call
    if (call.body.status === 'SUSPENDED') {
      const row = await once(call, async (tx, partner) => {
        requireStatus(partner, 'ACTIVE')
        await setStatus(tx, site.id, partner.id, 'SUSPENDED')
        return 'SUSPENDED'
      })
      const { memberId: staffId } = call.member
      await onSuspended({ siteId: site.id, staffId, partnerId: row.id, reason: call.body.reason })
      return row
    }
    requireStatus(await db.tenant(site.id, (tx) => changes.partnerIn(tx, site.id, params.id)), 'SUSPENDED')
    return ask(call, 'PARTNER_LIFT', params.id, {})
  })

  route(app, deps, consolePartnerEndpoints.deskPartnerCode, async (call) => {
    const { code } = call.body
    await db.tenant(call.site.id, async (tx) => {
      await changes.requireUnused(tx, call.site.id, call.params.id)
      if (await isCodeTaken(tx, call.site.id, code)) throw new Refused('PARTNER_CODE_DUPLICATE')
    })
    return ask(call, 'PARTNER_CODE', call.params.id, { code })
  })

  route(app, deps, consolePartnerEndpoints.deskMemberPartner, async (call) => {
    const about = { siteId: call.site.id, subjectId: call.params.id, payload: { code: call.body.code } }
    await db.tenant(about.siteId, async (tx) => {
      const { member, partner } = await changes.correction(tx, about)
      await requireCorrectable(deps, about.siteId, about.subjectId, member, partner)
    })
    return ask(call, 'MEMBER_PARTNER', about.subjectId, about.payload)
  })

  function ask(
    { site, member, idempotency: { key }, body }: Asking,
    kind: StoredKind,
    subjectId: number,
    payload: Payload,
  ) {
    return second.ask({ siteId: site.id, staffId: member.memberId, key, kind, subjectId, payload, reason: body.reason })
  }

  /** An act of one person on a partner: once under its key, with its row of the log and of the partner's history. */
  async function once(
    call: Asking & { readonly params: { readonly id: number } },
    run: (tx: Tx, partner: Partner) => Promise<'REJECTED' | 'SUSPENDED'>,
  ) {
    const { site, member, idempotency, params, body } = call
    const { route: action, bodyHash } = idempotency
    const request = createHash('sha256').update(`${member.memberId}:${idempotency.key}`).digest('hex').slice(0, 32)
    const now = nowOf(deps)
    return db.tenant(site.id, async (tx) => {
      await lockTree(tx, site.id)
      const [before] = await tx.query<{ said: { bodyHash?: string } }>(
        'select said from staff_act where site_id = $1 and subject_id = $2 and action = $3 and request = $4 limit 1',
        [site.id, params.id, action, request],
      )
      if (before !== undefined && before.said.bodyHash !== bodyHash) throw new Refused('IDEMPOTENCY_KEY_REUSED')
      if (before === undefined) {
        const partner = await changes.partnerIn(tx, site.id, params.id)
        const kind = await run(tx, partner)
        const of = { siteId: site.id, reason: body.reason }
        await addEvent(tx, { ...of, id: ids.next(), partnerId: partner.id, kind, byId: member.memberId, ...now })
        const act = {
          ...of,
          id: ids.next(),
          staffId: member.memberId,
          action,
          subjectId: partner.id,
          request,
          at: now.wall,
        }
        await addStaffAct(tx, {
          ...act,
          said: { bodyHash },
          changes: [statusChange(site.id, partner.id, partner.status, kind)],
        })
      }
      const [row] = (await treeOf(tx, site.id, now)).rows(null, { id: params.id })
      if (row === undefined) throw new Refused('PARTNER_NOT_FOUND')
      return row
    })
  }
}

function requireStatus({ status }: Partner, wanted: Partner['status']): void {
  if (status !== wanted) throw stale([[{ ko: '상태', en: 'State' }, partnerStatusWords[status]]])
}

/** A payload has no empty parts. */
const withoutNull = (parts: Readonly<Record<string, string | number | null>>): Payload =>
  Object.fromEntries(Object.entries(parts).filter((one): one is [string, string | number] => one[1] !== null))
