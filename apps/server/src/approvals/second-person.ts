import { type Approval, type ApprovalField, type ErrorCode, mayAgree, type Permission } from '@maru/contract'
import { byStaff, type Command, type IdempotencyKey, isJudgedByTwo } from '@maru/core'
import { type Counted, capsOf, isAbove, refuseAbove, type StaffCaps } from '../caps/store.ts'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, type StaffMember } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { type ApiAct, addStaffAct } from '../staff-log/index.ts'
import { type StillMay, standingOfStaff } from './first-person.ts'
import {
  type ApprovalRow,
  type Asked,
  answerOf,
  approvalById,
  approvalWire,
  askApproval,
  claimApproval,
  type Decision,
  decideApproval,
  expireApproval,
  isAskedAlready,
  looseApprovals,
  type Payload,
  releaseClaim,
  type StoredKind,
} from './store.ts'
import { type Amount, usualAmount, usualFields } from './usual.ts'
import { newerOf, newerText } from './words.ts'

/** What a command of two persons carries: who asked and why, who agreed, and the key under which it runs once. */
export type ByTwo = ReturnType<typeof byStaff> & { readonly key: IdempotencyKey }

/** What a change is about, before it was asked for and after. */
export type About = Pick<ApprovalRow, 'siteId' | 'subjectId' | 'payload'>

interface Permitted {
  /** Whose right says who may agree. */
  readonly permission: Permission
  /** Who may not agree to this one all the same, and why; null: he may. */
  readonly bars?: (row: ApprovalRow, member: StaffMember) => ErrorCode | null
  /** What of it counts against the caps of staff. */
  readonly counts?: (about: About) => Counted
  /**
   * Everything that it changes, in words: each part of the payload that is not `internal`. Read when it is asked for, and again when the
   * second person agrees: what stood before must stand still.
   */
  readonly fields: (about: About, tx: Tx) => readonly ApprovalField[] | Promise<readonly ApprovalField[]>
  /** Parts of the payload that change nothing by themselves: the version that was seen, the id of a sealed draft. */
  readonly internal?: readonly string[]
  /** The money that it moves, of which the second person is told where it is far beyond the usual; null: none. */
  readonly amount?: (about: About, tx: Tx) => Amount | null | Promise<Amount | null>
  /** What it is about, in one word: while one request about a subject waits no other of this word is taken. */
  readonly alone?: string
  /** The parts of the payload that name what it is about; none: its subject does. */
  readonly item?: readonly string[]
  /** What has to hold when the second person agrees, beside what the command or the change checks: throws `Refused`. */
  readonly check?: (row: ApprovalRow, said: Pick<Said, 'siteId' | 'member'>) => Promise<void>
}

/** How a kind is carried out when the second person agrees: by a command of the core, or by a change of rows that the API owns. */
export type ApprovalWork = Permitted &
  (
    | {
        command(row: About, of: ByTwo): Command
        /** The core refused it: gives back what `check` took. */
        readonly refused?: (row: ApprovalRow, said: Pick<Said, 'siteId'>) => Promise<void>
      }
    /** Runs in the transaction of the decision and names what it changed; a `Refused` ends the approval as failed. */
    | {
        change(tx: Tx, row: ApprovalRow): Promise<ApiAct['changes']>
        /** After its transaction. */
        readonly done?: (row: ApprovalRow) => Promise<void>
      }
  )

export interface Wanted {
  readonly siteId: number
  readonly staffId: number
  readonly key: string
  readonly kind: StoredKind
  readonly subjectId: number
  readonly payload: Payload
  readonly reason: string
}

interface Said {
  readonly siteId: number
  readonly id: number
  readonly member: StaffMember
  readonly reason: string
}

/** Refusals that no later yes can change: the approval has failed. */
const ended: ReadonlySet<ErrorCode> = new Set(['STALE_VERSION', 'APPROVAL_REQUESTER_GONE'])

