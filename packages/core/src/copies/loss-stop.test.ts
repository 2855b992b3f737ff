import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usdt } from '../futures/testing.ts'
import { codeOf } from '../testing.ts'
import { CopyDesk, TRADER } from './testing.ts'

const endOf = (h: CopyDesk) => h.calls.flatMap(({ rows }) => rows.copyFollows).at(-1)?.endReason ?? null
/** Lets what was sent execute at a price. */
const execute = (h: CopyDesk, price: number) => {
  h.at += 150
  h.flat(price)
}

test('C39: a loss that reaches its stop ends the follow and closes its copies', () => {
  const h = new CopyDesk()
  h.follower(2, { lossStop: usdt(100) })
  h.follower(3)
  h.lead('LONG', '0.1', 60_000)
  // The fee of the opening is lost already: 2.4.
  h.mark(59_025)
  expect(endOf(h)).toBe(null)
  h.mark(59_024)
  expect(endOf(h)).toBe('LOSS_STOP')
  execute(h, 59_024)
  expect([h.lotsOf(2).length, h.lotsOf(3).length]).toEqual([0, 1])
})

test('C39: its copies stay where the member chose so, and are his own', () => {
  const h = new CopyDesk()
  h.follower(2, { lossStop: usdt(100), lossStopClose: false })
  const { id } = h.lead('LONG', '0.1', 60_000)
  h.mark(59_000)
  execute(h, 59_000)
  expect([endOf(h), h.lotsOf(2).length]).toEqual(['LOSS_STOP', 1])
  h.lead('LONG', '0.1', 59_000)
  h.close(TRADER, id, 100, 59_000)
  expect(h.lotsOf(2)).toHaveLength(1)
})

test('C39: what closed copies lost counts, and what they won', () => {
  const h = new CopyDesk()
  h.follower(2, { lossStop: usdt(100) })
  for (const [price, end] of [
    [59_500, null],
    [60_400, null],
    [59_400, null],
  ] as const) {
    h.mark(60_000)
    const { id } = h.lead('LONG', '0.1', 60_000)
    h.close(TRADER, id, 100, price)
    expect(endOf(h)).toBe(end)
  }
  // 50 − 40 + 60 and six fees: 84.36 are lost.
  h.mark(60_000)
  h.lead('SHORT', '0.1', 60_000)
  h.mark(60_132)
  expect(endOf(h)).toBe(null)
  h.mark(60_133)
  expect(endOf(h)).toBe('LOSS_STOP')
})

test('C39: a close alone may reach it', () => {
  const h = new CopyDesk()
  h.follower(2, { lossStop: usdt(100) })
  h.lead('LONG', '0.1', 60_000)
  const { id } = h.lead('LONG', '0.1', 60_000)
  h.sendClose(TRADER, id, 100)
  h.at += 150
  h.bids([[59_000, 10_000]])
  expect(endOf(h)).toBe('LOSS_STOP')
})

test('C39: a start goes on with it; while prices are not live nothing is judged', () => {
  const h = new CopyDesk()
  h.follower(2, { lossStop: usdt(100) })
  h.lead('LONG', '0.1', 60_000)
  h.restart()
  h.settle()
  expect(endOf(h)).toBe(null)
  h.live()
  h.mark(59_100)
  expect(endOf(h)).toBe(null)
  h.stale()
  h.mark(58_000)
  expect(endOf(h)).toBe(null)
  h.live()
  h.mark(58_900)
  expect(endOf(h)).toBe('LOSS_STOP')
})

test('C39: it is between a stake and five times the follow’s, and above what is lost; lowering it is always taken', () => {
  const h = new CopyDesk()
  h.trader(2)
  const code = (lossStop: number | null, parts = {}) =>
    codeOf(h.follow(2, { lossStop: lossStop === null ? null : usdt(lossStop), ...parts }))
  expect(code(9.99)).toBe('COPY_LOSS_STOP_INVALID')
  expect(code(25_000.01)).toBe('COPY_LOSS_STOP_INVALID')
  expect(code(25_000)).toBe(200)
  expect(code(25_000, { maxBet: usdt(2_000) })).toBe(200)
  h.lead('LONG', '0.1', 60_000)
  h.mark(59_500)
  expect(code(52.4)).toBe('COPY_LOSS_STOP_INVALID')
  h.stopCopying()
  expect(code(60, { maxBet: usdt(2_000) })).toBe(200)
  expect(code(70, { maxBet: usdt(2_000) })).toBe('OPTION_STOPPED')
  h.mark(59_424)
  expect(endOf(h)).toBe('LOSS_STOP')
})

test('C39: the losses of all copies count together', () => {
  const h = new CopyDesk()
  h.follower(2, { lossStop: usdt(100), oneMaxBet: usdt(500) })
  for (const price of [60_000, 59_500, 59_200]) {
    h.mark(price)
    h.lead('LONG', '0.1', price)
  }
  // 0.083, 0.084 and 0.084 lost 66.4 and 25.2, and fees of 5.9.
  expect(endOf(h)).toBe(null)
  h.mark(59_190)
  expect(endOf(h)).toBe('LOSS_STOP')
})

const move = fc.record({ move: fc.integer({ min: 975, max: 1_025 }), percent: fc.integer({ min: 1, max: 100 }) })

test('C39: whatever the marks do, a follow ends at the first one at which its stop is lost, and at none before', () => {
  fc.assert(
    fc.property(
      fc.array(move, { minLength: 3, maxLength: 25 }),
      fc.integer({ min: 20, max: 400 }),
      fc.boolean(),
      (moves, stop, isRestarted) => {
        const h = new CopyDesk(usdt(20_000))
        h.follower(2, { lossStop: usdt(stop), maxLeverage: 2, lossStopClose: false })
        let price = 60_000
        let closed = 0n
        const lost = () => {
          const open = h.lotsOf(2).reduce((sum, row) => {
            const worth = (BigInt(Math.abs(row.qty)) * BigInt(Math.round(price * 10)) * 10_000n) as bigint
            return sum + (row.qty > 0 ? worth - row.entryQuote : -worth - row.entryQuote) + row.realizedPnl - row.fee
          }, 0n)
          return -(open + closed)
        }
        h.lead('LONG', '0.05', price)
        h.lead('LONG', '0.02', price)
        for (const { move: to, percent } of moves) {
          price = Math.round((price * to) / 1_000)
          if (percent < 20) h.lead('LONG', '0.01', price)
          else h.flat(price)
          if (isRestarted && percent > 90 && h.lotsOf(2).length < 12) {
            h.restart()
            h.live()
            h.flat(price)
          }
          const isOver = lost() >= usdt(stop)
          expect([price, h.core.snapshot().copyFollows[0]?.endReason === 'LOSS_STOP']).toEqual([price, isOver])
          if (isOver) return
          const lot = h.lotsOf(TRADER)[0]
          if (percent > 70 && lot) {
            h.close(TRADER, lot.lot, 100, price)
            closed = h.core.snapshot().copyPairs[0]!.net
          }
          if (lost() >= usdt(stop)) return
        }
      },
    ),
    { numRuns: 25 },
  )
})
