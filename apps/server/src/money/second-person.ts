import type { Approval, StaffRole } from '@maru/contract'
import { byStaff, type Command } from '@maru/core'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, type StaffMember } from '../http/index.ts'
import { addStaffAct } from '../staff-log/index.ts'
import {
  type ApprovalRow,
  approvalById,
  approvalWire,
  askApproval,
  type Decision,
  decideApproval,
  type Payload,
  type StoredKind,
} from './approvals.ts'

import { bonusCommand, isBonusKind } from './bonus-approvals.ts'

/** Who may agree to what. */
const rolesOf: Readonly<Record<StoredKind, readonly StaffRole[]>> = {
  SUSPENSE_ASSIGN: ['FINANCE'],
  SUSPENSE_RETURN: ['FINANCE'],
  UNFREEZE: ['SUPER', 'SITE', 'FINANCE'],
  BONUS_GRANT: ['FINANCE'],
  BONUS_DEDUCT: ['FINANCE'],
  COUPON_CREATE: ['FINANCE'],
  P2P_RELEASE: ['FINANCE'],
  P2P_RETURN: ['FINANCE'],
}

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

/** Steps that take two persons: the first one's wish is written down, the second one's yes gives the command. */
export class SecondPerson {
  private readonly deps: Pick<Deps, 'db' | 'core' | 'clocks' | 'ids'>

  constructor(deps: Pick<Deps, 'db' | 'core' | 'clocks' | 'ids'>) {
    this.deps = deps
  }

  async ask({ siteId, staffId, ...wanted }: Wanted): Promise<CoreAnswer> {
    const { db, clocks, ids, core } = this.deps
    const asked = { ...wanted, siteId, requestedBy: staffId, id: ids.next(), now: clocks.wall() }
    const { kind, subjectId, payload, reason, key, id, now: at } = asked
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
    this.refuse(row, said)
    if (row.requestedBy === said.member.memberId) throw new Refused('APPROVAL_SELF')
    if (row.state !== 'PENDING') return this.settled(row, said, 'APPROVED')
    if (row.expiresAt <= this.deps.clocks.wall()) throw new Refused('APPROVAL_EXPIRED')
    const told = await this.deps.core.submit(commandOf(row, said))
    if (told.status >= 400) return new CoreAnswer(told)
    return this.decide({ ...said, state: 'APPROVED', by: said.member.memberId })
  }

  /** The second person says no, or the first one takes it back. */
  async refuseIt(row: ApprovalRow, said: Said): Promise<Approval> {
    this.refuse(row, said)
    if (row.state !== 'PENDING') return this.settled(row, said, 'REFUSED')
    return this.decide({ ...said, state: 'REFUSED', by: said.member.memberId })
  }

  private refuse({ kind }: ApprovalRow, { member }: Said): void {
    if (!rolesOf[kind].includes(member.staff.role)) throw new Refused('PERMISSION_DENIED')
  }

  /** What the same person said before is said again; anything else came too late. */
  private settled(row: ApprovalRow, { member }: Said, state: ApprovalRow['state']): Approval {
    if (row.state !== state || row.decidedBy !== member.memberId) throw new Refused('STALE_VERSION')
    return approvalWire(row, this.deps.clocks.wall())
  }

  private async decide(decision: Omit<Decision, 'now'>): Promise<Approval> {
    const now = this.deps.clocks.wall()
    const { siteId, id: approvalId, by, reason, state } = decision
    const row = await this.deps.db.tenant(decision.siteId, async (tx) => {
      if (await decideApproval(tx, { ...decision, now })) {
        const change = {
          table: 'approval',
          row: `${siteId}:${approvalId}`,
          before: { state: 'PENDING' },
          after: { state },
        }
        const act = { siteId, id: this.deps.ids.next(), staffId: by, action: `decide ${state}`, subjectId: approvalId }
        await addStaffAct(tx, { ...act, reason, request: null, said: {}, changes: [change], at: now })
      }
      return approvalById(tx, decision.siteId, decision.id)
    })
    if (row?.state !== decision.state) throw new Refused('STALE_VERSION')
    return approvalWire(row, now)
  }
}

/** The command of the one who asked, with the yes of the one who agreed. */
function commandOf({ kind, subjectId, payload, ...row }: ApprovalRow, { siteId, member }: Said): Command {
  const approval = { id: row.id, staffId: member.memberId }
  const key = { key: row.commandKey, route: `approval ${kind}`, bodyHash: String(row.id) }
  const of = { ...byStaff(siteId, row.requestedBy, row.reason, { approval }), key }
  if (kind === 'SUSPENSE_RETURN')
    return { kind: 'returnSuspense', ...of, suspenseId: subjectId, statementLine: String(payload['statementLine']) }
  if (kind === 'UNFREEZE') return { kind: 'freezeWithdrawals', ...of, memberId: subjectId, isFrozen: false }
  if (isBonusKind(kind)) return bonusCommand(kind, subjectId, payload, of)
  if (kind === 'P2P_RELEASE' || kind === 'P2P_RETURN') {
    const decision = kind === 'P2P_RELEASE' ? 'RELEASE' : 'RETURN'
    const version = Number(payload['version'])
    // A dispute is open: the core knows its order.
    return { kind: 'p2pDecide', ...of, orderId: subjectId, closed: null, decision, version }
  }
  const walletType = payload['walletType'] as Extract<Command, { kind: 'assignSuspense' }>['walletType']
  return { kind: 'assignSuspense', ...of, suspenseId: subjectId, memberId: Number(payload['memberId']), walletType }
}
