import { type ConsoleCoupon, consoleBonusEndpoints } from '@maru/contract'
import { byStaff, type CouponRow, formatMinor, type NewCoupon, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { SecondPerson } from '../approvals/index.ts'
import { capsOf, refuseAbove } from '../caps/index.ts'
import type { Deps } from '../deps.ts'
import { couponColumns, deskList } from '../desk-lists/index.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { type DatabaseRow, readerOf } from '../journal/index.ts'
import { memberById } from '../members/store.ts'
import { amountOf } from './amounts.ts'
import { bonusApprovals, couponPayload } from './bonus-approvals.ts'
import { couponByCode } from './coupon-store.ts'

const readCoupon = readerOf(tables.coupons)

/** Bonus money and coupons at the desk: all that gives or takes waits for a second person. */
export function registerBonusDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, core } = deps
  second.register(bonusApprovals)

  deskList(app, deps, consoleBonusEndpoints.couponList, couponColumns, ({ site }) => ({
    siteId: site.id,
    source: tables.coupons.name,
    where: 'site_id = $1',
    order: 'id desc',
    time: 'created_at',
    texts: ['id', 'code', 'title'],
    values: [site.id],
    shown: (rows: DatabaseRow[]) => rows.map((row) => shown(readCoupon(row))),
  }))

  route(app, deps, consoleBonusEndpoints.couponCreate, async ({ body, site, member, idempotency: { key } }) => {
    const coupon = newCoupon(body)
    if (coupon.walletType !== 'BINARY' && coupon.walletType !== 'BONUS') throw new Refused('COUPON_WALLET_NOT_ALLOWED')
    if (coupon.endsAt <= coupon.startsAt || coupon.endsAt <= deps.clocks.wall())
      throw new Refused('INVALID_REQUEST', { key: 'endsAt' })
    const known = await db.tenant(site.id, (tx) => couponByCode(tx, site.id, coupon.code))
    if (known !== null) throw new Refused('INVALID_REQUEST', { key: 'promoCode' })
    const of = { siteId: site.id, staffId: member.memberId, key, reason: body.reason }
    return second.ask({ ...of, kind: 'COUPON_CREATE', subjectId: member.memberId, payload: couponPayload(coupon) })
  })

  route(app, deps, consoleBonusEndpoints.couponRevoke, async ({ params, body, site, member, idempotency: key }) => {
    const by = { ...byStaff(site.id, member.memberId, body.reason), key }
    const told = await core.submit({ kind: 'revokeCoupon', ...by, couponId: params.id })
    return told.status >= 400 ? new CoreAnswer(told) : { ok: true as const }
  })

  route(app, deps, consoleBonusEndpoints.memberBonus, async ({ params, body, site, member, idempotency: { key } }) => {
    const { type, reason, multiple } = body
    const point = positive(body.point)
    const row = await db.tenant(site.id, (tx) => memberById(tx, site.id, params.id))
    if (row === null || row.kind === 'STAFF') throw new Refused('USER_NOT_FOUND')
    const caps = await db.tenant(site.id, (tx) => capsOf(tx, site.id, member))
    refuseAbove(caps, { act: type === 'PM' ? 'DEDUCT' : 'GRANT', won: point })
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: params.id }
    if (type === 'PM') return second.ask({ ...of, kind: 'BONUS_DEDUCT', payload: { point: String(point) } })
    const asked = multiple === undefined ? {} : { multiple }
    return second.ask({ ...of, kind: 'BONUS_GRANT', payload: { point: String(point), ...asked } })
  })
}

interface AskedCoupon {
  readonly promoCode: string
  readonly title: string
  readonly walletType: NewCoupon['walletType']
  readonly point: string
  readonly multiple?: number | undefined
  readonly cap?: string | undefined
  readonly startsAt: number
  readonly endsAt: number
  readonly maxUses: number
  readonly isFirstDeposit: boolean
  readonly audience: readonly number[]
}

const newCoupon = (body: AskedCoupon): NewCoupon => ({
  code: body.promoCode,
  title: body.title,
  walletType: body.walletType,
  point: positive(body.point),
  multiple: body.multiple ?? null,
  cap: body.cap === undefined ? null : positive(body.cap),
  startsAt: body.startsAt,
  endsAt: body.endsAt,
  maxUses: body.maxUses,
  isFirstDeposit: body.isFirstDeposit,
  audience: body.audience,
})

function positive(text: string): bigint {
  const amount = amountOf(text, 'KRW')
  if (amount <= 0n) throw new Refused('INVALID_REQUEST', { key: 'point' })
  return amount
}

const shown = ({ siteId: _, point, cap, audience, ...row }: CouponRow): ConsoleCoupon => ({
  ...row,
  point: formatMinor(point, 'KRW'),
  cap: formatMinor(cap, 'KRW'),
  audience: [...audience],
})
