import { expect, test } from 'vitest'
import { collect } from '../../../test/collect.ts'
import { Desk } from './futures/testing.ts'
import { idOf, Teller } from './money/testing.ts'

test.each([
  ['an order that filled, while its deadline has not come', filledOrder],
  ['a deposit that was approved, while its time is not over', approvedDeposit],
])('the core holds nothing of %s', async (_what, open) => {
  const { core, row } = open()
  // What a reference was asked for lives until the event loop goes on.
  await new Promise(setImmediate)
  collect()
  expect(row.deref()).toBeUndefined()
  expect(core).toBeDefined()
})

function filledOrder() {
  const desk = new Desk()
  desk.price(60_000)
  desk.trader(1)
  const reply = desk.order(1, { side: 'LONG', qty: '0.1' })
  desk.execute(60_000)
  const row = desk.orderOf(reply)
  expect(row.status).toBe('FILLED')
  return { core: desk.core, row: new WeakRef(row) }
}

function approvedDeposit() {
  const teller = new Teller()
  const id = idOf(teller.deposit(500_000n))
  teller.approve(id)
  expect(teller.row(id).status).toBe('COMPLETED')
  return { core: teller.core, row: new WeakRef(teller.row(id)) }
}