type Parts = Pick<Deps, 'db' | 'core' | 'reads' | 'clocks' | 'ids'>

/** Steps that take two persons: the first one's wish is written down, the second one's yes carries it out. */
export class SecondPerson {
  private readonly deps: Parts
  private readonly works = new Map<StoredKind, ApprovalWork>()
  /** What one person says of one approval, until it has ended. */
  private readonly sayings = new Map<string, Promise<unknown>>()

  constructor(deps: Parts) {
    this.deps = deps
  }

  /** Each kind is registered once, by the feature that it belongs to. */
  register(kinds: Readonly<Partial<Record<StoredKind, ApprovalWork>>>): void {
    for (const [kind, work] of Object.entries(kinds) as [StoredKind, ApprovalWork][]) {
      if (this.works.has(kind)) throw new Error(`approvals of ${kind} are registered twice`)
      this.works.set(kind, work)
    }
  }

  async ask(wanted: Wanted): Promise<CoreAnswer> {
    const { db, clocks, ids, core } = this.deps
    const { siteId, staffId } = wanted
    const asked = { ...wanted, requestedBy: staffId, id: ids.next(), now: clocks.wall() }
    const { kind, subjectId, payload, reason, key, id, now: at } = asked
    const work = this.workOf(kind)
    const approvalId = await db.tenant(siteId, async (tx) => {
      await this.requireAlone(tx, asked, work)
      const approvalId = await askApproval(tx, { ...asked, ...(await shownOf(work, asked, tx)) })
      const act = { siteId, id, staffId, action: `ask ${kind}`, subjectId, reason, request: key, at }
      if (approvalId === id) {
        await this.refuseNow(wanted, work)
        await addStaffAct(tx, { ...act, said: { approvalId, ...payload } })
      }
      return approvalId
    })
    // Nothing was committed by the core: the answer names no batch of its own.
    return new CoreAnswer({ status: 202, body: { approvalId }, epoch: core.epoch, batch: 0 })
  }

  /** Refuses a second request about one thing; a repeat of the first is none. */
  private async requireAlone(
    tx: Tx,
    asked: Pick<Asked, 'siteId' | 'subjectId' | 'payload' | 'requestedBy' | 'key'>,
    { alone, item }: ApprovalWork,
  ) {
    if (alone === undefined) return
    const kinds = [...this.works].flatMap(([kind, work]) => (work.alone === alone ? [kind] : []))
    const named = item && Object.fromEntries(item.map((part) => [part, asked.payload[part]!]))
    if (await isAskedAlready(tx, asked, { alone, kinds, named, now: this.deps.clocks.wall() }))
      throw new Refused('APPROVAL_ALREADY_ASKED')
  }

  /** What could not be carried out now is refused when it is requested: nobody waits for a yes that comes to nothing. */
  private async refuseNow(asked: Wanted, work: ApprovalWork): Promise<void> {
    if (!('command' in work)) return
    const { siteId, staffId, reason, kind, key } = asked
    const of = { ...byStaff(siteId, staffId, reason), key: { key, route: `approval ${kind}`, bodyHash: '' } }
    const command = work.command(asked, of)
    if (!isJudgedByTwo(command)) return
    const { value } = await this.deps.reads.ask('money.refusal', { siteId, wall: this.deps.clocks.wall(), command })
    if (value !== null) throw new Refused(value.code, value.params)
  }

  /** What is under an id, or null where it is none of these. */
  find(siteId: number, id: number): Promise<ApprovalRow | null> {
    return this.deps.db.tenant(siteId, (tx) => approvalById(tx, siteId, id))
  }

  /** How a member of staff sees it: with whether he may be the second person. */
  wire(row: ApprovalRow, member: StaffMember, caps: StaffCaps, stillMay: StillMay): Approval {
    const now = this.deps.clocks.wall()
    const work = this.workOf(row.kind)
    const isOpen = row.state === 'PENDING' && row.expiresAt > now && stillMay(row.requestedBy, work.permission)
    const counted = work.counts?.(row)
    const isCapped = counted !== undefined && isAbove(caps, counted)
    return approvalWire(row, now, isOpen && !isCapped && this.barOf(row, member) === null)
  }

