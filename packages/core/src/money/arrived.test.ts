import { describe, expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { byMember } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import { Counter, HOUR, idOf, statusOf } from './testing.ts'

const paid = { kind: 'deposit', reference: '', currency: 'KRW', payer: '홍길동', houseSub: '', closed: null } as const

const books = (counter: Counter) => [
  counter.balance('BANK_KRW', 'KB-1'),
  counter.balance('DEPOSIT_SUSPENSE'),
  counter.wallet(7).posted,
]

describe('D: money that arrives is in the ledger from the moment it is known', () => {
  test('a deposit that waits for two persons is booked once, in whatever form it is told again', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(10_000_000n))
    counter.arrive(10_000_000n, { requestId: id })
    expect(books(counter)).toEqual([-10_000_000n, 10_000_000n, 10_000_000n])
    counter.pass(26 * HOUR)
    // The line of the statement names no payer.
    counter.arrive(10_000_000n, { requestId: id, payer: '', providerRef: 'ref-1' })
    expect(books(counter)).toEqual([-10_000_000n, 10_000_000n, 10_000_000n])
    counter.approve(id, 9)
    counter.approve(id, 10)
    expect(books(counter)).toEqual([-10_000_000n, 0n, 20_000_000n])
    expect(counter.row(id).steps.map(({ state }) => state)).toEqual([
      'REQUESTED',
      'REVIEW',
      'ARRIVED',
      'APPROVED',
      'COMPLETED',
    ])
    counter.pass(26 * HOUR)
    counter.arrive(10_000_000n, { requestId: id, providerRef: 'ref-1', closed: counter.row(id) })
    expect(books(counter)).toEqual([-10_000_000n, 0n, 20_000_000n])
    expect(counter.suspense()).toEqual([])
  })

  test('a request that is rejected after its money arrived leaves it in suspense, for the desk', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(10_000_000n))
    counter.arrive(10_000_000n, { requestId: id })
    counter.desk('rejectRequest', id)
    expect(counter.row(id).status).toBe('REJECTED')
    expect(books(counter)).toEqual([-10_000_000n, 10_000_000n, 10_000_000n])
    expect(counter.suspense()).toMatchObject([{ cause: 'REJECTED', memberId: 7, amount: 10_000_000n, state: 'OPEN' }])
    const suspenseId = counter.suspense()[0]!.id
    const assign = { kind: 'assignSuspense', suspenseId, memberId: 7, walletType: 'BINARY' } as const
    expect(counter.do({ ...assign, ...counter.byTwo() }).status).toBe(200)
    expect(books(counter)).toEqual([-10_000_000n, 0n, 20_000_000n])
  })

  test('a deposit that the desk completed before the bank spoke is not booked again when the bank speaks', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(500_000n))
    counter.approve(id, 9)
    expect(books(counter)).toEqual([-500_000n, 0n, 10_500_000n])
    counter.arrive(500_000n, { requestId: id, closed: counter.row(id) })
    expect(books(counter)).toEqual([-500_000n, 0n, 10_500_000n])
    expect(counter.suspense()).toEqual([])
  })

  test('money that the desk expects is matched by its payer or by a line that names nobody, and any other is not', () => {
    const counter = new Counter()
    counter.member(8)
    const id = idOf(counter.deposit(500_000n))
    counter.approve(id, 9)
    counter.arrive(400_000n, { requestId: id, closed: counter.row(id) })
    counter.arrive(500_000n, { payer: '김철수' })
    counter.tell('paycoin', { ...paid, requestId: null, providerRef: 'p-1', amount: 500_000n })
    expect(counter.suspense().map(({ cause, amount }) => [cause, amount])).toEqual([
      ['LATE', 400_000n],
      ['REFERENCE', 500_000n],
      ['REFERENCE', 500_000n],
    ])
    counter.restart()
    counter.arrive(500_000n, { payer: '' })
    expect(counter.suspense()).toHaveLength(3)
    counter.arrive(500_000n, { payer: '' })
    expect(counter.suspense()).toHaveLength(4)
    expect(counter.core.snapshot().expectedDeposits).toEqual([])
  })

  test('money that waits for its request is not the desk’s to give or to send back', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(10_000_000n))
    counter.arrive(10_000_000n, { requestId: id })
    const suspenseId = counter.suspense()[0]!.id
    const assign = { kind: 'assignSuspense', suspenseId, memberId: 7, walletType: 'BINARY' } as const
    expect(codeOf(counter.do({ ...assign, ...counter.byTwo() }))).toBe('STALE_VERSION')
    const back = { kind: 'returnSuspense', suspenseId, statementLine: 'line 4' } as const
    expect(codeOf(counter.do({ ...back, ...counter.byTwo() }))).toBe('STALE_VERSION')
    counter.restart()
    counter.approve(id, 9)
    counter.approve(id, 10)
    expect(books(counter)).toEqual([-10_000_000n, 0n, 20_000_000n])
  })

  test.each([
    ['from another payer', 'PAYER', { payer: '김철수' }],
    ['for a member who takes a break', 'LIMIT', {}],
  ] as const)(
    'money that came %s waits in suspense, and a later approval of its request by two persons takes it',
    (_, cause, parts) => {
      const counter = new Counter()
      const id = idOf(counter.deposit(500_000n))
      counter.desk('takeRequest', id)
      if (cause === 'LIMIT')
        counter.do({
          kind: 'coolOff',
          ...byMember({ siteId: SITE, memberId: 7 }, counter.key()),
          until: counter.wall + HOUR,
        })
      counter.arrive(500_000n, { requestId: id, ...parts })
      expect(counter.suspense()).toMatchObject([{ cause, requestId: id }])
      expect(counter.row(id)).toMatchObject({ status: 'REVIEW', flags: ['IN_SUSPENSE'] })
      counter.pass(2 * HOUR)
      counter.restart()
      expect(counter.approve(id, 9).status).toBe(202)
      expect(statusOf(counter.approve(id, 10))).toBe('COMPLETED')
      expect(books(counter)).toEqual([-500_000n, 0n, 10_500_000n])
      expect([counter.suspense(), counter.core.snapshot().expectedDeposits]).toEqual([[], []])
    },
  )

  test('money of another payer of which less came is not taken by an approval', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(500_000n))
    for (const amount of [500_000n, 400_000n])
      counter.arrive(amount, { requestId: id, providerRef: 'x', payer: '김철수' })
    counter.approve(id, 9)
    counter.approve(id, 10)
    expect(counter.suspense().map(({ cause, amount }) => [cause, amount])).toEqual([
      ['AMOUNT', 500_000n],
      ['AMOUNT', -100_000n],
    ])
    expect(counter.core.snapshot().expectedDeposits).toMatchObject([{ id, amount: 500_000n }])
  })

  test('holds and flags of a deposit begin when it is completed, not when its money arrives', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(10_000_000n))
    counter.arrive(10_000_000n, { requestId: id })
    expect(counter.holds()).toEqual([])
    expect(counter.core.snapshot().memberMoney).toEqual([])
    counter.pass(HOUR)
    const from = counter.wall
    counter.approve(id, 9)
    counter.approve(id, 10)
    expect(counter.row(id).holdUntil).toBe(from + 72 * HOUR)
    expect(counter.core.snapshot().memberMoney).toMatchObject([{ untradedSince: from }])
  })
})

