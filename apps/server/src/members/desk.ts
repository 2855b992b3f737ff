import { consoleMemberEndpoints, type PersonalData } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { deskList, memberColumns, sessionColumns } from '../desk-lists/index.ts'
import { mostRows } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import type { Site } from '../sites/index.ts'
import { found } from '../trading/index.ts'
import { registerMemberActs } from './desk-changes.ts'
import { deskMember, memberFilter, memberNotes, openSessions, type SessionRaw, sessionOf } from './desk-search.ts'
import { sortedMembers, standingOf } from './desk-standing.ts'
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

  deskList(app, deps, consoleMemberEndpoints.deskMembers, memberColumns, ({ query, site }) => ({
    siteId: site.id,
    ...sortedMembers[query.sort ?? 'NEWEST'],
    ...memberFilter(seal, site.id, query),
    time: 'created_at',
    shown: async (raw: Parameters<typeof memberOf>[0][]) => {
      const rows = raw.map(memberOf)
      const ids = rows.map(({ id }) => id)
      const of = await db.tenant(site.id, (tx) => standingOf(tx, site.id, ids, clocks.wall()))
      return rows.map((row) => ({ ...deskMember(seal, row), ...of(row.id) }))
    },
  }))

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
      sessions: await openSessions(tx, row, now),
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
      sessions: more.sessions,
      linked: more.linked.rows.map((one) => deskMember(seal, one)),
      notes: more.notes,
    }
  })

  deskList(app, deps, consoleMemberEndpoints.deskMemberSignIns, sessionColumns, async ({ params, site }) => {
    const { siteId, id } = await known(site, params.id)
    return {
      siteId,
      source: 'login_session',
      where: 'site_id = $1 and member_id = $2',
      order: 'id desc',
      time: 'created_at',
      texts: ['device', 'ip'],
      values: [siteId, id],
      shown: (rows: SessionRaw[]) => rows.map(sessionOf),
    }
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