  /** The second person agrees. A repeat gives the command under its key once more, and nothing happens twice. */
  approve(row: ApprovalRow, said: Said): Promise<Approval | CoreAnswer> {
    return this.inTurn(row, said, (newest) => this.agree(newest, said))
  }

  private async agree(row: ApprovalRow, said: Said): Promise<Approval | CoreAnswer> {
    const bar = this.barOf(row, said.member)
    if (bar !== null) throw new Refused(bar)
    if (row.state === 'EXPIRED') throw new Refused('APPROVAL_EXPIRED')
    if (row.state !== 'PENDING') return this.settled(row, said, 'APPROVED')
    const work = this.workOf(row.kind)
    const counted = work.counts?.(row)
    if (counted !== undefined)
      refuseAbove(await this.deps.db.tenant(row.siteId, (tx) => capsOf(tx, row.siteId, said.member)), counted)
    const decision = { ...said, by: said.member.memberId }
    if ('change' in work) {
      this.requireTime(row)
      try {
        await this.requireFirst(row, work)
        await this.requireSame(row, work)
        await work.check?.(row, said)
        const approved = await this.decide(decision, 'APPROVED', (tx) => work.change(tx, row))
        await work.done?.(row)
        return approved
      } catch (error) {
        // What another one decided meanwhile is his: only a row that waits still fails.
        if (error instanceof Refused && error.status < 500 && !(await this.fail(decision, error.code))) {
          const newest = await this.find(row.siteId, row.id)
          if (newest !== null && newest.state !== 'PENDING') return this.settled(newest, said, 'APPROVED')
        }
        throw error
      }
    }
    return this.command(row, said, work)
  }

  private async command(
    row: ApprovalRow,
    said: Said,
    work: Extract<ApprovalWork, { command: unknown }>,
  ): Promise<Approval | CoreAnswer> {
    const { db, core, clocks } = this.deps
    const decision = { ...said, by: said.member.memberId }
    const { siteId } = row
    if (!(await db.tenant(siteId, (tx) => claimApproval(tx, { ...decision, now: clocks.wall() })))) {
      const newest = await this.find(siteId, row.id)
      if (newest === null || newest.state === 'PENDING') throw new Refused('STALE_VERSION')
      return this.settled(newest, said, 'APPROVED')
    }
    // It ran before, and its caller ended before he noted so: nothing is checked anew.
    const told: Pick<CoreAnswer['reply'], 'status' | 'body'> | null = await db.tenant(siteId, (tx) => answerOf(tx, row))
    if (told === null) {
      try {
        this.requireTime(row)
        await this.requireFirst(row, work)
        await this.requireSame(row, work)
        await work.check?.(row, said)
      } catch (error) {
        if (error instanceof Refused && ended.has(error.code)) await this.fail(decision, error.code)
        else await db.tenant(siteId, (tx) => releaseClaim(tx, decision))
        throw error
      }
      const answer = await core.submit(work.command(row, byTwo(row, said)))
      if (answer.status < 400) return this.decide(decision, 'APPROVED')
      // What may go well in a moment waits; what is refused has failed.
      if (answer.status < 500) {
        await this.fail(decision, (answer.body as { code: ErrorCode }).code)
        await work.refused?.(row, said)
      } else await db.tenant(siteId, (tx) => releaseClaim(tx, decision))
      return new CoreAnswer(answer)
    }
    if (told.status < 400) return this.decide(decision, 'APPROVED')
    const { code } = told.body as { code: ErrorCode }
    await this.fail(decision, code)
    await work.refused?.(row, said)
    throw new Refused(code)
  }

