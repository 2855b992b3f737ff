import type { FillRow, OrderRow } from '../../src/index.ts'
import { down, max, up } from '../arithmetic.ts'
import { lotOf } from '../traders.ts'
import { maintenance, openResult, reserveOf, worth } from './arithmetic.ts'
import { groupOf } from './auditor-liquidation.ts'
import {
  type AuditedMarket,
  type AuditedMember,
  type AuditedPosition,
  available,
  health,
  reaches,
} from './margin-accounts.ts'
import type { FuturesRecord } from './record.ts'

/** What a fill opens is paid for when it fills: margin, the fees of a round trip, and the loss that it starts with. Orders that ended in this call hold nothing back. */
export function checkCovered(
  auditor: FuturesRecord,
  member: AuditedMember,
  fill: FillRow,
  leverage: number,
  rows: readonly OrderRow[],
) {
  const option = member.options.get(fill.optionId)!
  const freed = rows.filter(({ id, closedAt }) => id === fill.orderId || closedAt !== null).map(({ id }) => id)
  const added = freed.filter((id) => !member.gone.has(id))
  for (const id of added) member.gone.add(id)
  const left = available(member, auditor.markets)
  for (const id of added) member.gone.delete(id)
  const direction = fill.side === 'LONG' ? 1n : -1n
  const { mark } = auditor.markets.get(option.instrument)!
  const loss = max(0n, direction * (fill.quote - worth(option, mark!, fill.qty)))
  const need = up(fill.quote, BigInt(leverage)) + up(fill.quote * BigInt(reserveOf(option)), 1_000_000n) + loss
  if (need > left) throw new Error(`fill ${fill.id} opens for ${need}, of which ${left} are there`)
}

/** An order as it was judged: its price, and the mark at which it would fill. */
interface Judged {
  readonly optionId: number
  readonly lot?: number | undefined
  readonly direction: 1 | -1
  readonly qty: number
  readonly price: number
  readonly mark: number
  readonly leverage: number
  readonly hasTrigger: boolean
}

/** Whether an isolated position would start at the option's share of its liquidation or beyond. */
export function startsRisky(member: AuditedMember, market: AuditedMarket, order: Judged): boolean {
  const option = member.options.get(order.optionId)!
  const { direction, qty, price, mark, leverage } = order
  const position = member.positions.get(lotOf(order))
  const held = position?.qty ?? 0
  const closed = Math.min(qty, Math.max(0, -direction * held))
  const opened = qty - closed
  const left = held + direction * qty
  if (left === 0) return false
  const loss = order.hasTrigger ? 0 : Math.max(0, direction * (price - market.mark!))
  const added = up(worth(option, price, opened), BigInt(leverage)) + worth(option, loss, opened)
  const signed = BigInt(direction) * worth(option, price, opened)
  let entry = signed
  let margin = added
  if (position && opened === 0) {
    entry = position.entry - up(position.entry * BigInt(closed), BigInt(Math.abs(held)))
    margin = position.margin - down(position.margin * BigInt(closed), BigInt(Math.abs(held)))
  } else if (position && closed === 0) {
    entry += position.entry
    margin += position.margin
  }
  const equity = margin + openResult(option, mark, left, entry)
  return reaches({ equity, maintenance: maintenance(option, mark, left) }, option.entryRatioPpm)
}

/** An isolated position that a fill opened or grew starts below its option's share of its liquidation, at the mark. */
export function checkStart(position: AuditedPosition, market: AuditedMarket, fill: FillRow): void {
  if (!position.cross && isNear(position, market))
    throw new Error(`fill ${fill.id} opens position ${position.id} near its liquidation`)
}

/** A fill is refused as risky only where the position is near its liquidation, or would be with all that was left of the order. */
export function checkRisky(member: AuditedMember, market: AuditedMarket, order: OrderRow, name: string): void {
  const { optionId, lot, side, leverage } = order
  const mark = market.mark!
  const direction = side === 'LONG' ? 1 : -1
  const price = direction > 0 ? mark : Math.min(mark, order.price ?? mark)
  const qty = order.qty! - order.filledQty
  const position = member.positions.get(lotOf(order))
  const whole = { optionId, lot, direction, qty, price, mark, leverage, hasTrigger: false } as const
  const isRisky = (position && isNear(position, market)) || startsRisky(member, market, whole)
  if (order.marginType === 'CROSS' || !isRisky) throw new Error(`${name} ended as risky without reason`)
}

const isNear = ({ option, qty, entry, margin }: AuditedPosition, market: AuditedMarket): boolean => {
  const equity = margin + openResult(option, market.mark!, qty, entry)
  return reaches({ equity, maintenance: maintenance(option, market.mark!, qty) }, option.entryRatioPpm)
}

/** Who was warned can be warned again once his margin account is below the site's share. */
export function checkCalm(auditor: FuturesRecord, member: AuditedMember, lot: string): void {
  const position = member.positions.get(lot)
  if (!position) return
  const { group, collateral } = groupOf(member, position)
  const state = health(group, collateral, auditor.markets)
  if (state && reaches(state, auditor.sites.get(member.siteId)!.futuresCalmPpm))
    throw new Error(`position ${position.id} is calm with ${state.maintenance} of ${state.equity}`)
}
