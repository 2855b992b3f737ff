import { Approval, type BulkOutcome, type Currency, consoleDnwEndpoints, mayAgree } from '@maru/contract'
import { byStaff, type Command, type DnwRow, type IdempotencyKey, type MoneyConfig } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import {
  endedApprovals,
  pendingApprovals,
  type SecondPerson,
  type StillMay,
  standingOfStaff,
  usualFields,
} from '../approvals/index.ts'
import { capsOf, isAbove, refuseAbove, type StaffCaps } from '../caps/index.ts'
import type { Deps } from '../deps.ts'
import { approvalColumns, deskList } from '../desk-lists/index.ts'
import { listOf, mostRows } from '../http/filters.ts'
import { CoreAnswer, Refused, route, type StaffMember } from '../http/index.ts'
import { colleaguesOf } from '../members/index.ts'
import type { Site } from '../sites/index.ts'
import { staffNames } from '../staff-log/index.ts'
import { lineFaultCodes, releaseClosingLine, takeClosingLine } from '../statements/index.ts'
import { stepKey, unfitForBulk } from './bulk.ts'
import { deskRow, deskRows, type NamedRow } from './desk-rows.ts'
import { newPayoutKey } from './payout-key.ts'
import { requestFields } from './request-fields.ts'
import { dnwById } from './store.ts'
import { usualRequests } from './usual-requests.ts'

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

  deskList(app, deps, consoleDnwEndpoints.approvalList, approvalColumns, async ({ query, site, member }) => {
    const states = listOf(Approval.shape.state, query.stateStrs)
    const config = await configOf(site.id)
    const now = clocks.wall()
    // One has agreed and a second is needed: what is done left REVIEW. Few wait at a time, so both kinds are read whole.
    const where = `site_id = $1 and processed_at is null and status = 'REVIEW' and jsonb_array_length(approvals) = 1`
    const whole = { limit: mostRows, offset: 0, isCounted: false }
    const [requests, stored, ended, caps] = await db.tenant(site.id, (tx) =>
      Promise.all([
        deskRows(tx, { where, values: [site.id], order: 'id desc' }, whole),
        pendingApprovals(tx, site.id, mostRows),
        endedApprovals(tx, site.id, now - endedMs, mostRows),
        capsOf(tx, site.id, member),
      ]),
    )
    const usualOf = await db.tenant(site.id, (tx) => usualRequests(tx, site.id, requests.rows))
    const approvals = [...stored, ...ended]
    const first = [...requests.rows.map((row) => row.approvals[0]?.staffId), ...approvals.map((row) => row.requestedBy)]
    const stillMay = await standingOfStaff(
      db,
      site.id,
      first.filter((id) => id !== undefined),
    )
    const all = [
      ...requests.rows.map((row) => waiting(row, config, now, { member, caps, stillMay, usual: usualOf(row) })),
      ...approvals.map((row) => second.wire(row, member, caps, stillMay)),
    ]
      .filter(({ state }) => states?.includes(state) ?? true)
      .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    const names = await staffNames(
      db,
      all.map(({ requestedBy }) => requestedBy),
    )
    return {
      whole: all.map((row) => ({ ...row, requestedByName: names.get(row.requestedBy) ?? '' })),
      timeOf: ({ createdAt }) => createdAt,
      textOf: (row) => JSON.stringify([row.id, row.subjectId, row.requestedByName, row.reason, row.detail, row.fields]),
    }
  })

  route(app, deps, consoleDnwEndpoints.deskTake, async (call) =>
    submit({ kind: 'takeRequest', ...(await ofRequest(call, call.body)), from: call.body.from }),
  )
  route(app, deps, consoleDnwEndpoints.deskRelease, async (call) =>
    submit({ kind: 'releaseRequest', ...(await ofRequest(call, call.body)) }),
  )
  route(app, deps, consoleDnwEndpoints.deskColleagues, async ({ site, member }) => {
    const others = await colleaguesOf(db, site.id, 'money')
    const content = others.map(({ member_id, name }) => ({ id: Number(member_id), name }))
    return { content: content.filter(({ id }) => id !== member.memberId) }
  })
  route(app, deps, consoleDnwEndpoints.deskHandOver, async (call) => {
    const { to } = call.body
    const others = await colleaguesOf(db, call.site.id, 'money')
    if (!others.some(({ member_id }) => Number(member_id) === to)) throw new Refused('USER_NOT_FOUND')
    return submit({ kind: 'handOverRequest', ...(await ofRequest(call, call.body)), to })
  })
  route(app, deps, consoleDnwEndpoints.deskApprove, async (call) =>
    submit({ kind: 'approveRequest', asSecond: false, payoutKey: newPayoutKey(), ...(await ofExit(call, call.body)) }),
  )
  route(app, deps, consoleDnwEndpoints.deskApproveMany, async (call) => {
    const { reason, requests } = call.body
    const ids = requests.map(({ id }) => id)
    const asked = { where: 'site_id = $1 and id = any ($2)', values: [call.site.id, ids], order: 'id' }
    const all = { limit: mostRows, offset: 0, isCounted: false }
    const [{ rows }, caps] = await db.tenant(call.site.id, (tx) =>
      Promise.all([deskRows(tx, asked, all), capsOf(tx, call.site.id, call.member)]),
    )
    const results: BulkOutcome[] = []
    // One after the other: each is a command and an act of its own.
    for (const { id, version } of requests) {
      const unfit = unfitForBulk(
        rows.find((row) => row.id === id),
        caps,
      )
      if (unfit !== null) {
        results.push({ id, outcome: unfit, code: null })
        continue
      }
      const idempotency = { ...call.idempotency, key: stepKey(call.idempotency.key, id) }
      const step = await ofRequest({ ...call, params: { id }, idempotency }, { reason, version })
      const told = await core.submit({ kind: 'approveRequest', asSecond: false, payoutKey: newPayoutKey(), ...step })
      const code = told.status < 400 ? null : (told.body as { readonly code: string }).code
      results.push({ id, outcome: code === null ? 'DONE' : 'REFUSED', code })
    }
    return { results }
  })
  route(app, deps, consoleDnwEndpoints.deskReject, async (call) =>
    submit({ kind: 'rejectRequest', ...(await ofRequest(call, call.body)) }),
  )
  route(app, deps, consoleDnwEndpoints.deskComplete, async (call) => {
    const { statementLine } = call.body
    const step = await ofRequest(call, call.body)
    const row = step.closed
    // A repeat finds it closed, and gets the answer of before.
    if (row?.status === 'APPROVED') {
      const fault = await db.system((tx) => takeClosingLine(tx, row, statementLine, call.member.memberId))
      if (fault !== null) throw new Refused(lineFaultCodes[fault], { key: 'statementLine' })
    }
    const told = await core.submit({ kind: 'completeRequest', statementLine, ...step })
    if (told.status >= 400) await db.system((tx) => releaseClosingLine(tx, call.site.id, call.params.id))
    return new CoreAnswer(told)
  })

  route(app, deps, consoleDnwEndpoints.approvalApprove, async (call) => {
    const { reason } = call.body
    const said = { siteId: call.site.id, id: call.params.id, member: call.member, reason }
    const stored = await second.find(call.site.id, call.params.id)
    if (stored !== null) return second.approve(stored, said)
    const step = await ofApproval(call, reason)
    await refuseExit(call, step.closed)
    return submit({ kind: 'approveRequest', asSecond: true, payoutKey: newPayoutKey(), ...step })
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
    const closed = await dnwById(db.alone(site.id), site.id, params.id)
    const absent = await absentFrom(closed)
    return { ...byStaff(site.id, member.memberId, reason), key, requestId: params.id, closed, version, absent }
  }

  /** Who of those that have a request or agreed to it may not do so any more. */
  async function absentFrom(row: DnwRow | null): Promise<number[]> {
    if (row === null) return []
    const staff = [row.takenBy, row.approvals[0]?.staffId ?? null].filter((id) => id !== null)
    const stillMay = await standingOfStaff(db, row.siteId, staff)
    return staff.filter((id) => !stillMay(id, 'money'))
  }

  /** The same for a yes: what leaves may not be above the cap of whoever lets it out. */
  async function ofExit(call: DeskCall, body: { readonly reason: string; readonly version: number }) {
    const step = await ofRequest(call, body)
    await refuseExit(call, step.closed)
    return step
  }

  async function refuseExit({ site, member }: DeskCall, row: DnwRow | null): Promise<void> {
    if (row === null || row.type === 'D') return
    const caps = await db.tenant(site.id, (tx) => capsOf(tx, site.id, member))
    refuseAbove(caps, { act: 'WITHDRAW', won: row.won })
  }

  /** The second step of two: about the version that the first one left. */
  async function ofApproval(call: DeskCall, reason: string) {
    const { site, params } = call
    const row = await dnwById(db.alone(site.id), site.id, params.id)
    if (row === null || row.approvals.length === 0) throw new Refused('APPROVAL_NOT_FOUND')
    if (!mayAgree(call.member.staff.role, 'money')) throw new Refused('PERMISSION_DENIED')
    return ofRequest(call, { reason, version: row.rev })
  }
}

