import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Collector } from './effects.ts'
import { InvariantBroken } from './invariant.ts'
import { Ledger } from './ledger.ts'
import type { Minor } from './types.ts'

function book() {
  const ledger = new Ledger()
  let id = 1
  let call = 1
  const ctx = { at: 1, nextId: () => id++, wall: 1 }
  const effects = () => new Collector(call++)
  const wallet = ledger.openWallet(1, 7, 'BINARY', 'KRW', effects())
  const give = (amount: Minor, into = effects()) => {
    const house = { siteId: 1, account: 'PROVIDER_CLEARING', currency: 'KRW', amount: -amount } as const
    ledger.post([{ wallet, amount }, house], 'DEMO_GRANT', null, ctx, into)
    return into
  }
  return { ledger, wallet, give, effects, ctx }
}

test('D: postings of a transaction sum to zero and carry one txnId', () => {
  const { give } = book()
  const { postings } = give(100n).rows
  expect(postings.map((row) => row.account)).toEqual(['MEMBER', 'PROVIDER_CLEARING'])
  expect(postings.reduce((sum, row) => sum + row.amount, 0n)).toBe(0n)
  expect(new Set(postings.map((row) => row.txnId)).size).toBe(1)
})

test('D: a transaction that does not sum to zero per currency is a bug', () => {
  const { ledger, wallet, effects, ctx } = book()
  const post = (amount: Minor, currency: string) =>
    ledger.post(
      [
        { wallet, amount: 100n },
        { siteId: 1, account: 'PNL_ROUND', currency, amount },
      ],
      'X',
      null,
      ctx,
      effects(),
    )
  expect(() => post(-99n, 'KRW')).toThrow(InvariantBroken)
  expect(() => post(-100n, 'USDT')).toThrow(InvariantBroken)
})

test('D: one transaction may have many members, each with a cause of his own', () => {
  const { ledger, wallet, give, effects, ctx } = book()
  give(100n)
  const house = { siteId: 1, account: 'FEE_FUTURES', currency: 'KRW', refId: null } as const
  const into = effects()
  const legs = [
    { wallet, amount: -3n, refId: 71 },
    { wallet, amount: -4n, refId: 72 },
    { ...house, amount: 7n },
  ]
  const txnId = ledger.postAll(legs, 'FUTURES_FEE', ctx, into)
  expect(into.rows.postings.map(({ txnId: of, refId, amount }) => [of, refId, amount])).toEqual([
    [txnId, 71, -3n],
    [txnId, 72, -4n],
    [txnId, null, 7n],
  ])
  expect(wallet.row.posted).toBe(93n)
  const off = [...legs, { ...house, currency: 'USDT', amount: 1n }]
  expect(() => ledger.postAll(off, 'FUTURES_FEE', ctx, effects())).toThrow(InvariantBroken)
})

test('D: the sum of a transaction takes one look at each leg, however many there are', () => {
  const { ledger, effects, ctx } = book()
  let looks = 0
  const legs = Array.from({ length: 200 }, (_, index) => ({
    siteId: 1,
    account: 'FEE_FUTURES' as const,
    currency: index % 4 < 2 ? 'KRW' : 'USDT',
    get amount() {
      looks++
      return index % 2 === 0 ? 1n : -1n
    },
  }))
  ledger.post(legs, 'X', null, ctx, effects())
  // The sum, the balance and the posting.
  expect(looks).toBe(3 * legs.length)
})

test('D: a member never falls below zero, nor below what he has reserved', () => {
  const { ledger, wallet, give, effects } = book()
  give(100n)
  ledger.reserve(wallet, 60n, effects())
  expect(() => ledger.reserve(wallet, 41n, effects())).toThrow(InvariantBroken)
  expect(() => give(-41n)).toThrow(InvariantBroken)
  expect(() => ledger.release(wallet, 61n, effects())).toThrow(InvariantBroken)
  expect(() => book().give(-1n)).toThrow('would fall below zero')
})

test('D: a stake takes nothing that positions and orders have reserved', () => {
  const { ledger, wallet, give, effects } = book()
  give(100n)
  ledger.setReserved(wallet, 50n, effects())
  expect(() => ledger.reserve(wallet, 51n, effects())).toThrow(InvariantBroken)
  ledger.reserve(wallet, 50n, effects())
  expect(wallet.row).toMatchObject({ posted: 100n, reserved: 100n })
})

test('D: a transaction has at least two legs, also one of nothing', () => {
  const { ledger, wallet, effects, ctx } = book()
  const post = (legs: Parameters<Ledger['post']>[0]) => ledger.post(legs, 'X', null, ctx, effects())
  expect(() => post([{ wallet, amount: 0n }])).toThrow(InvariantBroken)
  expect(() => post([])).toThrow(InvariantBroken)
})

test('D: books that are off are not restored', () => {
  const wallet = { siteId: 1, memberId: 7, type: 'BINARY', currency: 'KRW', posted: 100n, reserved: 0n } as const
  const house = (balance: Minor) =>
    [{ siteId: 1, account: 'PROVIDER_CLEARING', sub: '', currency: 'KRW', balance }] as const
  expect(() => new Ledger().restore([wallet], house(-99n))).toThrow(InvariantBroken)
  const ledger = new Ledger()
  ledger.restore([wallet], house(-100n))
  expect(ledger.wallet(7, 'BINARY', 'KRW')!.row).toEqual(wallet)
})

test('D: a wallet is the sum of its postings, and the books of a site balance', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { maxLength: 30 }), (amounts) => {
      const { ledger, wallet, give } = book()
      let posted = 0n
      for (const amount of amounts) posted += give(amount).rows.postings[0]!.amount
      expect(wallet.row.posted).toBe(posted)
      ledger.assertBalanced()
    }),
  )
})

test('effects hold the newest form of a changed row once', () => {
  const { give, effects } = book()
  const one = effects()
  give(1n, one)
  give(2n, one)
  expect(one.rows.wallets).toEqual([expect.objectContaining({ posted: 3n })])
  expect(one.rows.house).toEqual([expect.objectContaining({ balance: -3n })])
  expect(one.rows.postings).toHaveLength(4)
})
