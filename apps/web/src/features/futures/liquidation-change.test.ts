import { expect, test } from 'vitest'
import { liquidationChanges } from './liquidation-change.ts'
import { long, short, terms } from './sheets/testing.ts'

const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const at = (position: typeof long, marginType: 'CROSS' | 'ISOLATED') => ({
  position: { ...position, marginType },
  terms,
  mark: 600_000,
})

test('money that leaves brings the liquidation price of a cross position nearer, money that joins moves it away', () => {
  const all = [at(long, 'CROSS'), at(short, 'ISOLATED')]
  const [leaves, ...others] = liquidationChanges(all, usdt(900), -usdt(300))
  expect(others).toEqual([])
  // As in the rules: 600 USDT behind a long of 0.1 at 60,000, and 900.
  expect([leaves!.before, leaves!.after]).toEqual([512_048, 542_168])
  expect(liquidationChanges(all, usdt(600), usdt(300))[0]).toMatchObject({ before: 542_168, after: 512_048 })
})

test('each cross position counts what the others need', () => {
  const [first] = liquidationChanges([at(long, 'CROSS'), at({ ...long, id: 2 }, 'CROSS')], usdt(624), 0n)
  // The other one needs 0.4 % of 6,000 USDT.
  expect(first!.before).toBe(542_168)
})
