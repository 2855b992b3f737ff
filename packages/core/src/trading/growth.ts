import type { PositionRow, Qty } from '../types.ts'

/** What is left of the parts that a position grew by once so much of it is closed: what came last goes first. */
export function lessened(growth: PositionRow['growth'], by: Qty): PositionRow['growth'] {
  if (growth === null) return null
  const left = [...growth]
  for (let rest = by; rest > 0; ) {
    const newest = left.pop()
    if (newest === undefined) return null
    if (newest.qty > rest) left.push({ at: newest.at, qty: newest.qty - rest })
    rest -= newest.qty
  }
  return left.length === 0 ? null : left
}
