import { expect, test } from 'vitest'
import { btc, Desk, usdt } from '../futures/testing.ts'
import { Floor } from '../oversea/testing.ts'
import { House, SITE } from '../testing.ts'

const slice = (h: Desk, from = 0, most = 100) =>
  h.ask('exposure.slice', { siteId: SITE, book: 'futures', optionId: 1, from, most })

/** Three longs and a short of different sizes. */
function desk() {
  const h = new Desk()
  h.price(60_000)
  for (const [member, side, qty] of [
    [1, 'LONG', '0.1'],
    [2, 'LONG', '0.3'],
    [3, 'SHORT', '0.2'],
    [4, 'LONG', '0.2'],
  ] as const) {
    h.trader(member)
    h.trade(member, side, qty, 60_000)
  }
  return h
}

test('what is open in a market adds up each way, the largest first', () => {
  const h = desk()
  const all = slice(h)!
  expect(all.long).toMatchObject({ count: 3, qty: btc(0.6) })
  expect(all.short).toMatchObject({ count: 1, qty: btc(0.2) })
  expect(all.largest.map(({ memberId, qty }) => [memberId, qty])).toEqual([
    [2, btc(0.3)],
    [3, -btc(0.2)],
    [4, btc(0.2)],
    [1, btc(0.1)],
  ])
  expect(all.largest[0]).toMatchObject({ notional: usdt(18_000), leverage: 10 })
  expect(all.largest[0]!.pnl).toBeLessThan(0n)
  // What a side would bring is what its positions would.
  const pnlOf = (isLong: boolean) =>
    all.largest.filter(({ qty }) => qty > 0 === isLong).reduce((sum, { pnl }) => sum + pnl, 0n)
  expect([all.long.pnl, all.short.pnl]).toEqual([pnlOf(true), pnlOf(false)])
  expect(all.long.pnl).not.toBe(0n)
  expect(all.next).toBeNull()
})

test('parts add up to the whole', () => {
  const h = desk()
  const counts: number[] = []
  let from: number | null = 0
  let qty = 0
  while (from !== null) {
    const part: NonNullable<ReturnType<typeof slice>> = slice(h, from, 3)!
    counts.push(part.long.count + part.short.count)
    qty += part.long.qty - part.short.qty
    from = part.next
  }
  expect(counts).toEqual([3, 1])
  expect(qty).toBe(btc(0.4))
})

test('liquidations stand on the ladder by their distance from the mark', () => {
  const h = desk()
  // Longs of ten times are liquidated some 9.6 % below, the short as far above.
  expect(slice(h)!.rungs).toEqual([
    { percent: 10, count: 1, qty: btc(0.2), notional: usdt(12_000) },
    { percent: -10, count: 3, qty: btc(0.6), notional: usdt(36_000) },
  ])
  h.price(57_000)
  expect(slice(h)!.rungs).toEqual([{ percent: -5, count: 3, qty: btc(0.6), notional: usdt(34_200) }])
})

test('contracts are valued in won', () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  f.trade(7, 'SHORT', 2)
  const found = f.ask('exposure.slice', { siteId: SITE, book: 'oversea', optionId: 1, from: 0, most: 10 })!
  expect(found.short).toMatchObject({ count: 1, qty: 2, margin: 1_120_000n })
  // Two contracts of 11,000 ticks, each of which is worth 1,750 won.
  expect(Number(found.largest[0]!.notional)).toBeCloseTo(2 * 11_000.5 * 1_750, -5)
})

test('there is nothing to add up of what the site does not have', () => {
  expect(slice(new Desk())).toBeNull()
  const h = desk()
  expect(h.ask('exposure.slice', { siteId: 2, book: 'futures', optionId: 1, from: 0, most: 1 })).toBeNull()
  expect(h.ask('exposure.rounds', { siteId: 2 })).toBeNull()
})

test('rounds stand by what they can cost, with what was lost today', () => {
  const h = new House()
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  h.bet(1, 'B', 100_000n)
  const { rounds, sum, maxDayExposure } = h.ask('exposure.rounds', { siteId: SITE })!
  expect(rounds[0]).toMatchObject({ exposure: 90_000n, round: { buyPoint: 100_000n, betCount: 1 } })
  expect(rounds.slice(1).every(({ exposure }) => exposure === 0n)).toBe(true)
  expect([sum, maxDayExposure]).toEqual([90_000n, 300_000_000n])
})

test('what a change would touch is counted where it would be felt', () => {
  const h = desk()
  h.limit(1, 'LONG', '0.1', '59000')
  const count = (scope: 'site' | 'money' | 'futures', optionId: number | null) =>
    h.ask('exposure.open', { siteId: SITE, places: [{ scope, optionId }] })
  expect(count('futures', 1)).toEqual({ orders: 1, positions: 4, rounds: 0, bets: 0, members: 4 })
  expect(count('site', null)).toEqual(count('futures', 1))
  expect(count('money', null)).toEqual({ orders: 0, positions: 0, rounds: 0, bets: 0, members: 0 })
  expect(count('futures', 2)).toEqual(count('money', null))
})
