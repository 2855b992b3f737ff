import { expect, test } from 'vitest'
import { codeOf, operator } from '../testing.ts'
import { contract, Floor } from './testing.ts'

const MILLION = 1_000_000n

test('C: a contract has a margin above 0', () => {
  const floor = new Floor()
  expect(codeOf(floor.do({ kind: 'configureOversea', ...operator, option: contract({ margin: 0n }) }))).toBe(
    'INVALID_REQUEST',
  )
})

test('C: a fee that changes alone counts anew what resting orders hold back', () => {
  const floor = new Floor()
  const member = floor.member(7, 10n * MILLION)
  floor.price(1.1)
  floor.order(member, { marketType: 'LIMIT', side: 'LONG', count: 1, price: '1.05' })
  expect(floor.wallet(member).reserved).toBe(561_400n)
  const { fee } = contract()
  floor.do({ kind: 'configureOversea', ...operator, option: contract({ fee: 2n * fee }) })
  floor.settle()
  expect(floor.wallet(member).reserved).toBe(562_800n)
})

test('C: a loss cut ends the orders that the account could still pay', () => {
  const floor = new Floor()
  const member = floor.member(7, 12n * MILLION)
  floor.price(1.1)
  floor.trade(member, 'LONG', 20)
  const resting = floor.order(member, { marketType: 'LIMIT', side: 'LONG', count: 1, price: '1.01' })
  expect(floor.orderOf(resting)).toMatchObject({ status: 'NEW' })
  // Equity falls to a fifth of the margin of 20 contracts, which is the margin of four.
  for (let price = 1.099; floor.position(member) && price > 1.01; price -= 0.001) floor.price(price)
  expect(floor.position(member)).toBeUndefined()
  expect(floor.wallet(member).posted).toBeGreaterThan(600_000n)
  expect(floor.orderOf(resting)).toMatchObject({ status: 'CANCELED', reason: 'LIQUIDATION' })
})
