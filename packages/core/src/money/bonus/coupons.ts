import { type Cell, cell } from '../../effects.ts'
import { refusalReply } from '../../idempotency.ts'
import { change, type State, type Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { moneyConfigOf } from '../config.ts'
import { refuseDepositor } from '../deposit.ts'
import { purseOf } from '../state.ts'
import { tidyBonus } from './close.ts'
import { mostBonus, mostMultiple } from './desk.ts'
import { giveBonus, grantWire } from './grants.ts'
import { bonusesOf, type Coupon, codeName, keepCoupon, keepUse } from './state.ts'
import type { CouponRow, CouponUseRow } from './tables.ts'

type Create = Extract<Command, { kind: 'createCoupon' }>
type Revoke = Extract<Command, { kind: 'revokeCoupon' }>
type Use = Extract<Command, { kind: 'useCoupon' }>

/** Why a coupon cannot be opened; null: it can. */
export function refuseCoupon(state: State, { siteId, coupon: asked }: Create): Reply | null {
  // Bonus money is KRW of rounds.
  if (asked.walletType !== 'BINARY' && asked.walletType !== 'BONUS') return refusalReply('COUPON_WALLET_NOT_ALLOWED')
  const multiple = asked.multiple ?? moneyConfigOf(state, siteId).bonusMultiple
  const isTaken = bonusesOf(state).codes.has(codeName(siteId, asked.code))
  const key = faultOf(asked, multiple) ?? (isTaken ? 'code' : null)
  return key === null ? null : refusalReply('INVALID_REQUEST', { key })
}

/** Opens a coupon. */
export function createCoupon(state: State, command: Create, turn: Turn): Reply {
  const { siteId, coupon: asked, approval, actor } = command
  const { bonusMultiple, bonusCapTimes, bonusLifeMs } = moneyConfigOf(state, siteId)
  const multiple = asked.multiple ?? bonusMultiple
  const { code, title, point, startsAt, endsAt, maxUses, isFirstDeposit, audience } = asked
  const coupon = cell<CouponRow>({
    siteId,
    id: turn.nextId(),
    code,
    title,
    point,
    multiple,
    cap: asked.cap ?? point * BigInt(bonusCapTimes),
    lifeMs: bonusLifeMs,
    startsAt,
    endsAt,
    maxUses,
    uses: 0,
    isFirstDeposit,
    audience,
    createdBy: actor.id,
    approvedBy: approval!.staffId,
    createdAt: turn.wall,
    closedAt: null,
    isRevoked: false,
  })
  turn.effects.put('coupons', coupon)
  keepCoupon(state, coupon)
  closeLater(state, coupon)
  return { status: 200, body: { id: coupon.row.id } }
}

function faultOf({ code, point, cap, startsAt, endsAt, maxUses }: Create['coupon'], multiple: number): string | null {
  if (!/^[A-Z0-9-]{2,40}$/.test(code)) return 'code'
  if (point <= 0n || point > mostBonus) return 'point'
  if (cap !== null && (cap <= 0n || cap > mostBonus * 1_000n)) return 'cap'
  if (multiple < 0 || multiple > mostMultiple) return 'multiple'
  if (endsAt <= startsAt) return 'endsAt'
  return maxUses < 1 || maxUses > 10_000_000 ? 'maxUses' : null
}

/** Nobody can use it any more; what was given stays. */
export function revokeCoupon(state: State, { siteId, couponId }: Revoke, turn: Turn): Reply {
  const coupon = bonusesOf(state).coupons.get(couponId)
  if (coupon?.row.siteId !== siteId) return refusalReply('COUPON_NOT_FOUND')
  if (coupon.row.closedAt !== null) return refusalReply('COUPON_EXPIRED')
  change(turn.effects, 'coupons', coupon, { isRevoked: true })
  close(state, coupon, turn)
  return { status: 200, body: {} }
}

/** Gives a member what a coupon promises, once, as long as there is something of it. */
export function useCoupon(state: State, command: Use, turn: Turn): Reply {
  const { siteId, memberId } = command
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  const coupon = bonusesOf(state).codes.get(codeName(siteId, command.code))
  const refusal = !coupon || isHidden(coupon, memberId, turn) ? refusalReply('COUPON_NOT_FOUND') : null
  const why = refusal ?? refuseDepositor(purse, turn) ?? refuseUse(state, coupon!, command, turn)
  if (why) return why
  const { row } = coupon!
  const { id: couponId, point, multiple, cap, lifeMs, title } = row
  const given = giveBonus(state, purse, { type: 'B', couponId, point, multiple, cap, lifeMs, reason: title }, turn)
  change(turn.effects, 'coupons', coupon!, { uses: row.uses + 1 })
  const use = cell<CouponUseRow>({
    siteId,
    couponId,
    memberId,
    grantId: given.grant.row.id,
    at: turn.wall,
    closedAt: null,
  })
  turn.effects.put('couponUses', use)
  keepUse(state, use)
  tidyBonus(state, purse, turn)
  return { status: 200, body: grantWire(given.row, given.grant) }
}

/** Whether a member is not to know of a coupon: it is for others, or for later. */
const isHidden = ({ row }: Coupon, memberId: number, { wall }: Turn): boolean =>
  row.startsAt > wall || (row.audience.length > 0 && !row.audience.includes(memberId))

function refuseUse(
  state: State,
  { row }: Coupon,
  { memberId, walletType, deposits }: Use,
  { wall }: Turn,
): Reply | null {
  if (walletType !== 'BINARY' && walletType !== 'BONUS') return refusalReply('COUPON_WALLET_NOT_ALLOWED')
  if (row.closedAt !== null || row.endsAt <= wall) return refusalReply('COUPON_EXPIRED')
  if (bonusesOf(state).uses.get(row.id)?.has(memberId)) return refusalReply('COUPON_ALREADY_USED')
  if (row.uses >= row.maxUses) return refusalReply('COUPON_SOLD_OUT')
  return row.isFirstDeposit && deposits !== 1 ? refusalReply('COUPON_FIRST_DEPOSIT') : null
}

/** Closes a coupon when its time is over. */
export function closeLater(state: State, coupon: Coupon): void {
  if (coupon.row.closedAt !== null) return
  state.dueWall.push(coupon.row.endsAt, (now, turn) => {
    if (coupon.row.closedAt === null) close(now, coupon, turn)
  })
}

function close(state: State, coupon: Coupon, turn: Turn): void {
  change(turn.effects, 'coupons', coupon, { closedAt: turn.wall })
  forgetUses(state, coupon.row.id, turn)
}

const FORGET_CHUNK = 200

/** Who used a closed coupon is asked no more: a start does not read it. A part of them a turn. */
export function forgetUses(state: State, couponId: number, turn: Turn): void {
  const { uses } = bonusesOf(state)
  const left = uses.get(couponId)
  if (!left) return
  const part: Cell<CouponUseRow>[] = [...left.values()].slice(0, FORGET_CHUNK)
  for (const use of part) {
    left.delete(use.row.memberId)
    change(turn.effects, 'couponUses', use, { closedAt: turn.wall })
  }
  if (left.size === 0) uses.delete(couponId)
  else state.dueWall.push(turn.wall, (now, next) => forgetUses(now, couponId, next))
}