  /** Ends what lapsed, and notes the outcome of commands whose caller ended before he did; returns how many. Called by a job. */
  async sweep(limit: number): Promise<number> {
    const { db, clocks } = this.deps
    const now = clocks.wall()
    const rows = await db.system((tx) => looseApprovals(tx, now, limit))
    for (const row of rows) {
      const { siteId, id, claimedBy: by } = row
      const told = await db.system((tx) => answerOf(tx, row))
      if (told === null || by === null) {
        await db.system(async (tx) => {
          if (by !== null) await releaseClaim(tx, { siteId, id, by })
          await expireApproval(tx, siteId, id, now)
        })
        continue
      }
      const decision = { siteId, id, by, reason: '' }
      if (told.status < 400) await this.decide(decision, 'APPROVED')
      else await this.fail(decision, (told.body as { code: ErrorCode }).code)
    }
    return rows.length
  }

  /** The second person says no, or the first one takes it back. Who is at it goes on: its command may have run. */
  refuseIt(row: ApprovalRow, said: Said): Promise<Approval> {
    return this.inTurn(row, said, (newest) => this.disagree(newest, said))
  }

  private async disagree(row: ApprovalRow, said: Said): Promise<Approval> {
    const { role } = said.member.staff
    if (!mayAgree(role, this.workOf(row.kind).permission)) throw new Refused('PERMISSION_DENIED')
    if (row.state === 'EXPIRED') throw new Refused('APPROVAL_EXPIRED')
    if (row.state !== 'PENDING') return this.settled(row, said, 'REFUSED')
    const decision = { ...said, by: said.member.memberId }
    const isFree = await this.deps.db.tenant(row.siteId, async (tx) => {
      // It ran, and its caller ended before he noted so.
      if ((await answerOf(tx, row)) !== null) return false
      return claimApproval(tx, { ...decision, now: this.deps.clocks.wall() })
    })
    if (isFree) return this.decide(decision, 'REFUSED')
    const newest = await this.find(row.siteId, row.id)
    if (newest === null || newest.state === 'PENDING') throw new Refused('STALE_VERSION')
    return this.settled(newest, said, 'REFUSED')
  }

  /** Of what one person says at once, each waits for the one before and judges the row as that left it. */
  private async inTurn<T>(row: ApprovalRow, said: Said, work: (row: ApprovalRow) => Promise<T>): Promise<T> {
    const name = `${row.siteId} ${row.id} ${said.member.memberId}`
    const before = this.sayings.get(name)
    const own = (async () => {
      await before?.catch(() => undefined)
      return work((await this.find(row.siteId, row.id)) ?? row)
    })()
    this.sayings.set(name, own)
    try {
      return await own
    } finally {
      if (this.sayings.get(name) === own) this.sayings.delete(name)
    }
  }

  private workOf(kind: StoredKind): ApprovalWork {
    const work = this.works.get(kind)
    if (work === undefined) throw new Error(`nothing carries out approvals of ${kind}`)
    return work
  }

  /** Why he may not be the second person; null: he may. */
  private barOf(row: ApprovalRow, member: StaffMember): ErrorCode | null {
    const work = this.workOf(row.kind)
    if (!mayAgree(member.staff.role, work.permission)) return 'PERMISSION_DENIED'
    if (row.requestedBy === member.memberId) return 'APPROVAL_SELF'
    return work.bars?.(row, member) ?? null
  }

  private requireTime({ expiresAt }: ApprovalRow): void {
    if (expiresAt <= this.deps.clocks.wall()) throw new Refused('APPROVAL_EXPIRED')
  }

  /** Who asked may still do so: one who was disabled, lowered or removed from the site meanwhile is no first person. */
  private async requireFirst({ siteId, requestedBy }: ApprovalRow, { permission }: ApprovalWork): Promise<void> {
    const stillMay = await standingOfStaff(this.deps.db, siteId, [requestedBy])
    if (!stillMay(requestedBy, permission)) throw new Refused('APPROVAL_REQUESTER_GONE')
  }

