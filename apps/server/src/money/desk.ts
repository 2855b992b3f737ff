import { type Approval, consoleDnwEndpoints, DnwStatus, DnwType, flagWords } from '@maru/contract'
import { byStaff, type Command, type DnwRow, dnwWire, type IdempotencyKey, type MoneyConfig, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { approvalWire, pendingApprovals, type SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { listOf, mostRows, pageAnswer, pageOfQuery } from '../http/filters.ts'
import { CoreAnswer, Refused, route, type StaffMember } from '../http/index.ts'
import { readerOf } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import type { Site } from '../sites/index.ts'
import { type Asked, found } from '../trading/index.ts'
import { maskName, maskUsername } from './masks.ts'
import { dnwById } from './store.ts'

interface DeskCall {
  readonly params: { readonly id: number }
  readonly site: Site
  readonly member: StaffMember
  readonly idempotency: IdempotencyKey
}

/** The desk: who looks at requests, agrees to them, refuses them and closes them. The core decides; a second person agrees by `approvals`. */
export function registerDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { core, db, reads, clocks } = deps
  const submit = async (command: Command) => new CoreAnswer(await core.submit(command))
  const configOf = async (siteId: number) => (await reads.ask('money.config', { siteId })).value

  route(app, deps, consoleDnwEndpoints.deskList, async ({ query, site }) => {
    const filter = [listOf(DnwType, query.typeStrs), listOf(DnwStatus, query.statusStrs)]
    const config = await configOf(site.id)
    const where = `site_id = $1 and ($2::text[] is null or type = any ($2)) and ($3::text[] is null or status = any ($3))`
    return page(site.id, query, where, [site.id, ...filter], (row) => shown(row, config))
  })

  route(app, deps, consoleDnwEndpoints.approvalList, async ({ query, site }) => {
    const asked = pageOfQuery({ ...query, resultType: 'Page' })
    if (asked === null) throw new Error('a list of the console is a page')
    const config = await configOf(site.id)
    const now = clocks.wall()
    // One has agreed and a second is needed: what is done left REVIEW. Few wait at a time, so both kinds are read whole.
    const where = `site_id = $1 and processed_at is null and status = 'REVIEW' and jsonb_array_length(approvals) = 1`
    const whole = { limit: mostRows, offset: 0, isCounted: false }
    const [requests, stored] = await db.tenant(site.id, (tx) =>
      Promise.all([rowsOf(tx, where, [site.id], whole), pendingApprovals(tx, site.id, mostRows)]),
    )
    const all = [
      ...requests.rows.map((row) => waiting(row, config, now)),
      ...stored.map((row) => approvalWire(row, now)),
    ].sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    return pageAnswer(asked, all.slice(asked.offset, asked.offset + asked.size), all.length)
  })

  route(app, deps, consoleDnwEndpoints.deskTake, async (call) =>
    submit({ kind: 'takeRequest', ...(await ofRequest(call, call.body)) }),
  )
  route(app, deps, consoleDnwEndpoints.deskRelease, async (call) =>
    submit({ kind: 'releaseRequest', ...(await ofRequest(call, call.body)) }),
  )
  route(app, deps, consoleDnwEndpoints.deskApprove, async (call) =>
    submit({ kind: 'approveRequest', asSecond: false, ...(await ofRequest(call, call.body)) }),
  )
  route(app, deps, consoleDnwEndpoints.deskReject, async (call) =>
    submit({ kind: 'rejectRequest', ...(await ofRequest(call, call.body)) }),
  )
  route(app, deps, consoleDnwEndpoints.deskComplete, async (call) => {
    const { statementLine } = call.body
    return submit({ kind: 'completeRequest', statementLine, ...(await ofRequest(call, call.body)) })
  })

  route(app, deps, consoleDnwEndpoints.approvalApprove, async (call) => {
    const { reason } = call.body
    const said = { siteId: call.site.id, id: call.params.id, member: call.member, reason }
    const stored = await second.find(call.site.id, call.params.id)
    if (stored !== null) return second.approve(stored, said)
    return submit({ kind: 'approveRequest', asSecond: true, ...(await ofApproval(call, reason)) })
  })
  route(app, deps, consoleDnwEndpoints.approvalRefuse, async (call) => {
    const { reason } = call.body
    const said = { siteId: call.site.id, id: call.params.id, member: call.member, reason }
    const stored = await second.find(call.site.id, call.params.id)
    if (stored !== null) return second.refuseIt(stored, said)
    return submit({ kind: 'rejectRequest', ...(await ofApproval(call, reason)) })
  })

  /** What every step carries: who, why, and the version that he looked at. */
  async function ofRequest(
    { params, site, member, idempotency: key }: DeskCall,
    { reason, version }: { readonly reason: string; readonly version: number },
  ) {
    const closed = await db.tenant(site.id, (tx) => dnwById(tx, site.id, params.id))
    return { ...byStaff(site.id, member.memberId, reason), key, requestId: params.id, closed, version }
  }

  /** The second step of two: about the version that the first one left. */
  async function ofApproval(call: DeskCall, reason: string) {
    const { site, params } = call
    const row = await db.tenant(site.id, (tx) => dnwById(tx, site.id, params.id))
    if (row === null || row.approvals.length === 0) throw new Refused('APPROVAL_NOT_FOUND')
    // Money of members is FINANCE's alone.
    if (call.member.staff.role !== 'FINANCE') throw new Refused('PERMISSION_DENIED')
    return ofRequest(call, { reason, version: row.rev })
  }

  async function page<T>(
    siteId: number,
    query: Parameters<typeof pageOfQuery>[0],
    where: string,
    values: readonly unknown[],
    of: (row: NamedRow) => T,
  ) {
    const asked = pageOfQuery({ ...query, resultType: 'Page' })
    if (asked === null) throw new Error('a list of the console is a page')
    const { rows, total } = await db.tenant(siteId, (tx) => rowsOf(tx, where, values, { ...asked, isCounted: true }))
    return pageAnswer(asked, rows.map(of), total ?? 0)
  }
}

type NamedRow = DnwRow & { readonly username: string; readonly name: string }

/** Requests with the names of their members, the newest first. */
function rowsOf(tx: Tx, where: string, values: readonly unknown[], asked: Asked) {
  const source = `(select dnw.*, member.username as of_username, member.name as of_name
                     from dnw join member on member.site_id = dnw.site_id and member.id = dnw.member_id) requests`
  const read = readerOf(tables.dnw)
  return found(tx, source, where, 'id desc', values, asked, (row: Parameters<typeof read>[0]): NamedRow => {
    const { of_username, of_name } = row as { of_username?: unknown; of_name?: unknown }
    return { ...read(row), username: String(of_username), name: String(of_name) }
  })
}

/** A request that one person has agreed to. */
function waiting(row: NamedRow, config: MoneyConfig, now: number): Approval {
  const [first] = row.approvals
  if (first === undefined) throw new Error('an approval that waits has a first one')
  const expiresAt = first.at + config.approvalMs
  return {
    id: row.id,
    kind: 'DNW',
    subjectId: row.id,
    reason: null,
    detail: {},
    requestedBy: first.staffId,
    createdAt: first.at,
    expiresAt,
    state: expiresAt > now ? 'PENDING' : 'EXPIRED',
    decidedBy: null,
    failure: null,
    request: shown(row, config),
  }
}

const shown = (row: NamedRow, { fourEyesFrom }: MoneyConfig) => ({
  ...dnwWire(row),
  memberId: row.memberId,
  version: row.rev,
  takenBy: row.takenBy,
  approvalsNeeded: row.flags.length > 0 || row.won >= fourEyesFrom ? 2 : 1,
  approvals: [...row.approvals],
  flags: [...row.flags],
  flagWords: flagWords(row.flags),
  username: maskUsername(row.username),
  name: maskName(row.name),
})
