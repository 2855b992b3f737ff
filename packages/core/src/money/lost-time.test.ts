import { expect, test } from 'vitest'
import { Market } from './p2p/testing.ts'
import { Counter, HOUR, idOf } from './testing.ts'

const MINUTE = 60_000

test('D: a deposit that expires while the house is down is open for as long again as it was then', () => {
  const counter = new Counter()
  const id = idOf(counter.deposit(500_000n))
  const { expiresAt } = counter.row(id)
  counter.pass(HOUR)
  counter.restart(5 * HOUR)
  counter.settle()
  counter.keepRows()
  expect(counter.row(id)).toMatchObject({ status: 'REQUESTED', expiresAt: expiresAt! + 5 * HOUR })
  expect(counter.row(id).cancelableUntil).toBe(expiresAt! + 5 * HOUR)
  counter.pass(HOUR - 1)
  expect(counter.row(id).status).toBe('REQUESTED')
  counter.pass(1)
  expect(counter.row(id)).toMatchObject({ status: 'CANCELED', reason: 'EXPIRED' })
})

test('D: a buyer has the time to pay that an outage took, and is not counted as one who did not pay', () => {
  const market = new Market()
  const id = market.taken()
  const { payBy } = market.of(id)
  market.pass(10 * MINUTE)
  market.restart(20 * MINUTE)
  market.settle()
  expect(market.of(id)).toMatchObject({ state: 'ESCROWED', payBy: payBy! + 20 * MINUTE })
  market.pass(5 * MINUTE - 1)
  expect(market.of(id).state).toBe('ESCROWED')
  market.pass(1)
  expect(market.of(id).state).toBe('EXPIRED')
})

test('D: a merchant has the time to release that an outage took', () => {
  const market = new Market()
  const id = market.taken()
  market.paid(id)
  const { answerBy } = market.of(id)
  market.restart(45 * MINUTE)
  market.settle()
  expect(market.of(id)).toMatchObject({ state: 'PAID', answerBy: answerBy! + 45 * MINUTE })
})

test('D: a short restart moves no time, and what was over before an outage is over', () => {
  const counter = new Counter()
  const id = idOf(counter.deposit(500_000n))
  const { expiresAt } = counter.row(id)
  counter.restart(3_000)
  counter.settle()
  counter.keepRows()
  expect(counter.row(id).expiresAt).toBe(expiresAt)
})
