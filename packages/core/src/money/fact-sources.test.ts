import { describe, expect, test } from 'vitest'
import { Counter, HOUR, idOf } from './testing.ts'

const foreign = { status: 200, body: { isForeign: true } }
const books = (counter: Counter) => [
  counter.wallet(7).posted,
  ...['WITHDRAWAL_PENDING', 'BAD_DEBT'].map((account) => counter.balance(account)),
]
const money = { kind: 'deposit', reference: '', providerRef: 'x-1', currency: 'KRW', payer: '홍길동' } as const

describe('D: a fact about a row is accepted only from the provider of the row', () => {
  test('a charge is completed by its own provider alone; what another one reports lies in suspense of its own account', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(5_000_000n, { provider: 'paykiwoom', houseSub: 'paykiwoom' }))
    const told = { ...money, requestId: id, amount: 5_000_000n, houseSub: 'paykiwoom', closed: null }
    for (const provider of ['sms', 'paycoin', 'bank', 'nobody']) {
      const before = counter.row(id)
      expect(counter.tell(provider, told)).toMatchObject(foreign)
      expect(counter.row(id)).toEqual(before)
    }
    expect(counter.wallet(7).posted).toBe(10_000_000n)
    expect(
      counter
        .suspense()
        .map(({ provider, houseAccount, houseSub, memberId, cause }) => [
          provider,
          houseAccount,
          houseSub,
          memberId,
          cause,
        ]),
    ).toEqual([
      ['sms', 'PROVIDER_CLEARING', 'sms', null, 'REFERENCE'],
      ['paycoin', 'PROVIDER_CLEARING', 'paycoin', null, 'REFERENCE'],
      ['bank', 'BANK_KRW', 'bank', null, 'REFERENCE'],
      ['nobody', 'PROVIDER_CLEARING', 'nobody', null, 'REFERENCE'],
    ])
    expect(counter.tell('paykiwoom', told)).toMatchObject({ status: 200, body: {} })
    expect(counter.row(id).status).toBe('COMPLETED')
    expect(counter.balance('PROVIDER_CLEARING', 'paykiwoom')).toBe(-5_000_000n)
  })

  test('money without a request lies in the account of who reports it, whichever account he names', () => {
    const counter = new Counter()
    counter.tell('paycoin', { ...money, requestId: null, amount: 9_000n, houseSub: 'KB-1', closed: null })
    expect(counter.suspense()).toMatchObject([{ houseAccount: 'PROVIDER_CLEARING', houseSub: 'paycoin' }])
  })

  test('a closed request is nobody else’s to report either', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(50_000n))
    counter.pass(3 * HOUR)
    const told = { ...money, requestId: id, amount: 50_000n, houseSub: '', closed: counter.row(id) }
    expect(counter.tell('paycoin', told)).toMatchObject(foreign)
    expect(counter.suspense()).toMatchObject([{ cause: 'REFERENCE', memberId: null, houseSub: 'paycoin' }])
  })

  test('a charge is not refused by another provider', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(50_000n, { provider: 'paykiwoom', houseSub: 'paykiwoom' }))
    for (const provider of ['sms', 'paycoin', 'bank'])
      expect(counter.tell(provider, { kind: 'refusal', requestId: id, detail: 'no' })).toMatchObject(foreign)
    expect(counter.row(id).status).toBe('REQUESTED')
  })

  test('a payout neither fails, ends nor comes back by the word of another provider, open or closed', () => {
    for (const provider of ['sms', 'coin', 'paycoin'])
      for (const state of ['PENDING', 'DONE', 'FAILED', 'RETURNED'] as const) {
        const counter = new Counter()
        const { id, payoutId } = counter.approved(1_000_000n)
        const news = { kind: 'payout', payoutId, state, providerRef: 'x', fee: 700n, detail: 'lost' } as const
        const tell = () => counter.tell(provider, { ...news, closed: counter.payout(payoutId) })
        const open = [counter.payout(payoutId), counter.row(id), books(counter)]
        expect(tell()).toMatchObject(foreign)
        expect([counter.payout(payoutId), counter.row(id), books(counter)]).toEqual(open)
        counter.outcome(payoutId, 'CONFIRMED')
        const closed = [counter.payout(payoutId), counter.row(id), books(counter)]
        expect(tell()).toMatchObject(foreign)
        counter.pass(HOUR)
        expect(tell()).toMatchObject(foreign)
        expect([counter.payout(payoutId), counter.row(id), books(counter), counter.suspense()]).toEqual([...closed, []])
      }
  })

  test('an outcome of a payout counts for the provider that was asked to pay', () => {
    const counter = new Counter()
    const { id, payoutId } = counter.approved(1_000_000n)
    counter.outcome(payoutId, 'FAILED', { actor: { kind: 'provider', id: 'sms' } })
    expect([counter.row(id).status, counter.payout(payoutId).state]).toEqual(['APPROVED', 'QUEUED'])
  })

  test('coins are the business of the provider of coins: those of another one lie in suspense, once', () => {
    const counter = new Counter()
    const where = { network: 'BTC', txid: 'tx-1', output: 0, coin: 'BTC', walletType: 'BTC' } as const
    const told = { kind: 'coin', ...where, amount: 50_000_000n, memberId: 7, settled: [], closed: null } as const
    for (const confirmations of [1, 3, 6])
      expect(counter.tell('sms', { ...told, confirmations, reorged: false })).toMatchObject(foreign)
    expect(counter.tell('sms', { ...told, confirmations: 0, reorged: true })).toMatchObject(foreign)
    expect(counter.core.snapshot().wallets.filter(({ type }) => type === 'BTC')).toEqual([])
    expect(counter.core.snapshot().arrivals).toEqual([])
    expect(counter.suspense()).toMatchObject([
      { provider: 'sms', houseAccount: 'PROVIDER_CLEARING', houseSub: 'sms', memberId: null, amount: 50_000_000n },
    ])
    // The provider of coins is not held up by it.
    counter.coins(3)
    expect(counter.balance('COIN_HOT', 'BTC', 'BTC')).toBe(-50_000_000n)
  })

  test('a fee is booked for who keeps an account of the house', () => {
    const counter = new Counter()
    const of = { houseSub: 'sms', refId: null, payout: null, providerRef: 'fee-1' } as const
    const fee = { kind: 'fee', fee: 900n, currency: 'KRW', ...of } as const
    expect(counter.tell('sms', fee)).toMatchObject(foreign)
    expect(counter.balance('PROVIDER_FEE', 'sms')).toBe(0n)
  })
})
