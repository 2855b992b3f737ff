import type { ErrorCode } from '@maru/contract'
import type { Wallet } from '../ledger.ts'
import type { Member } from '../member.ts'
import type { State, Turn } from '../state.ts'
import { tradingOf } from '../trading/instruments.ts'
import { lotName } from '../trading/lots.ts'
import { closableQty, remainingQty } from '../trading/orders.ts'
import { cancelOrder } from '../trading/reserve.ts'
import type { Holder } from '../trading/state.ts'
import type { Refusal } from '../types.ts'
import { refuseLimit, refuseMember } from './limits.ts'

/** Why a member may open nothing at present: locked out, excluded, on a break, his time used up; null: he may, as far as that goes. */
export function barOf(member: Member, turn: Turn): ErrorCode | null {
  const refusal = refuseMember(member, turn)
  return refusal && (refusal.body as Refusal).code
}

/**
 * Why an order may open nothing any more, though it was taken: what barred its member came later, or what he lost meanwhile and holds
 * back goes beyond a limit of his. What closes goes on.
 */
export function barOfOrder({ member, wallet }: { member: Member; wallet: Wallet }, turn: Turn): ErrorCode | null {
  const { row, firm } = wallet
  const held = { currency: row.currency, held: row.reserved - firm, stake: 0n }
  return barOf(member, turn) ?? (refuseLimit(member, held, turn.wall) ? 'SELF_LIMIT_EXCEEDED' : null)
}

/** Cancels at once what would only open, of a member who may open nothing; what closes, in part too, stays. */
export function cancelOpening(state: State, { row }: Member, turn: Turn): void {
  for (const book of tradingOf(state).books.values()) {
    const holder: Holder | undefined = book.holders.get(row.memberId)
    if (holder) cancelOpeningOf(state, holder, turn)
  }
}

function cancelOpeningOf(state: State, holder: Holder, turn: Turn): void {
  const reason = barOf(holder.member, turn)
  if (reason === null) return
  const closable = new Map<string, number>()
  for (const order of [...holder.orders.values()].sort((a, b) => a.row.id - b.row.id)) {
    const { row } = order
    if (row.qty === null) continue
    const side = `${lotName(order)}:${row.side}`
    const left = closable.get(side) ?? closableQty(order, row.side)
    closable.set(side, left - remainingQty(order))
    if (left <= 0 && !row.isReduceOnly) cancelOrder(state, order, reason, turn)
  }
}
