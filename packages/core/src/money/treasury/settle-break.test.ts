import { expect, test } from 'vitest'
import { byStaff } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Command, Reply } from '../../types.ts'
import { Counter, idOf, paramsOf } from '../testing.ts'

type Settle = Extract<Command, { kind: 'settleBreak' }>

const kb = { account: 'BANK_KRW', sub: 'KB-1' } as const

/** What a provider took beyond the ledger for one line. */
const settlement = {
  cause: 'PROVIDER_FEE',
  provider: 'bank',
  currency: 'KRW',
  place: kb,
  amount: -200n,
  lineKind: 'payout',
  providerRef: 'line-1',
  postingId: null,
  requestId: null,
} as const

class House extends Counter {
  book(parts: Partial<Settle>): Reply {
    return this.do({ kind: 'settleBreak', ...this.byTwo(), ...settlement, ...parts })
  }

  capital(amount: bigint): void {
    const none = { currency: 'KRW', from: null, merchantId: null, reference: '' }
    this.do({ kind: 'moveHouse', ...this.byTwo(), ...none, move: 'CAPITAL_IN', amount, to: kb })
  }

  settlements() {
    return this.calls.flatMap(({ rows }) => rows.breakSettlements)
  }
}

test('F: a break is settled by a posting between the account and a fee, a loss or capital; it is a row that names line and movement', () => {
  const house = new House()
  house.capital(5_000n)
  expect(house.book({}).status).toBe(200)
  expect(house.book({ cause: 'BAD_DEBT', amount: -1_000n, postingId: 77, providerRef: '', lineKind: '' }).status).toBe(
    200,
  )
  expect(house.book({ cause: 'CAPITAL', amount: 300n }).status).toBe(200)
  expect(house.balance('BANK_KRW', 'KB-1')).toBe(-4_100n)
  expect([house.balance('PROVIDER_FEE', 'KB-1'), house.balance('BAD_DEBT'), house.balance('HOUSE_CAPITAL')]).toEqual([
    -200n,
    -1_000n,
    5_300n,
  ])
  const [first, second] = house.settlements()
  expect(first).toMatchObject({ cause: 'PROVIDER_FEE', amount: -200n, lineKind: 'payout', providerRef: 'line-1' })
  expect(second).toMatchObject({ cause: 'BAD_DEBT', postingId: 77, providerRef: '', approvalId: expect.any(Number) })
  expect(house.postings.filter(({ refId }) => refId === first!.id)).toMatchObject([
    { account: 'BANK_KRW', sub: 'KB-1', amount: 200n, reason: 'BREAK_SETTLED', txnId: first!.txnId },
    { account: 'PROVIDER_FEE', sub: 'KB-1', amount: -200n },
  ])
})

test('F: a line that is named as the movement it shows posts nothing', () => {
  const house = new House()
  const before = house.postings.length
  expect(house.book({ cause: 'NAME', amount: 0n, place: null, postingId: 9 }).status).toBe(200)
  expect([house.postings.length, house.settlements()[0]]).toMatchObject([
    before,
    { cause: 'NAME', postingId: 9, txnId: null },
  ])
})

test('D: the money of a deposit whose missing line was settled is expected no more: what comes later is nobody’s yet', () => {
  const house = new House()
  const complete = () => {
    const id = idOf(house.deposit(500_000n))
    house.approve(id, 9)
    return id
  }
  const [settled, waiting] = [complete(), complete()]
  house.book({ cause: 'BAD_DEBT', amount: -500_000n, postingId: 77, providerRef: '', lineKind: '', requestId: settled })
  house.restart()
  expect(house.core.snapshot().expectedDeposits).toMatchObject([{ id: waiting }])
  house.arrive(500_000n, { requestId: settled, closed: house.row(settled) })
  expect(house.suspense()).toMatchObject([{ cause: 'LATE', amount: 500_000n }])
})

test('F: one person settles nothing; told twice it is settled once', () => {
  const house = new House()
  const alone = { ...byStaff(SITE, 9, 'fee'), key: house.key() }
  expect(codeOf(house.do({ kind: 'settleBreak', ...settlement, ...alone }))).toBe('PERMISSION_DENIED')
  const two = house.byTwo()
  expect(house.book(two).body).toEqual(house.book(two).body)
  expect(house.balance('PROVIDER_FEE', 'KB-1')).toBe(-200n)
})

test('F: what is owed to members is not settled as capital of the owners', () => {
  const house = new House()
  house.capital(500n)
  const refused = house.book({ cause: 'CAPITAL', amount: -501n })
  expect([codeOf(refused), paramsOf(refused)]).toEqual(['BALANCE_INSUFFICIENT', { most: '500', currency: '원' }])
  expect(house.book({ cause: 'CAPITAL', amount: -500n }).status).toBe(200)
  expect(codeOf(house.book({ cause: 'CAPITAL', amount: -1n }))).toBe('BALANCE_INSUFFICIENT')
})

test('F: a settlement without a break, an amount or an account of the house is refused', () => {
  const house = new House()
  const before = house.postings.length
  const bad: readonly Partial<Settle>[] = [
    { providerRef: '' },
    { amount: 0n },
    { amount: 10n ** 17n + 1n },
    { amount: -(10n ** 17n) - 1n },
    { place: null },
    { place: { account: 'MEMBER', sub: 'x' } },
    { currency: 'USDT' },
    { cause: 'NAME', place: null, postingId: 9 },
    { cause: 'NAME', place: kb, amount: 0n, postingId: 9 },
    { cause: 'NAME', place: null, amount: 0n },
    { cause: 'NAME', place: null, amount: 0n, postingId: 9, providerRef: '' },
  ]
  for (const parts of bad) expect([parts, codeOf(house.book(parts))]).toEqual([parts, 'INVALID_REQUEST'])
  expect(house.postings).toHaveLength(before)
})
