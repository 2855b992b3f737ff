import { expect, test } from 'vitest'
import { codeOf, SITE } from '../testing.ts'
import { DAY, HOUR, idOf, Teller } from './testing.ts'

/** One of everything that money keeps. */
function busy(): Teller {
  const teller = new Teller()
  teller.member(8)
  teller.configureMoney({ withdrawFee: '2000' })
  teller.approve(idOf(teller.deposit(100_000n)))
  teller.pass(72 * HOUR)
  teller.approve(idOf(teller.deposit(200_000n)))
  teller.deposit(300_000n)
  teller.withdraw(50_000n)
  teller.withdraw(60_000n, {}, 8)
  teller.hold('OTP')
  return teller
}

test('a start has what was there: requests, locks, holds, days and numbers', () => {
  const teller = busy()
  const before = teller.core.stateHash()
  const holds = teller.holds()
  teller.restart()
  expect(teller.core.stateHash()).toBe(before)
  expect(teller.holds()).toEqual(holds)
  expect(holds.map(({ cause }) => cause)).toEqual(['PENDING', 'OTP', 'DEPOSIT'])
  expect(teller.ask('money.left', { siteId: SITE, memberId: 7, wall: teller.wall }).withdraw).toBe(49_950_000n)
  expect(teller.ask('money.config', { siteId: SITE }).withdrawFee).toBe(2_000n)
})

test('what waits for its time goes on after a start, also where it came meanwhile', () => {
  const teller = busy()
  teller.restart(DAY)
  teller.pass(0)
  // The day that the house was down is given back to who waits for a deposit.
  teller.pass(2 * HOUR)
  expect([...teller.rows.values()].find(({ point }) => point === 300_000n)).toMatchObject({ reason: 'EXPIRED' })
  expect(teller.holds().map(({ cause }) => cause)).toEqual(['PENDING'])
  const { depositLocks, memberHolds, dnw } = teller.core.snapshot()
  expect([depositLocks, memberHolds]).toEqual([[], []])
  expect(dnw.map(({ type }) => type)).toEqual(['W', 'W'])
  // What was used of a day is known for a day after it: the wall clock may be set back.
  expect(teller.core.snapshot().moneyDays).not.toEqual([])
  teller.pass(DAY)
  expect(teller.core.snapshot().moneyDays).toEqual([])
})

test('a hold of the same cause begins anew after it has ended', () => {
  const teller = new Teller()
  teller.hold('OTP')
  teller.pass(DAY)
  teller.hold('OTP')
  const [first, ended, second] = teller.calls.flatMap(({ rows }) => rows.memberHolds)
  expect([ended!.id, ended!.closedAt]).toEqual([first!.id, teller.wall])
  expect(second!.id).not.toBe(first!.id)
})

test('a reply is the same for the same key, and the money moves once', () => {
  const teller = new Teller()
  const key = teller.key()
  const first = teller.withdraw(50_000n, { key })
  expect(teller.withdraw(50_000n, { key })).toEqual(first)
  teller.pass(600_000)
  teller.approve(idOf(first))
  teller.complete(idOf(first))
  expect(codeOf(teller.withdraw(50_000n, { key: { ...key, bodyHash: 'other' } }))).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(teller.wallet(7).posted).toBe(9_950_000n)
})
