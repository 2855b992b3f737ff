import { amount, document, flag, int, text, whole } from '../../tables/column.ts'
import { type RowOf, table } from '../../tables/table.ts'

/** CONVERTED: its turnover was reached; FORFEITED: money left the house; SPENT: nothing of it was left. */
export type GrantState = 'OPEN' | 'CONVERTED' | 'EXPIRED' | 'FORFEITED' | 'SPENT'

/** What a stake took of a grant. */
export interface BonusPart {
  readonly grantId: number
  readonly point: bigint
}

export const bonusTables = {
  /** A bonus that a member was given, with the turnover that makes it his cash. Times are of the wall clock. */
  bonusGrants: table(
    'bonus_grant',
    {
      siteId: whole.key,
      id: whole.key, // of its row in dnw
      memberId: whole,
      couponId: whole.orNull,
      point: amount,
      remainder: amount.changing, // what of it is in its wallet and not at stake; 0 once it has ended
      required: amount,
      done: amount.changing,
      cap: amount, // no more than this becomes cash
      converted: amount.changing, // what became cash
      state: text<GrantState>().changing,
      grantedAt: whole,
      expiresAt: whole,
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  /** What counts towards a turnover once nothing can stand against it any more. `at` and `dueAt` are of the domain clock. */
  turnovers: table(
    'turnover',
    {
      siteId: whole.key,
      id: whole.key,
      memberId: whole,
      underlying: text(),
      isUp: flag,
      amount, // KRW
      net: amount.changing, // less what stood against it
      at: whole,
      wall: whole,
      dueAt: whole,
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  /** Coupons of a site; a code is used once for all time. Times are of the wall clock. */
  coupons: table(
    'coupon',
    {
      siteId: whole.key,
      id: whole.key,
      code: text(),
      title: text(),
      point: amount,
      multiple: int, // the turnover, in times of the bonus
      cap: amount,
      lifeMs: whole, // of the bonus, from its grant on
      startsAt: whole,
      endsAt: whole,
      maxUses: int,
      uses: int.changing,
      isFirstDeposit: flag,
      audience: document<readonly number[]>(), // member ids; none: everybody
      createdBy: whole, // staffId
      approvedBy: whole,
      createdAt: whole,
      closedAt: whole.orNull.changing, // revoked, or over
      isRevoked: flag.changing,
    },
    { rows: 'all' },
  ),
  /** Who used a coupon: once each. A start reads those of coupons that may still be used. */
  couponUses: table(
    'coupon_use',
    {
      siteId: whole.key,
      couponId: whole.key,
      memberId: whole.key,
      grantId: whole,
      at: whole,
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
}

export interface BonusGrantRow extends RowOf<typeof bonusTables.bonusGrants> {}
export interface TurnoverRow extends RowOf<typeof bonusTables.turnovers> {}
export interface CouponRow extends RowOf<typeof bonusTables.coupons> {}
export interface CouponUseRow extends RowOf<typeof bonusTables.couponUses> {}
