import { consoleStaffEndpoints, permissions, rightOf, type StaffRow } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import { type SecondPerson, stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, rightColumns, rightParts, staffColumns, tableFile } from '../desk-lists/index.ts'
import { Refused, route, type StaffMember } from '../http/index.ts'
import { Messages } from '../outgoing/index.ts'
import { treeOf } from '../partners/index.ts'
import type { Site } from '../sites/index.ts'
import { addStaffAct, namesOfSite } from '../staff-log/index.ts'
import { weaknessOf } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { activationHash, staffChanges, suspended } from './staff-changes.ts'
import { listedStaff, staffRows, useActivation } from './staff-store.ts'
import { memberByUsername, setPasswordHash } from './store.ts'

interface Asking {
  readonly site: Site
  readonly member: StaffMember
  readonly idempotency: { readonly key: string }
}

/** Who works here, and what they may do: each change takes two persons, and nobody sets another's password. */
export function registerStaffDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, clocks, ids } = deps
  second.register(staffChanges(deps, new Messages(deps.config.tokenSecret, deps.bus, clocks.wall), app.sites))
  const rowsOf = (siteId: number, id?: number) => db.tenant(siteId, (tx) => staffRows(tx, siteId, id))
  const treeNow = (siteId: number) =>
    db.tenant(siteId, (tx) => treeOf(tx, siteId, { at: clocks.domain.now(), wall: clocks.wall() }))
  const admin = (row: StaffRow) => ({ ...row, level: 0 as const, parentId: null })

  route(app, deps, consoleStaffEndpoints.consoleMe, ({ member }) => {
    const { role, siteIds } = member.staff
    const sites = siteIds.map((id) => app.sites.byId(id)).filter((site) => site !== null)
    return {
      id: member.memberId,
      username: member.username,
      role,
      rights: Object.fromEntries(permissions.map((permission) => [permission, rightOf(role, permission)])),
      sites: sites.map(({ id, code, name }) => ({ id, code, name })),
    }
  })

  route(app, deps, consoleStaffEndpoints.staffNames, ({ site }) => namesOfSite(db, site.id))
  tableFile(app, deps, 'rightTable', rightColumns, () => rightParts)
  deskList(app, deps, consoleStaffEndpoints.staffList, staffColumns, async ({ site }) => ({
    whole: await db.tenant(site.id, (tx) => listedStaff(tx, site.id, clocks.wall())),
    timeOf: ({ createdAt }) => createdAt,
    textOf: ({ id, username, name }) => `${id} ${username} ${name}`,
  }))
  route(app, deps, consoleStaffEndpoints.adminOne, async ({ query, site }) => {
    const [row] = await rowsOf(site.id, query.id)
    if (row !== undefined) return admin(row)
    const [partner] = (await treeNow(site.id)).rows(null, { id: query.id })
    if (partner === undefined) throw new Refused('USER_NOT_FOUND')
    return partner
  })
  route(app, deps, consoleStaffEndpoints.adminList, async ({ query, site }) => {
    const { level, parentId } = query
    // Staff stand under nobody, and on no other level.
    if ((level ?? 0) === 0 && parentId === undefined) return (await rowsOf(site.id)).map(admin)
    const tree = await treeNow(site.id)
    if (parentId !== undefined && !tree.partners.has(parentId)) throw new Refused('PARTNER_NOT_FOUND')
    return tree.rows(null, { level, parentId })
  })

  for (const endpoint of [consoleStaffEndpoints.staffCreate, consoleStaffEndpoints.adminCreate]) {
    route(app, deps, endpoint, async (call) => {
      const { reason, siteIds, ...person } = call.body
      requireSites(call, siteIds)
      const taken = await db.tenant(call.site.id, (tx) => memberByUsername(tx, call.site.id, person.username))
      if (taken !== null) throw new Refused('USERNAME_DUPLICATE')
      return ask(call, 'STAFF_CREATE', call.member.memberId, { ...person, siteIds: siteIds.join(',') }, reason)
    })
  }
  route(app, deps, consoleStaffEndpoints.staffRole, async (call) => {
    const { role, reason } = call.body
    const row = await workingOf(call.site.id, call.params.id)
    const siteIds = call.body.siteIds ?? row.siteIds
    requireSites(call, siteIds)
    const payload = { from: `${row.role} ${row.siteIds.join(',')}`, role, siteIds: siteIds.join(',') }
    return ask(call, 'STAFF_ROLE', row.id, payload, reason)
  })
  route(app, deps, consoleStaffEndpoints.staffDisable, async (call) => {
    const { id, username } = await workingOf(call.site.id, call.params.id)
    return ask(call, 'STAFF_DISABLE', id, { username }, call.body.reason)
  })
  route(app, deps, consoleStaffEndpoints.staffTotpReset, async (call) => {
    const { id, username } = await workingOf(call.site.id, call.params.id)
    return ask(call, 'STAFF_TOTP_RESET', id, { username }, call.body.reason)
  })

  route(app, deps, consoleStaffEndpoints.staffActivate, async ({ body, site, request }) => {
    const { username, code, password } = body
    const weakness = await weaknessOf(password, [username])
    if (weakness !== null) throw new Refused('PASSWORD_TOO_WEAK', { reason: weakness })
    const passwordHash = await hashPassword(password, request.ip)
    const now = clocks.wall()
    const siteId = site.id
    await db.tenant(siteId, async (tx) => {
      const member = await memberByUsername(tx, siteId, username)
      const isRight = member !== null && (await useActivation(tx, siteId, member.id, activationHash(code), now))
      if (!isRight) throw new Refused('OTP_EXPIRED')
      await setPasswordHash(tx, siteId, member.id, passwordHash, now)
      const act = { siteId, id: ids.next(), staffId: member.id, subjectId: member.id, request: String(request.id) }
      await addStaffAct(tx, { ...act, action: 'activate', said: {}, at: now })
    })
    return { ok: true as const }
  })

  function ask(
    { site, member, idempotency: { key } }: Asking,
    kind: keyof ReturnType<typeof staffChanges>,
    subjectId: number,
    payload: Readonly<Record<string, string>>,
    reason: string,
  ) {
    return second.ask({ siteId: site.id, staffId: member.memberId, key, kind, subjectId, payload, reason })
  }

  async function workingOf(siteId: number, id: number): Promise<StaffRow> {
    const [row] = await rowsOf(siteId, id)
    if (row === undefined) throw new Refused('USER_NOT_FOUND')
    if (row.disabledAt !== null) throw stale([[{ ko: '계정', en: 'Account' }, suspended]])
    return row
  }
}

/** Nobody gives a site that he does not run, and everybody runs the site at which he signs in. */
function requireSites({ site, member }: Asking, siteIds: readonly number[]): void {
  if (!siteIds.every((id) => member.staff.siteIds.includes(id))) throw new Refused('SITE_NOT_FOUND')
  if (!siteIds.includes(site.id)) throw new Refused('INVALID_REQUEST', { key: 'siteIds' })
}