describe('D: a fact is known for ever', () => {
  test('another amount under a known name posts only the difference, to suspense', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(500_000n))
    const again = (amount: bigint) =>
      counter.arrive(amount, { requestId: id, providerRef: 'x', closed: counter.closed(id) })
    again(500_000n)
    expect(counter.row(id).status).toBe('COMPLETED')
    counter.pass(26 * HOUR)
    for (const _ of [1, 2]) again(700_000n)
    expect(counter.suspense()).toMatchObject([{ cause: 'AMOUNT', amount: 200_000n, memberId: 7 }])
    counter.pass(26 * HOUR)
    for (const _ of [1, 2]) again(600_000n)
    expect(counter.suspense()).toMatchObject([{ amount: 200_000n }, { cause: 'AMOUNT', amount: -100_000n }])
    expect(books(counter)).toEqual([-600_000n, 100_000n, 10_500_000n])
    const suspenseId = counter.suspense()[1]!.id
    const assign = { kind: 'assignSuspense', suspenseId, memberId: 7, walletType: 'BINARY' } as const
    expect(codeOf(counter.do({ ...assign, ...counter.byTwo() }))).toBe('INVALID_REQUEST')
  })

  test('less than was reported does not pay the request that waits for its approval', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(10_000_000n))
    counter.arrive(10_000_000n, { requestId: id, providerRef: 'x' })
    counter.arrive(9_000_000n, { requestId: id, providerRef: 'x' })
    expect(counter.row(id)).toMatchObject({ status: 'REVIEW', flags: [] })
    expect(counter.suspense().map(({ cause, amount }) => [cause, amount])).toEqual([
      ['AMOUNT', 10_000_000n],
      ['AMOUNT', -1_000_000n],
    ])
    expect(books(counter)).toEqual([-9_000_000n, 9_000_000n, 10_000_000n])
  })

  test('money on a line without a reference is that reported with one later, each once', () => {
    const counter = new Counter()
    const line = (place: number) => counter.arrive(70_000n, { payer: '', providerRef: `2026-01-02/1/70000/0#${place}` })
    line(1)
    line(2)
    line(1)
    expect(counter.suspense()).toHaveLength(2)
    for (const ref of ['a', 'b', 'a']) counter.arrive(70_000n, { providerRef: ref })
    expect(counter.suspense()).toHaveLength(2)
    counter.arrive(70_000n, { providerRef: 'c' })
    expect(counter.suspense()).toHaveLength(3)
  })

  test('what a provider without a say in it reports lies in suspense once, also after the desk dealt with it', () => {
    const counter = new Counter()
    const where = { network: 'BTC', txid: 'tx-1', output: 0, coin: 'BTC', walletType: 'BTC' } as const
    const coins = { kind: 'coin', ...where, amount: 50_000_000n, memberId: 7, settled: [], closed: null } as const
    const tell = () => {
      counter.tell('sms', { ...paid, requestId: null, providerRef: 's-1', amount: 9_000n })
      counter.tell('sms', { ...coins, confirmations: 3, reorged: false })
    }
    tell()
    for (const { id } of counter.suspense())
      counter.do({ kind: 'returnSuspense', ...counter.byTwo(), suspenseId: id, statementLine: 'line 4' })
    counter.pass(26 * HOUR)
    tell()
    expect(counter.suspense()).toEqual([])
  })

  test('a fee for services is booked once for its line, and of another amount what is more', () => {
    const counter = new Counter()
    const fee = {
      kind: 'fee',
      currency: 'KRW',
      houseSub: 'bank',
      refId: null,
      payout: null,
      providerRef: 'fee-1',
    } as const
    for (const amount of [900n, 900n, 1_100n, 1_000n]) {
      counter.tell('bank', { ...fee, fee: amount })
      counter.pass(26 * HOUR)
    }
    expect(counter.balance('PROVIDER_FEE', 'bank')).toBe(-1_100n)
  })

  test('is known by the core itself until everybody reads it from the database', () => {
    const counter = new Counter()
    const deposit = { ...paid, requestId: null, providerRef: 'x', amount: 70_000n }
    counter.tell('bank', deposit)
    const unread = () => counter.do({ ...counter.report('bank', deposit), known: null })
    unread()
    counter.restart()
    unread()
    expect(counter.suspense()).toHaveLength(1)
    counter.pass(HOUR)
    counter.tell('bank', deposit)
    expect(counter.suspense()).toHaveLength(1)
  })
})

describe('D: a house of before money was booked on arrival', () => {
  test('books at its start what arrived for open requests, once, and no total of a member changes', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(10_000_000n))
    const row = { ...counter.row(id), status: 'REVIEW', flags: ['ARRIVED b-1'], rev: 3 } as const
    counter.core = createCore({ ...counter.core.snapshot(), dnw: [row] })
    counter.rows.set(id, row)
    counter.pass(1_000)
    expect(books(counter)).toEqual([-10_000_000n, 10_000_000n, 10_000_000n])
    expect(counter.suspense()).toMatchObject([{ cause: 'ARRIVED', requestId: id, providerRef: 'b-1' }])
    counter.restart()
    counter.arrive(10_000_000n, { requestId: id, providerRef: 'b-1', houseSub: '', payer: '' })
    counter.approve(id, 9)
    counter.approve(id, 10)
    expect(books(counter)).toEqual([-10_000_000n, 0n, 20_000_000n])
  })
})
