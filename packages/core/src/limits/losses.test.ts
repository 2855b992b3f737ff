import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { Desk, perpetual, usdt } from '../futures/testing.ts'
import { CLOSE, contract, Floor } from '../oversea/testing.ts'
import { codeOf, option, SITE } from '../testing.ts'

const who = { siteId: SITE, memberId: 7 } as const
const setLoss = (f: Floor, amount: bigint) =>
  f.do({
    kind: 'setLimits',
    ...byMember(who, f.key()),
    limits: [{ kind: 'LOSS', window: '24h', currency: 'KRW', amount }],
  })
const usedOf = (f: Floor) => (setLoss(f, 30_000_000n).body as { limits: { used: string }[] }).limits[0]!.used

test('J 4: what a night costs counts as lost, before the limit and after a start', () => {
  const f = new Floor([contract({ fee: 0n })])
  f.member(7)
  f.price(1.1)
  f.trade(7, 'LONG', 1)
  f.goTo(CLOSE - 60 * 60_000)
  f.overnight(7)
  setLoss(f, 30_000_000n)
  const held = f.wallet(7).reserved
  f.goTo(CLOSE)
  expect(f.position(7)!.fundingFee).toBe(-1_319n)
  expect(f.wallet(7).reserved).toBe(held)
  expect(usedOf(f)).toBe(String(held + 1_319n))
  f.restart()
  f.settle()
  expect(usedOf(f)).toBe(String(held + 1_319n))
})

test('J 4: what overseas positions and orders hold back counts as lost for a stake too, until it comes back', () => {
  const f = new Floor([contract({ fee: 0n })], { options: [option()] })
  f.member(7)
  f.live()
  f.tick(100_00)
  f.price(1.1)
  f.trade(7, 'LONG', 1)
  f.live()
  f.tick(100_00)
  // 560,000 are held back.
  setLoss(f, 600_000n)
  expect(codeOf(f.bet(7, 'B', 41_000n))).toBe('SELF_LIMIT_EXCEEDED')
  expect(f.bet(7, 'B', 40_000n).status).toBe(200)
})

test('J 4: what a limit shows as used is what the next stake is judged by: with what overseas positions and open stakes hold back', () => {
  const f = new Floor([contract({ fee: 0n })], { options: [option()] })
  f.member(7)
  f.live()
  f.tick(100_00)
  f.price(1.1)
  f.trade(7, 'LONG', 1)
  f.live()
  f.tick(100_00)
  expect(f.bet(7, 'B', 40_000n).status).toBe(200)
  expect(f.wallet(7).reserved).toBe(600_000n)
  expect(usedOf(f)).toBe('600000')
  f.restart()
  expect(usedOf(f)).toBe('600000')
})

test('J 4: margin that a liquidation forfeits counts as lost, fees and all, before the limit and after a start', () => {
  const h = new Desk([perpetual()])
  h.trader(1)
  h.price(60_000)
  const limit = (amount: number) =>
    h.do({
      kind: 'setLimits',
      ...byMember({ siteId: SITE, memberId: 1 }, h.key()),
      limits: [{ kind: 'LOSS', window: '24h', currency: 'USDT', amount: usdt(amount) }],
    })
  const used = () => (limit(603).body as { limits: { used: string }[] }).limits[0]!.used
  limit(10_000)
  h.trade(1, 'LONG', '0.1', 59_999)
  expect(used()).toBe('602.5')
  h.book([[54_300, 100]], [[54_400, 100]])
  h.mark(54_200)
  expect(h.position(1)).toBeUndefined()
  expect(h.money(1)).toMatchObject({ posted: usdt(10_000 - 602.5), reserved: 0n })
  expect(used()).toBe('602.5')
  const opening = { side: 'LONG', qty: '0.001' } as const
  expect(codeOf(h.order(1, opening))).toBe('SELF_LIMIT_EXCEEDED')
  h.restart(1_000)
  expect(used()).toBe('602.5')
})
