import { consoleMemberEndpoints, type PersonalData } from '@maru/contract'
import { dnwWire, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mostRows, type PageAsked, pageAnswer, pageOfQuery } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import type { Site } from '../sites/index.ts'
import { found, foundIn } from '../trading/index.ts'
import { registerMemberActs } from './desk-changes.ts'
import { deskMember, memberFilter, memberNotes, memberSessions } from './desk-search.ts'
import { heldOf, phoneField, walletWire } from './me.ts'
import type { Seal } from './seal.ts'
import type { Sessions } from './sessions.ts'
import { type MemberRow, memberById, memberOf } from './store.ts'

const mostLinked = 100
const whole = { limit: mostRows, offset: 0, isCounted: false }

/** Members as staff find them, and what staff do with them. */
export function registerMemberDesk(app: FastifyInstance, deps: Deps, sessions: Sessions, seal: Seal): void {
  const { db, reads, clocks } = deps
  registerMemberActs(app, deps, { sessions, seal, personal })

  route(app, deps, consoleMemberEndpoints.deskMembers, async ({ query, site }) => {
    const asked = pageAsked(query)
    const { where, values } = memberFilter(seal, site.id, query.q)
    const { rows, total } = await db.tenant(site.id, (tx) =>
      found(tx, 'member', where, 'id desc', values, { ...asked, isCounted: true }, memberOf),
    )
    return pageAnswer(
      asked,
      rows.map((row) => deskMember(seal, row)),
      total ?? 0,
    )
  })

  route(app, deps, consoleMemberEndpoints.deskMember, async ({ params, site }) => {
    const row = await known(site, params.id)
    const of = { siteId: site.id, memberId: row.id }
    const now = clocks.wall()
    const [{ value: wallets }, { value: holds }, { value: group }] = await Promise.all([
      reads.ask('members.wallets', of),
      reads.ask('money.holds', { ...of, wall: now }),
      reads.ask('riskGroups.group', of),
    ])
    const others = (group?.memberIds ?? []).filter((id) => id !== row.id).slice(0, mostLinked)
    const more = await db.tenant(site.id, async (tx) => ({
      open: await memberSessions(tx, row, { isOpen: true, now }, whole),
      linked: await found(tx, 'member', 'site_id = $1 and id = any ($2)', 'id', [site.id, others], whole, memberOf),
      notes: await memberNotes(tx, row),
    }))
    return {
      ...deskMember(seal, row),
      verified: {
        phoneAt: row.phoneVerifiedAt,
        emailAt: row.emailVerifiedAt,
        identityAt: row.identityAt,
        hasTotp: row.totpSealed !== null,
      },
      wallets: wallets.map((wallet) => ({ ...walletWire(wallet), held: heldOf(wallet, holds) })),
      sessions: more.open.rows.sort((a, b) => b.lastSeenAt - a.lastSeenAt),
      linked: more.linked.rows.map((one) => deskMember(seal, one)),
      notes: more.notes,
    }
  })

  route(app, deps, consoleMemberEndpoints.deskMemberDnw, async ({ params, query, site }) => {
    const row = await known(site, params.id)
    const asked = pageAsked(query)
    const where = 'site_id = $1 and member_id = $2'
    const { rows, total } = await db.tenant(site.id, (tx) =>
      foundIn(tx, tables.dnw, where, 'id desc', [site.id, row.id], { ...asked, isCounted: true }),
    )
    return pageAnswer(asked, rows.map(dnwWire), total ?? 0)
  })

  route(app, deps, consoleMemberEndpoints.deskMemberSignIns, async ({ params, query, site }) => {
    const row = await known(site, params.id)
    const asked = pageAsked(query)
    const of = { isOpen: false, now: clocks.wall() }
    const { rows, total } = await db.tenant(site.id, (tx) => memberSessions(tx, row, of, { ...asked, isCounted: true }))
    return pageAnswer(asked, rows, total ?? 0)
  })

  /** Staff of the site are no members of it; another site's member is unknown here. */
  async function known({ id: siteId }: Site, id: number): Promise<MemberRow> {
    const row = await db.tenant(siteId, (tx) => memberById(tx, siteId, id))
    if (row === null || row.kind === 'STAFF') throw new Refused('USER_NOT_FOUND')
    return row
  }

  function personal({ siteId, id, username, name, phoneSealed, email }: MemberRow): PersonalData {
    const phone = phoneSealed === null ? '' : seal.open(phoneSealed, phoneField(siteId, id))
    return { username, name, phone, email }
  }
}

function pageAsked(query: { readonly page?: number | undefined; readonly size?: number | undefined }): PageAsked {
  const asked = pageOfQuery({ ...query, resultType: 'Page' })
  if (asked === null) throw new Error('a list of the console is a page')
  return asked
}
