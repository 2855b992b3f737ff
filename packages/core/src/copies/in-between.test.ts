import { expect, test } from 'vitest'
import { btc, usdt } from '../futures/testing.ts'
import { CopyDesk, TRADER } from './testing.ts'

/** A trader whose order just filled, and three followers whose copies are not made yet. */
function filled() {
  const h = new CopyDesk()
  const follows = [2, 3, 4].map((id) => h.follower(id))
  const order = h.send('LONG', '0.1')
  h.at += 150
  h.show(60_000)
  return { h, follows, order }
}
const quantities = (h: CopyDesk) => [2, 3, 4].map((id) => h.lotsOf(id).map(({ qty }) => qty))

test('C9: an unfollow in a fan-out comes after the copies of fills before it', () => {
  const { h, follows } = filled()
  expect(quantities(h)).toEqual([[], [], []])
  h.unfollow(3, follows[1]!)
  expect(quantities(h)).toEqual([[], [btc(0.1)], []])
  h.settle()
  expect(quantities(h)).toEqual([[btc(0.1)], [btc(0.1)], [btc(0.1)]])
})

test('C9: what was begun goes on after a restart, once: also a copy that was made before its turn', () => {
  const { h } = filled()
  h.do({ kind: 'setLeverage', ...h.by(4), optionId: 1, leverage: 3 })
  h.restart()
  h.live()
  h.step()
  expect(quantities(h)).toEqual([[], [], [btc(0.1)]])
  h.flat(60_000)
  expect(quantities(h)).toEqual([[btc(0.1)], [btc(0.1)], [btc(0.1)]])
  expect(h.core.snapshot().copyFanOuts).toEqual([])
  expect(h.skips()).toEqual([])
})

test('C8: copies of one fill have one price, whatever the market did meanwhile', () => {
  const { h } = filled()
  h.unfollow(2, 0)
  h.show(61_000)
  h.settle()
  expect([2, 3, 4].map((id) => h.lotsOf(id)[0]!.entryQuote)).toEqual(Array(3).fill(usdt(6_000)))
})

test('C18: what is too late does not open', () => {
  const { h } = filled()
  h.at += 5_001
  h.live()
  h.settle()
  expect(quantities(h)).toEqual([[], [], []])
  expect(h.skips().map(({ code }) => code)).toEqual(Array(3).fill('COPY_LATE'))
})

test('C18: after a restart openings wait for prices, and are left out once it is too late for them', () => {
  const { h } = filled()
  h.restart()
  h.settle()
  expect([h.core.snapshot().copyFanOuts.length, h.skips(), h.core.nextDue().at]).toEqual([1, [], h.at + 5_001])
  h.at += 5_001
  h.settle()
  expect(h.skips().map(({ code }) => code)).toEqual(Array(3).fill('COPY_LATE'))
})

test('C18: a close that is late is owed, and executes on the first live book', () => {
  const { h, order } = filled()
  h.settle()
  h.at += 2_000
  h.sendClose(TRADER, order.id, 100)
  h.at += 150
  h.show(60_000)
  h.restart(6_000)
  h.settle()
  expect(h.lotsOf(2)).toMatchObject([{ qty: btc(0.1), owedClose: btc(0.1) }])
  h.live()
  h.flat(59_000)
  expect(quantities(h)).toEqual([[], [], []])
})

test('C14: while a fan-out runs, later fills of its order gather into the next one', () => {
  const h = new CopyDesk()
  h.follower(2)
  const order = h.limit(TRADER, 'LONG', '0.1', '60000', { leverage: 10 })
  h.at += 150
  for (const qty of [0.02, 0.03, 10]) {
    h.show(60_000, qty)
    h.at += 2_000
  }
  h.at -= 2_000
  expect(h.orderOf(order).status).toBe('FILLED')
  expect(h.core.snapshot().copyFanOuts.map(({ qty }) => qty)).toEqual([btc(0.02), btc(0.08)])
  h.settle()
  expect(h.lotsOf(2)).toMatchObject([{ qty: btc(0.1) }])
  expect(h.fills.filter(({ memberId }) => memberId === 2)).toHaveLength(2)
})

test('C14: fan-outs of a trader run in order: a copy opens before it closes', () => {
  const { h, order } = filled()
  h.sendNow(TRADER, order.id)
  h.at += 150
  h.show(60_000)
  expect(h.core.snapshot().copyFanOuts.map(({ kind, bornAt }) => [kind, bornAt === null])).toEqual([
    ['OPEN', false],
    ['CLOSE', true],
  ])
  h.settle()
  expect(quantities(h)).toEqual([[], [], []])
  expect(h.fills.filter(({ memberId }) => memberId !== TRADER).map(({ isClose }) => isClose)).toHaveLength(6)
})
