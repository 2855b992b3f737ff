import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byMember, byStaff } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Command, Minor, Reply } from '../../types.ts'
import { Counter, idOf, paramsOf } from '../testing.ts'
import type { TreasuryMove } from './tables.ts'

type Move = Extract<Command, { kind: 'moveHouse' }>

class Treasury extends Counter {
  /** A member's deposit of 50,000 won arrives. */
  bring(): void {
    this.do({
      kind: 'applyDeposit',
      ...byMember({ siteId: SITE, memberId: 7 }, this.key()),
      walletType: 'BINARY',
      point: 50_000n,
      depositor: '홍길동',
      houseSub: 'KB-1',
      flags: [],
    })
    this.arrive(50_000n)
  }

  move(move: TreasuryMove, amount: Minor, parts: Partial<Move> = {}): Reply {
    const none = { currency: 'KRW', from: null, to: null, merchantId: null, reference: '' }
    return this.do({ kind: 'moveHouse', ...this.byTwo(), ...none, move, amount, ...parts })
  }
}
const kb = { account: 'BANK_KRW', sub: 'KB-1' } as const
const shinhan = { account: 'BANK_KRW', sub: 'SH-2' } as const
const hot = { account: 'COIN_HOT', sub: 'TRC20' } as const
const cold = { account: 'COIN_COLD', sub: 'TRC20' } as const

test('F: capital comes to a bank account, goes on to another and leaves; each move is a row and a transaction', () => {
  const house = new Treasury()
  const done = house.move('CAPITAL_IN', 5_000n, { to: kb, reference: 'line-1' })
  expect(done.status).toBe(200)
  expect(house.move('TRANSFER', 2_000n, { from: kb, to: shinhan }).status).toBe(200)
  expect(house.move('CAPITAL_OUT', 500n, { from: shinhan }).status).toBe(200)
  const balances = [
    house.balance('BANK_KRW', 'KB-1'),
    house.balance('BANK_KRW', 'SH-2'),
    house.balance('HOUSE_CAPITAL'),
  ]
  expect(balances).toEqual([-3_000n, -1_500n, 4_500n])
  const rows = house.calls.flatMap(({ rows }) => rows.houseMoves)
  expect(rows.map(({ move, amount }) => [move, amount])).toEqual([
    ['CAPITAL_IN', 5_000n],
    ['TRANSFER', 2_000n],
    ['CAPITAL_OUT', 500n],
  ])
  expect(rows[0]).toMatchObject({
    creditAccount: 'HOUSE_CAPITAL',
    debitAccount: 'BANK_KRW',
    debitSub: 'KB-1',
    reference: 'line-1',
  })
  expect(house.postings.filter(({ refId }) => refId === rows[1]!.id)).toMatchObject([
    { account: 'BANK_KRW', sub: 'KB-1', amount: 2_000n, reason: 'HOUSE_TRANSFER', txnId: rows[1]!.txnId },
    { account: 'BANK_KRW', sub: 'SH-2', amount: -2_000n },
  ])
})

test('F: coins go from hot to cold as far as they are there', () => {
  const house = new Treasury()
  const of = { currency: 'USDT', from: hot, to: cold }
  expect(codeOf(house.move('TRANSFER', 1n, of))).toBe('BALANCE_INSUFFICIENT')
  house.move('CAPITAL_IN', 300n, { currency: 'USDT', to: hot })
  const refused = house.move('TRANSFER', 301n, of)
  expect([codeOf(refused), paramsOf(refused)]).toEqual([
    'BALANCE_INSUFFICIENT',
    { most: '0.000003', currency: ' USDT' },
  ])
  expect(house.move('TRANSFER', 300n, of).status).toBe(200)
  expect([house.balance('COIN_HOT', 'TRC20', 'USDT'), house.balance('COIN_COLD', 'TRC20', 'USDT')]).toEqual([0n, -300n])
})

test('F: what is owed to members does not leave as capital, nor become the fund’s', () => {
  const house = new Treasury()
  house.bring()
  expect(house.balance('BANK_KRW', 'KB-1')).toBe(-50_000n)
  expect(codeOf(house.move('CAPITAL_OUT', 1n, { from: kb }))).toBe('BALANCE_INSUFFICIENT')
  expect(codeOf(house.move('FUND_IN', 1n))).toBe('BALANCE_INSUFFICIENT')
  house.move('CAPITAL_IN', 1_000n, { to: kb })
  expect(codeOf(house.move('CAPITAL_OUT', 1_001n, { from: kb }))).toBe('BALANCE_INSUFFICIENT')
  expect(house.move('FUND_IN', 600n).status).toBe(200)
  expect(codeOf(house.move('CAPITAL_OUT', 401n, { from: kb }))).toBe('BALANCE_INSUFFICIENT')
  expect(codeOf(house.move('FUND_OUT', 601n))).toBe('BALANCE_INSUFFICIENT')
  expect(house.move('FUND_OUT', 600n).status).toBe(200)
  expect([house.balance('INSURANCE_FUND'), house.balance('HOUSE_CAPITAL')]).toEqual([0n, 1_000n])
})

