import { floorDiv } from '@maru/positions'
import type { Minor } from '../../types.ts'

/** What of a bet's result belongs to its cash and to its bonus: pro rata, and a unit that is left to the larger remainder, to cash where they are equal. */
export function splitResult(
  profit: Minor,
  point: Minor,
  bonusPoint: Minor,
): { readonly cash: Minor; readonly bonus: Minor } {
  if (bonusPoint === 0n) return { cash: profit, bonus: 0n }
  const [cashShare, bonusShare] = [profit * (point - bonusPoint), profit * bonusPoint]
  const bonus = floorDiv(bonusShare, point)
  const isLarger = bonusShare - bonus * point > cashShare - floorDiv(cashShare, point) * point
  const left = profit - bonus - floorDiv(cashShare, point)
  const ownBonus = isLarger ? bonus + left : bonus
  return { cash: profit - ownBonus, bonus: ownBonus }
}
