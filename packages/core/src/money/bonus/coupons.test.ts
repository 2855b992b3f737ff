import { beforeEach, expect, test } from 'vitest'
import { byMember, byStaff } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import { DAY } from '../testing.ts'
import { Promoter } from './testing.ts'

let house: Promoter
beforeEach(() => {
  house = new Promoter().begin()
})

test('a coupon gives its bonus once a member, with its turnover', () => {
  expect(codeOf(house.coupon())).toBe(200)
  expect(house.use().body).toMatchObject({ type: 'B', point: '100000', turnover: { required: '3000000' } })
  expect(codeOf(house.use())).toBe('COUPON_ALREADY_USED')
  expect(house.purse().bonus).toBe(100_000n)
})

test('a coupon gives exactly as many bonuses as it has uses, whoever comes and however often', () => {
  house.coupon({ maxUses: 2 })
  const members = Array.from({ length: 10 }, (_, place) => house.member(20 + place))
  const codes = [...members, ...members].map((member) => codeOf(house.use(member)))
  expect(codes.filter((code) => code === 200)).toHaveLength(2)
  expect(new Set(codes)).toEqual(new Set([200, 'COUPON_SOLD_OUT', 'COUPON_ALREADY_USED']))
  expect(house.balance('BONUS_EXP')).toBe(-200_000n)
})

test('a coupon takes two persons, a free code, a window, and a wallet of won', () => {
  const alone = { kind: 'createCoupon', ...house.byOne(), coupon: house.newCoupon() } as const
  expect(codeOf(house.do(alone))).toBe('PERMISSION_DENIED')
  expect(codeOf(house.coupon({ walletType: 'FUTURES' }))).toBe('COUPON_WALLET_NOT_ALLOWED')
  expect(codeOf(house.coupon({ endsAt: 5 }))).toBe('INVALID_REQUEST')
  expect(codeOf(house.coupon({ point: 0n }))).toBe('INVALID_REQUEST')
  expect(codeOf(house.coupon())).toBe(200)
  expect(codeOf(house.coupon())).toBe('INVALID_REQUEST')
})

test('a coupon has one use at least, a cap of some money, and ends after it begins', () => {
  const { startsAt } = house.newCoupon()
  expect(house.coupon({ maxUses: 0 }).body).toMatchObject({ code: 'INVALID_REQUEST', params: { key: 'maxUses' } })
  expect(house.coupon({ cap: 0n }).body).toMatchObject({ code: 'INVALID_REQUEST', params: { key: 'cap' } })
  expect(house.coupon({ endsAt: startsAt }).body).toMatchObject({ code: 'INVALID_REQUEST', params: { key: 'endsAt' } })
  expect(codeOf(house.coupon({ maxUses: 1, cap: 1n, endsAt: startsAt + 1 }))).toBe(200)
})

test('at its end a coupon is over, also for who comes before it was closed', () => {
  house.coupon()
  house.at += DAY
  expect(codeOf(house.use())).toBe('COUPON_EXPIRED')
})

test('a coupon that was revoked is closed then, and not once more when its time is over', () => {
  const { id } = house.coupon().body as { id: number }
  house.revoke(id)
  const newest = () => house.calls.flatMap(({ rows }) => rows.coupons).at(-1)
  const revoked = newest()
  expect(revoked).toMatchObject({ isRevoked: true, closedAt: house.wall })
  house.pass(DAY)
  expect(newest()).toEqual(revoked)
})

test('a coupon of another site is none to revoke', () => {
  const { id } = house.coupon().body as { id: number }
  const revoke = { kind: 'revokeCoupon', ...byStaff(SITE + 1, 9, 'too many'), key: house.key(), couponId: id } as const
  expect(codeOf(house.do(revoke))).toBe('COUPON_NOT_FOUND')
  expect(codeOf(house.use())).toBe(200)
})

test('a coupon of another wallet, before its time, for others, or of no code is refused and changes nothing', () => {
  house.coupon({ startsAt: house.wall + 1_000 })
  expect(codeOf(house.use())).toBe('COUPON_NOT_FOUND')
  house.pass(1_000)
  expect(codeOf(house.use(7, { walletType: 'FUTURES' }))).toBe('COUPON_WALLET_NOT_ALLOWED')
  expect(codeOf(house.use(7, { code: 'NONE' }))).toBe('COUPON_NOT_FOUND')
  house.coupon({ code: 'OTHERS', audience: [8] })
  expect(codeOf(house.use(7, { code: 'OTHERS' }))).toBe('COUPON_NOT_FOUND')
  expect(house.purse().bonus).toBe(0n)
})

test('a coupon is over at its time and when it is revoked; what was given stays', () => {
  house.coupon()
  house.use()
  house.pass(DAY)
  house.member(8)
  expect(codeOf(house.use(8))).toBe('COUPON_EXPIRED')
  const id = (house.coupon({ code: 'SECOND' }).body as { id: number }).id
  expect(codeOf(house.revoke(id))).toBe(200)
  expect(codeOf(house.revoke(id))).toBe('COUPON_EXPIRED')
  expect(codeOf(house.use(7, { code: 'SECOND' }))).toBe('COUPON_EXPIRED')
  expect(house.purse().bonus).toBe(100_000n)
})

test('a coupon for the first deposit asks for exactly one', () => {
  house.coupon({ isFirstDeposit: true })
  for (const deposits of [0, 2]) expect(codeOf(house.use(7, { deposits }))).toBe('COUPON_FIRST_DEPOSIT')
  expect(codeOf(house.use(7, { deposits: 1 }))).toBe(200)
})

test('who excluded himself or rests is refused', () => {
  house.coupon()
  const by = () => byMember({ siteId: SITE, memberId: 7 }, house.key())
  house.do({ kind: 'coolOff', ...by(), until: house.wall + DAY })
  expect(codeOf(house.use())).toBe('COOL_OFF_ACTIVE')
  house.do({ kind: 'selfExclude', ...by(), months: 6 })
  expect(codeOf(house.use())).toBe('SELF_EXCLUDED')
})

test('a restart forgets no use, no coupon and no code', () => {
  house.coupon()
  house.use()
  const before = house.core.stateHash()
  house.restart()
  house.settle()
  expect(house.core.stateHash()).toBe(before)
  expect(codeOf(house.use())).toBe('COUPON_ALREADY_USED')
  expect(codeOf(house.coupon())).toBe('INVALID_REQUEST')
})

test('who used a coupon that was closed is forgotten, part by part, over a restart too', () => {
  for (const isRestarted of [false, true]) {
    house = new Promoter().begin()
    const { id } = house.coupon({ maxUses: 500 }).body as { id: number }
    const members = Array.from({ length: 450 }, (_, n) => house.member(1_000 + n))
    for (const memberId of members) expect(codeOf(house.use(memberId))).toBe(200)
    house.revoke(id)
    expect(house.core.snapshot().couponUses).toHaveLength(250)
    if (isRestarted) house.restart()
    house.settle()
    expect(house.core.snapshot().couponUses).toEqual([])
  }
})
