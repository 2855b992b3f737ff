import { storedCell } from '../../effects.ts'
import type { State } from '../../state.ts'
import type { CoreSnapshot } from '../../types.ts'
import { closeLater, forgetUses } from './coupons.ts'
import { keepGrant } from './grants.ts'
import { bonusesOf, keepCoupon, keepUse } from './state.ts'
import { keepTurnover } from './turnover.ts'

/** Reads back open grants, what does not count yet, coupons, and who used those that are open. */
export function restoreBonus(state: State, snapshot: CoreSnapshot): void {
  const byId = <R extends { readonly id: number }>(rows: readonly R[]) => [...rows].sort((a, b) => a.id - b.id)
  for (const row of byId(snapshot.bonusGrants)) keepGrant(state, storedCell(row))
  for (const row of byId(snapshot.turnovers)) keepTurnover(state, storedCell(row))
  for (const use of snapshot.couponUses) keepUse(state, storedCell(use))
  for (const row of byId(snapshot.coupons)) {
    const coupon = storedCell(row)
    keepCoupon(state, coupon)
    closeLater(state, coupon)
    if (row.closedAt !== null && bonusesOf(state).uses.has(row.id))
      state.dueWall.push(row.closedAt, (now, turn) => forgetUses(now, row.id, turn))
  }
}

/** The rows that a start reads. */
export function bonusRows(state: State) {
  const { grants, turnovers, coupons, uses } = bonusesOf(state)
  return {
    bonusGrants: [...grants.values()].flat().map(({ row }) => row),
    turnovers: [...turnovers.values()].flat().map(({ row }) => row),
    coupons: [...coupons.values()].map(({ row }) => row),
    couponUses: [...uses.values()].flatMap((of) => [...of.values()].map(({ row }) => row)),
  }
}