test('F: an account that paid out more than it had gives nothing, and says so', () => {
  const house = new Treasury()
  const { payoutId } = house.approved(500_000n)
  house.sending(payoutId)
  house.outcome(payoutId, 'CONFIRMED')
  expect(house.balance('BANK_KRW', 'KB-1')).toBeGreaterThan(0n)
  const refused = house.move('TRANSFER', 1n, { from: kb, to: shinhan })
  expect([codeOf(refused), paramsOf(refused)]).toMatchObject(['BALANCE_INSUFFICIENT', { most: '0' }])
})

test('F: capital in one currency pays out nothing that is owed to members in another', () => {
  const house = new Treasury()
  house.bring()
  expect(house.move('CAPITAL_IN', 10n ** 17n, { currency: 'USDT', to: hot }).status).toBe(200)
  expect(codeOf(house.move('CAPITAL_OUT', 1n, { from: kb }))).toBe('BALANCE_INSUFFICIENT')
})

test('F: what an account held before its first statement is booked once', () => {
  const house = new Treasury()
  expect(house.move('OPENING', 9_000n, { to: kb }).status).toBe(200)
  expect(codeOf(house.move('OPENING', 9_000n, { to: kb }))).toBe('STALE_VERSION')
  house.restart()
  expect(codeOf(house.move('OPENING', 1n, { to: kb }))).toBe('STALE_VERSION')
  expect(house.balance('BANK_KRW', 'KB-1')).toBe(-9_000n)
})

test('F: one person moves nothing; told twice it is done once', () => {
  const house = new Treasury()
  const alone = { ...byStaff(SITE, 9, 'float'), key: house.key() }
  const of = {
    move: 'CAPITAL_IN',
    currency: 'KRW',
    amount: 10n,
    from: null,
    to: kb,
    merchantId: null,
    reference: '',
  } as const
  expect(codeOf(house.do({ kind: 'moveHouse', ...alone, ...of }))).toBe('PERMISSION_DENIED')
  const two = house.byTwo()
  const [first, repeat] = [
    house.do({ kind: 'moveHouse', ...two, ...of }),
    house.do({ kind: 'moveHouse', ...two, ...of }),
  ]
  expect(repeat.body).toEqual(first.body)
  expect(idOf(first)).toBeGreaterThan(0)
  expect(house.balance('BANK_KRW', 'KB-1')).toBe(-10n)
})

test('F: accounts that hold no money of the house, or none of the currency, are refused', () => {
  const house = new Treasury()
  const bad: readonly [TreasuryMove, Partial<Move>][] = [
    ['CAPITAL_IN', { to: { account: 'BANK_KRW', sub: '' } }],
    ['CAPITAL_IN', { to: kb, currency: 'USDT' }],
    ['CAPITAL_IN', { to: hot }],
    ['CAPITAL_IN', { to: { account: 'MEMBER', sub: 'x' } }],
    ['CAPITAL_IN', { to: { account: 'FX_CLEARING', sub: 'x' } }],
    ['CAPITAL_IN', { to: { account: 'PROVIDER_CLEARING', sub: 'DEMO_GRANT' } }],
    ['CAPITAL_IN', { to: { account: 'PROVIDER_CLEARING', sub: 'p2p-1' } }],
    ['CAPITAL_IN', { to: kb, from: shinhan }],
    ['CAPITAL_IN', {}],
    ['TRANSFER', { from: kb, to: kb }],
    ['TRANSFER', { from: kb }],
    ['FUND_IN', { from: kb }],
    ['CAPITAL_IN', { to: kb, amount: 0n }],
    ['CAPITAL_IN', { to: kb, amount: 10n ** 17n + 1n }],
    ['CAPITAL_IN', { to: { account: 'PROVIDER_CLEARING', sub: 'paycoin' }, currency: 'XAU' }],
  ]
  for (const [move, parts] of bad)
    expect([move, parts, codeOf(house.move(move, 1n, parts))]).toEqual([move, parts, 'INVALID_REQUEST'])
  expect(house.balance('HOUSE_CAPITAL')).toBe(0n)
})

test('F: whatever is moved, no account of money falls below zero and the ledger is balanced', () => {
  const place = fc.constantFrom(kb, shinhan)
  const move = fc.record({
    move: fc.constantFrom<TreasuryMove>('TRANSFER', 'OPENING', 'CAPITAL_IN', 'CAPITAL_OUT', 'FUND_IN', 'FUND_OUT'),
    amount: fc.bigInt({ min: 1n, max: 400n }),
    from: fc.option(place, { nil: null }),
    to: fc.option(place, { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 25 }), (moves) => {
      const house = new Treasury()
      for (const { move: kind, amount, from, to } of moves) house.move(kind, amount, { from, to })
      const { house: rows } = house.core.snapshot()
      for (const { account, balance } of rows) if (account === 'BANK_KRW') expect(balance <= 0n).toBe(true)
      expect(house.balance('INSURANCE_FUND') >= 0n && house.balance('HOUSE_CAPITAL') >= 0n).toBe(true)
      house.restart()
    }),
    { numRuns: 60 },
  )
})
