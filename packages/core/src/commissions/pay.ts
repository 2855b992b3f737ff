import { announceWallet } from '../announce.ts'
import type { Cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { refuseDepositor, walletOf } from '../money/deposit.ts'
import { addLeg } from '../money/rows.ts'
import { purseOf } from '../money/state.ts'
import { change, type Now, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { commissionsOf, payableName } from './state.ts'
import type { CommissionPayableRow } from './tables.ts'

type Pay = Extract<Command, { kind: 'payCommissions' }>
type Reject = Extract<Command, { kind: 'rejectCommission' }>
type Hold = Extract<Command, { kind: 'holdCommission' }>
type Payable = Cell<CommissionPayableRow>

const find = (state: State, of: Pick<CommissionPayableRow, 'siteId' | 'week' | 'partnerId'>): Payable | undefined =>
  commissionsOf(state).payables.get(payableName(of))

/** Why these partners cannot be paid now; null: each of them can. What is held is released first. */
export function refusePay(state: State, command: Pay, now: Now): Reply | null {
  const { siteId, week, partnerIds } = command
  if (partnerIds.length === 0 || new Set(partnerIds).size !== partnerIds.length)
    return refusalReply('INVALID_REQUEST', { key: 'partnerIds' })
  for (const partnerId of partnerIds) {
    const payable = find(state, { siteId, week, partnerId })
    if (payable?.row.state !== 'WAITING') return refusalReply('STALE_VERSION')
    const purse = purseOf(state, siteId, payable.row.memberId)
    if (!purse) return refusalReply('USER_NOT_FOUND')
    // Nothing is credited to a member who takes a break or excluded himself.
    const barred = refuseDepositor(purse, now)
    if (barred) return barred
  }
  return null
}

/** Pays partners into their wallets of KRW. */
export function payCommissions(state: State, command: Pay, turn: Turn): Reply {
  const { siteId, week, partnerIds } = command
  for (const partnerId of partnerIds) pay(state, find(state, { siteId, week, partnerId })!, turn)
  return { status: 200, body: { week, partnerIds: [...partnerIds] } }
}

function pay(state: State, payable: Payable, turn: Turn): void {
  const { siteId, partnerId, memberId, amount } = payable.row
  const purse = purseOf(state, siteId, memberId)!
  const wallet = walletOf(state, purse, 'BINARY', turn)
  const id = turn.nextId()
  const from = { siteId, account: 'PARTNER_PAYABLE', sub: String(partnerId), currency: 'KRW', amount: -amount } as const
  const txnId = state.ledger.move([from, { wallet, amount }], 'COMMISSION_PAID', id, turn, turn.effects)
  const money = { walletType: 'BINARY', currency: 'KRW', point: amount, won: amount, txnId } as const
  const house = { houseAccount: 'PARTNER_PAYABLE', houseSub: String(partnerId) } as const
  addLeg(purse, { id, type: 'C', reason: 'PARTNER_COMMISSION', ...money, ...house }, turn)
  announceWallet(wallet, turn.effects)
  decide(state, payable, { state: 'PAID', txnId, dnwId: id }, turn)
}

/** Why a payable cannot be taken back; null: it can. */
export const refuseReject = (state: State, command: Reject): Reply | null =>
  find(state, command) ? null : refusalReply('STALE_VERSION')

/** Takes back what a week owed a partner: it is the house's result again. */
export function rejectCommission(state: State, command: Reject, turn: Turn): Reply {
  const payable = find(state, command)!
  const { siteId, week, partnerId, amount } = payable.row
  const legs = [
    { siteId, account: 'PARTNER_PAYABLE', sub: String(partnerId), currency: 'KRW', amount: -amount },
    { siteId, account: 'COMMISSION', currency: 'KRW', amount },
  ] as const
  const txnId = state.ledger.post(legs, 'COMMISSION_REJECTED', null, turn, turn.effects)
  decide(state, payable, { state: 'REJECTED', txnId, dnwId: null }, turn)
  return { status: 200, body: { week, partnerId } }
}

/** Keeps a payable from being paid, or lets it be paid again. */
export function holdCommission(state: State, command: Hold, turn: Turn): Reply {
  const payable = find(state, command)
  const { isHeld, version, actor, week, partnerId } = command
  if (payable?.row.version !== version || (payable.row.state === 'HELD') === isHeld)
    return refusalReply('STALE_VERSION')
  const parts = isHeld ? ({ state: 'HELD', heldBy: actor.id } as const) : ({ state: 'WAITING', heldBy: null } as const)
  change(turn.effects, 'commissionPayables', payable, { ...parts, version: version + 1 })
  return { status: 200, body: { week, partnerId, version: version + 1 } }
}

type Decision = Pick<CommissionPayableRow, 'state' | 'txnId' | 'dnwId'>

function decide(state: State, payable: Payable, parts: Decision, turn: Turn): void {
  change(turn.effects, 'commissionPayables', payable, {
    ...parts,
    decidedAt: turn.wall,
    version: payable.row.version + 1,
  })
  commissionsOf(state).payables.delete(payableName(payable.row))
}
