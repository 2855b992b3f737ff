import type { OrderRow } from '../../src/index.ts'
import { isExit } from '../traders.ts'
import { type AuditedMember, cutPpmOf, health, isAsleep, isAtOrBelow, marketOf } from './margin-accounts.ts'
import type { OverseaRecord } from './record.ts'

/** A loss cut is due at the last prices that hold, and takes all orders before the first position. */
export function checkCut(
  auditor: OverseaRecord,
  member: AuditedMember,
  order: OrderRow,
  rows: readonly OrderRow[],
  at: number,
): void {
  const name = `loss cut ${order.id} of ${member.memberId}`
  for (const one of member.orders.values()) {
    if (isExit(one)) continue
    const now = rows.find(({ id }) => id === one.id)
    if (now?.closedAt == null) throw new Error(`order ${one.id} outlived ${name}`)
    member.gone.add(one.id)
  }
  // The first close of a cut is judged; the others belong to it.
  if (auditor.cutNow.has(member.memberId)) return
  auditor.cutNow.add(member.memberId)
  auditor.counts.cuts++
  for (const { option } of member.positions.values())
    if (isAsleep(marketOf(auditor.markets, option), at)) throw new Error(`${name} while a price is not known`)
  const state = health(member, auditor.markets)
  if (!isAtOrBelow(state, cutPpmOf(member, auditor.sites.get(member.siteId)!)))
    throw new Error(`${name}: ${state.equity} of ${state.margin} is no reason to cut`)
}
