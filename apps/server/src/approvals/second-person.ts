import { type Approval, type ErrorCode, mayAgree, type Permission } from '@maru/contract'
import { byStaff, type Command, type IdempotencyKey } from '@maru/core'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, type StaffMember } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { type ApiAct, addStaffAct } from '../staff-log/index.ts'
import {
  type ApprovalRow,
  approvalById,
  approvalWire,
  askApproval,
  type Decision,
  decideApproval,
  type Payload,
  type StoredKind,
} from './store.ts'

/** What a command of two persons carries: who asked and why, who agreed, and the key under which it runs once. */
export type ByTwo = ReturnType<typeof byStaff> & { readonly key: IdempotencyKey }

interface Permitted {
  /** Whose right says who may agree. */
  readonly permission: Permission
  /** What has to hold when the second person agrees, beside what the command or the change checks: throws `Refused`. */
  readonly check?: (row: ApprovalRow, said: Pick<Said, 'siteId' | 'member'>) => Promise<void>
}

/** How a kind is carried out when the second person agrees: by a command of the core, or by a change of rows that the API owns. */
export type ApprovalWork = Permitted &
  (
    | {
        command(row: ApprovalRow, of: ByTwo): Command
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

type Parts = Pick<Deps, 'db' | 'core' | 'clocks' | 'ids'>

/** Steps that take two persons: the first one's wish is written down, the second one's yes carries it out. */
export class SecondPerson {
  private readonly deps: Parts
  private readonly works = new Map<StoredKind, ApprovalWork>()

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

  async ask({ siteId, staffId, ...wanted }: Wanted): Promise<CoreAnswer> {
    const { db, clocks, ids, core } = this.deps
    const asked = { ...wanted, siteId, requestedBy: staffId, id: ids.next(), now: clocks.wall() }
    const { kind, subjectId, payload, reason, key, id, now: at } = asked
    this.workOf(kind)
    const approvalId = await db.tenant(siteId, async (tx) => {
      const approvalId = await askApproval(tx, asked)
      const act = { siteId, id, staffId, action: `ask ${kind}`, subjectId, reason, request: key, at }
      if (approvalId === id) await addStaffAct(tx, { ...act, said: { approvalId, ...payload } })
      return approvalId
    })
    // Nothing was committed by the core: the answer names no batch of its own.
    return new CoreAnswer({ status: 202, body: { approvalId }, epoch: core.epoch, batch: 0 })
  }

  /** What is under an id, or null where it is none of these. */
  find(siteId: number, id: number): Promise<ApprovalRow | null> {
    return this.deps.db.tenant(siteId, (tx) => approvalById(tx, siteId, id))
  }

  /** The second person agrees. A repeat gives the command under its key once more, and nothing happens twice. */
  async approve(row: ApprovalRow, said: Said): Promise<Approval | CoreAnswer> {
    const work = this.allow(row, said)
    if (row.requestedBy === said.member.memberId) throw new Refused('APPROVAL_SELF')
    if (row.state !== 'PENDING') return this.settled(row, said, 'APPROVED')
    if (row.expiresAt <= this.deps.clocks.wall()) throw new Refused('APPROVAL_EXPIRED')
    const decision = { ...said, by: said.member.memberId }
    await work.check?.(row, said)
    if ('change' in work) {
      try {
        const approved = await this.decide({ ...decision, state: 'APPROVED' }, (tx) => work.change(tx, row))
        await work.done?.(row)
        return approved
      } catch (error) {
        if (error instanceof Refused && error.status < 500) await this.fail(decision, error.code)
        throw error
      }
    }
    const told = await this.deps.core.submit(work.command(row, byTwo(row, said)))
    if (told.status < 400) return this.decide({ ...decision, state: 'APPROVED' })
    // What may go well in a moment waits; what is refused has failed.
    if (told.status < 500) {
      await this.fail(decision, (told.body as { code: ErrorCode }).code)
      await work.refused?.(row, said)
    }
    return new CoreAnswer(told)
  }

  /** The second person says no, or the first one takes it back. */
  async refuseIt(row: ApprovalRow, said: Said): Promise<Approval> {
    this.allow(row, said)
    if (row.state !== 'PENDING') return this.settled(row, said, 'REFUSED')
    return this.decide({ ...said, state: 'REFUSED', by: said.member.memberId })
  }

  private workOf(kind: StoredKind): ApprovalWork {
    const work = this.works.get(kind)
    if (work === undefined) throw new Error(`nothing carries out approvals of ${kind}`)
    return work
  }

  private allow({ kind }: ApprovalRow, { member }: Said): ApprovalWork {
    const work = this.workOf(kind)
    if (!mayAgree(member.staff.role, work.permission)) throw new Refused('PERMISSION_DENIED')
    return work
  }

  /** What the same person said before is said again; anything else came too late. */
  private settled(row: ApprovalRow, { member }: Said, state: ApprovalRow['state']): Approval {
    if (row.state !== state || row.decidedBy !== member.memberId) throw new Refused('STALE_VERSION')
    return approvalWire(row, this.deps.clocks.wall())
  }

  /** Two who decide at once: the later one finds it decided, and his error is the answer that he has already. */
  private async fail(decision: Omit<Decision, 'now' | 'state'>, failure: ErrorCode): Promise<void> {
    const failed = { ...decision, state: 'FAILED', failure, now: this.deps.clocks.wall() } as const
    await this.deps.db.tenant(decision.siteId, async (tx) => {
      if (await decideApproval(tx, failed)) await this.note(tx, failed, [])
    })
  }

  private async decide(
    decision: Omit<Decision, 'now'>,
    change: (tx: Tx) => Promise<ApiAct['changes']> = async () => [],
  ): Promise<Approval> {
    const decided = { ...decision, now: this.deps.clocks.wall() }
    const { siteId, id } = decision
    const row = await this.deps.db.tenant(siteId, async (tx) => {
      if (await decideApproval(tx, decided)) await this.note(tx, decided, await change(tx))
      return approvalById(tx, siteId, id)
    })
    if (row?.state !== decision.state) throw new Refused('STALE_VERSION')
    return approvalWire(row, decided.now)
  }

  /** The act of the one who decided. */
  private async note(tx: Tx, { siteId, id, by, state, reason, now }: Decision, changes: ApiAct['changes'] = []) {
    const own = { table: 'approval', row: `${siteId}:${id}`, before: { state: 'PENDING' }, after: { state } }
    const act = { siteId, id: this.deps.ids.next(), staffId: by, action: `decide ${state}`, subjectId: id, at: now }
    await addStaffAct(tx, { ...act, reason, request: null, said: {}, changes: [own, ...changes] })
  }
}

function byTwo(row: ApprovalRow, { siteId, member }: Said): ByTwo {
  const approval = { id: row.id, staffId: member.memberId }
  const key = { key: row.commandKey, route: `approval ${row.kind}`, bodyHash: String(row.id) }
  return { ...byStaff(siteId, row.requestedBy, row.reason, { approval }), key }
}
