import { couponEndpoints, providerEndpoints } from '@maru/contract'
import { byMember, type CouponRow, formatMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { ownRow } from '../members/re-authenticate.ts'
import { bonusesOf, couponByCode, depositsOf, hasUsed } from './coupon-store.ts'

/** Coupons and bonus money of a member. */
export function registerCoupons(app: FastifyInstance, deps: Deps): void {
  const { db, core, reads, clocks } = deps
  const requireNoPartner = async (member: Parameters<typeof ownRow>[1]) => {
    if ((await ownRow(deps, member)).kind === 'PARTNER') throw new Refused('COUPON_PARTNER_NOT_ALLOWED')
  }

  route(app, deps, providerEndpoints.couponUse, async ({ body, member, idempotency: key }) => {
    const { siteId, memberId } = member
    await requireNoPartner(member)
    const deposits = await db.tenant(siteId, (tx) => depositsOf(tx, siteId, memberId))
    const { promoCode: code, walletType } = body
    return new CoreAnswer(
      await core.submit({ kind: 'useCoupon', ...byMember(member, key), code, walletType, deposits }),
    )
  })

  route(app, deps, couponEndpoints.couponTerms, async ({ query, site, member }) => {
    await requireNoPartner(member)
    const { memberId } = member
    return db.tenant(site.id, async (tx) => {
      const coupon = await couponByCode(tx, site.id, query.promoCode)
      const now = clocks.wall()
      if (coupon === null || isHidden(coupon, memberId, now)) throw new Refused('COUPON_NOT_FOUND')
      if (coupon.closedAt !== null || coupon.endsAt <= now) throw new Refused('COUPON_EXPIRED')
      if (await hasUsed(tx, site.id, coupon.id, memberId)) throw new Refused('COUPON_ALREADY_USED')
      if (coupon.uses >= coupon.maxUses) throw new Refused('COUPON_SOLD_OUT')
      return termsWire(coupon)
    })
  })

  route(app, deps, couponEndpoints.bonusList, async ({ site, member: { memberId } }) => {
    const { value } = await reads.ask('bonus.held', { siteId: site.id, memberId })
    const bonuses = await db.tenant(site.id, (tx) => bonusesOf(tx, site.id, memberId))
    return { usable: formatMinor(value.usable, 'KRW'), bonuses }
  })
}

/** Whether a member is not to know of a coupon: it is for others, or for later. */
const isHidden = ({ startsAt, audience }: CouponRow, memberId: number, now: number): boolean =>
  startsAt > now || (audience.length > 0 && !audience.includes(memberId))

const termsWire = ({
  code,
  title,
  point,
  multiple,
  cap,
  lifeMs,
  endsAt,
  maxUses,
  uses,
  isFirstDeposit,
}: CouponRow) => ({
  code,
  title,
  point: formatMinor(point, 'KRW'),
  multiple,
  required: formatMinor(point * BigInt(multiple), 'KRW'),
  cap: formatMinor(cap, 'KRW'),
  lifeMs,
  endsAt,
  left: maxUses - uses,
  isFirstDeposit,
})