/** Who asked sees for so long that it was not carried out, or lapsed. */
const endedMs = 86_400_000

interface Viewer {
  readonly member: StaffMember
  readonly caps: StaffCaps
  readonly stillMay: StillMay
  /** What such requests usually come to, in minor units; null: there is no custom. */
  readonly usual: bigint | null
}

/** A request that one person has agreed to. */
function waiting(row: NamedRow, config: MoneyConfig, now: number, { member, caps, stillMay, usual }: Viewer): Approval {
  const [first] = row.approvals
  if (first === undefined) throw new Error('an approval that waits has a first one')
  const expiresAt = first.at + config.approvalMs
  const isOpen = expiresAt > now
  return {
    id: row.id,
    kind: 'DNW',
    subjectId: row.id,
    reason: null,
    detail: {},
    fields: [...requestFields(row), ...usualFields({ amount: row.point, currency: row.currency as Currency }, usual)],
    mayApprove:
      isOpen &&
      stillMay(first.staffId, 'money') &&
      first.staffId !== member.memberId &&
      mayAgree(member.staff.role, 'money') &&
      (row.type === 'D' || !isAbove(caps, { act: 'WITHDRAW', won: row.won })),
    requestedBy: first.staffId,
    createdAt: first.at,
    expiresAt,
    state: isOpen ? 'PENDING' : 'EXPIRED',
    decidedBy: null,
    failure: null,
    request: deskRow(row, config),
  }
}
