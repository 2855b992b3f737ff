import { floorDiv } from '@maru/positions'
import { change, type State, type Turn } from '../../state.ts'
import type { Minor } from '../../types.ts'
import { bonusesOf, grantsOf, stakedOf } from './state.ts'
import type { BonusPart } from './tables.ts'

/** Takes bonus money for a stake: of a member's oldest grant first. There is so much. */
export function stakeBonus(state: State, memberId: number, point: Minor, turn: Turn): readonly BonusPart[] {
  const parts = takeFromGrants(state, memberId, point, turn)
  keepStaked(state, parts)
  return parts
}

/** Takes an amount of what is not at stake of a member's grants, the oldest first; returns what each gave. */
export function takeFromGrants(state: State, memberId: number, point: Minor, turn: Turn): readonly BonusPart[] {
  const parts: BonusPart[] = []
  let left = point
  for (const grant of grantsOf(state, memberId)) {
    const { id, remainder } = grant.row
    const part = remainder < left ? remainder : left
    if (part === 0n) continue
    change(turn.effects, 'bonusGrants', grant, { remainder: remainder - part })
    parts.push({ grantId: id, point: part })
    left -= part
  }
  return parts
}

/** Keeps what stakes take of grants: a new one's, or that of one of the database. */
export function keepStaked(state: State, parts: readonly BonusPart[]): void {
  for (const { grantId, point } of parts) bonusesOf(state).staked.set(grantId, stakedOf(state, grantId) + point)
}

/**
 * A stake is decided: each grant gets back what it gave, with its part of the result, pro rata in whole units. What a grant gave that has
 * ended meanwhile stays with nobody.
 */
export function unstakeBonus(
  state: State,
  memberId: number,
  { parts, result }: { readonly parts: readonly BonusPart[]; readonly result: Minor },
  turn: Turn,
): void {
  const { staked } = bonusesOf(state)
  const whole = parts.reduce((sum, { point }) => sum + point, 0n)
  let before = 0n
  for (const { grantId, point } of parts) {
    const after = before + point
    const share = floorDiv(result * after, whole) - floorDiv(result * before, whole)
    before = after
    const left = stakedOf(state, grantId) - point
    if (left > 0n) staked.set(grantId, left)
    else staked.delete(grantId)
    const grant = grantsOf(state, memberId).find(({ row }) => row.id === grantId)
    if (grant) change(turn.effects, 'bonusGrants', grant, { remainder: grant.row.remainder + point + share })
  }
}
