import { expect, test } from 'vitest'
import { CLOSE, contract, Floor } from '../oversea/testing.ts'
import { codeOf, option, SITE } from '../testing.ts'

const who = { siteId: SITE, memberId: 7 } as const
const setLoss = (f: Floor, amount: bigint) =>
  f.do({
    kind: 'setLimits',
    ...who,
    key: f.key(),
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
  f.goTo(CLOSE)
  expect(f.position(7)!.fundingFee).toBe(-1_319n)
  expect(usedOf(f)).toBe('1319')
  f.restart()
  f.settle()
  expect(usedOf(f)).toBe('1319')
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