  /** What the first person saw stands still; else the second one hears what is newer. */
  private async requireSame(row: ApprovalRow, work: ApprovalWork): Promise<void> {
    const now = await this.deps.db.tenant(row.siteId, async (tx) => {
      try {
        return await work.fields(row, tx)
      } catch (error) {
        // What it was about is gone: whoever carries it out says so in his own words.
        if (error instanceof Refused) return []
        throw error
      }
    })
    const newer = newerOf(row.fields, now)
    if (newer.length > 0) throw new Refused('STALE_VERSION', { newer: newerText(newer) })
  }

  /** What the same person said before is said again; anything else came too late. */
  private settled(row: ApprovalRow, { member }: Said, state: ApprovalRow['state']): Approval {
    if (row.state !== state || row.decidedBy !== member.memberId) throw new Refused('STALE_VERSION')
    return approvalWire(row, this.deps.clocks.wall(), false)
  }

  /** Notes why it was not carried out; false: it lapsed, or another one decided it meanwhile. */
  private async fail(decision: Omit<Decision, 'now' | 'state'>, failure: ErrorCode): Promise<boolean> {
    // Its time went by: it lapses, it did not fail.
    if (failure === 'APPROVAL_EXPIRED') return false
    const failed = { ...decision, state: 'FAILED', failure, now: this.deps.clocks.wall() } as const
    return this.deps.db.tenant(decision.siteId, async (tx) => {
      const isNoted = await decideApproval(tx, failed)
      if (isNoted) await this.note(tx, failed, [])
      return isNoted
    })
  }

  private async decide(
    decision: Omit<Decision, 'now' | 'state'>,
    state: 'APPROVED' | 'REFUSED',
    change: (tx: Tx) => Promise<ApiAct['changes']> = async () => [],
  ): Promise<Approval> {
    const decided = { ...decision, state, now: this.deps.clocks.wall() }
    const { siteId, id } = decision
    const row = await this.deps.db.tenant(siteId, async (tx) => {
      if (await decideApproval(tx, decided)) await this.note(tx, decided, await change(tx))
      return approvalById(tx, siteId, id)
    })
    if (row?.state !== state || row.decidedBy !== decided.by) throw new Refused('STALE_VERSION')
    return approvalWire(row, decided.now, false)
  }

  /** The act of the one who decided. */
  private async note(tx: Tx, { siteId, id, by, state, reason, now }: Decision, changes: ApiAct['changes'] = []) {
    const own = { table: 'approval', row: `${siteId}:${id}`, before: { state: 'PENDING' }, after: { state } }
    const act = { siteId, id: this.deps.ids.next(), staffId: by, action: `decide ${state}`, subjectId: id, at: now }
    await addStaffAct(tx, { ...act, reason, request: null, said: {}, changes: [own, ...changes] })
  }
}

/** What the second person will see. Throws where nothing shows a part of the request: he would agree to what he does not know. */
async function shownOf(work: ApprovalWork, about: About & Pick<Wanted, 'kind'>, tx: Tx) {
  const unread = new Set(Object.keys(about.payload))
  for (const name of work.internal ?? []) unread.delete(name)
  const payload = new Proxy(about.payload, {
    get(target, name) {
      unread.delete(String(name))
      return Reflect.get(target, name)
    },
  })
  const fields = await work.fields({ ...about, payload }, tx)
  if (unread.size > 0) throw new Error(`approvals of ${about.kind} do not show ${[...unread].join(', ')}`)
  const amount = (await work.amount?.(about, tx)) ?? null
  if (amount === null) return { fields, amount }
  const usual = await usualAmount(tx, { ...about, currency: amount.currency })
  return { fields: [...fields, ...usualFields(amount, usual)], amount }
}

function byTwo(row: ApprovalRow, { siteId, member }: Said): ByTwo {
  const approval = { id: row.id, staffId: member.memberId }
  const key = { key: row.commandKey, route: `approval ${row.kind}`, bodyHash: String(row.id) }
  return { ...byStaff(siteId, row.requestedBy, row.reason, { approval }), key }
}
