import type { Cell } from '../../effects.ts'
import type { Wallet } from '../../ledger.ts'
import { newPart } from '../../part.ts'
import type { State } from '../../state.ts'
import type { Minor } from '../../types.ts'
import { moneyOf } from '../state.ts'
import type { BonusGrantRow, CouponRow, CouponUseRow, TurnoverRow } from './tables.ts'

export type Grant = Cell<BonusGrantRow>
export type Coupon = Cell<CouponRow>

interface Bonuses {
  /** Open grants of a member, the oldest first. */
  readonly grants: Map<number, Grant[]>
  /** What a member traded lately and does not count yet, the oldest first. */
  readonly turnovers: Map<number, Cell<TurnoverRow>[]>
  /** What of a grant is at stake, by its id; kept too where it has ended, until its stakes are decided. */
  readonly staked: Map<number, Minor>
  readonly coupons: Map<number, Coupon>
  /** By site and code. */
  readonly codes: Map<string, Coupon>
  /** By coupon, then by member. */
  readonly uses: Map<number, Map<number, Cell<CouponUseRow>>>
}

const bonuses = newPart<Bonuses>(() => ({
  grants: new Map(),
  turnovers: new Map(),
  staked: new Map(),
  coupons: new Map(),
  codes: new Map(),
  uses: new Map(),
}))

export const bonusesOf = (state: State): Bonuses => state.parts.of(bonuses)

/** Open grants of a member, the oldest first. */
export const grantsOf = (state: State, memberId: number): readonly Grant[] =>
  bonusesOf(state).grants.get(memberId) ?? []

/** What of a grant is at stake. */
export const stakedOf = (state: State, grantId: number): Minor => bonusesOf(state).staked.get(grantId) ?? 0n

/** A member's wallet of bonus money; null: he never had any. */
export const bonusWallet = (state: State, memberId: number): Wallet | null =>
  state.ledger.wallet(memberId, 'BONUS', 'KRW')

/** What is not at stake of a bonus wallet. */
export const freeBonus = ({ row, firm }: Wallet): Minor => row.posted - firm

/** What round stakes may take of a member's bonus: nothing while money of his is about to leave. */
export function usableBonus(state: State, memberId: number): Minor {
  const wallet = bonusWallet(state, memberId)
  if (!wallet) return 0n
  const open = moneyOf(state).purses.get(memberId)?.open.values() ?? []
  for (const { row } of open) if (row.type === 'W' || row.type === 'WS') return 0n
  return freeBonus(wallet)
}

/** Names a coupon among those of all sites. */
export const codeName = (siteId: number, code: string): string => `${siteId}:${code}`

/** Keeps a coupon: a new one, or one of the database. */
export function keepCoupon(state: State, coupon: Coupon): void {
  const { coupons, codes } = bonusesOf(state)
  coupons.set(coupon.row.id, coupon)
  codes.set(codeName(coupon.row.siteId, coupon.row.code), coupon)
}

/** Keeps who used a coupon. */
export function keepUse(state: State, use: Cell<CouponUseRow>): void {
  const { uses } = bonusesOf(state)
  const { couponId, memberId } = use.row
  const known = uses.get(couponId)
  if (known) known.set(memberId, use)
  else uses.set(couponId, new Map([[memberId, use]]))
}

/** Adds to the list of a member. */
export function addTo<T>(lists: Map<number, T[]>, memberId: number, item: T): void {
  const known = lists.get(memberId)
  if (known) known.push(item)
  else lists.set(memberId, [item])
}

/** Takes from the list of a member; an empty one is kept no longer. */
export function dropFrom<T>(lists: Map<number, T[]>, memberId: number, item: T): void {
  const list = lists.get(memberId)
  if (!list) return
  const place = list.indexOf(item)
  if (place >= 0) list.splice(place, 1)
  if (list.length === 0) lists.delete(memberId)
}
