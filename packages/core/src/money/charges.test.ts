import { describe, expect, test } from 'vitest'
import { codeOf } from '../testing.ts'
import { Counter, HOUR, idOf } from './testing.ts'

const charge = (counter: Counter, point: bigint, walletType: 'BINARY' | 'FUTURES' | 'BTC' = 'BINARY') =>
  counter.deposit(point, { walletType, provider: 'paycoin', houseSub: 'paycoin' })
const refuse = (counter: Counter, requestId: number, provider = 'paycoin', event?: string) =>
  counter.tell(provider, { kind: 'refusal', requestId, detail: 'the member has no balance' }, event)

describe('D: a charge that its provider refuses', () => {
  test('ends its request with the reason, posts nothing, and makes room for the next one', () => {
    const counter = new Counter()
    const id = idOf(charge(counter, 50_000n))
    refuse(counter, id)
    expect(counter.row(id)).toMatchObject({ status: 'REJECTED', reason: 'the member has no balance', txnId: null })
    expect(counter.wallet(7).posted).toBe(10_000_000n)
    expect(charge(counter, 50_000n).status).toBe(200)
  })

  test('is over once: told again, late or of another provider, of the bank or of nobody’s request it changes nothing', () => {
    const counter = new Counter()
    const id = idOf(charge(counter, 50_000n))
    expect(refuse(counter, id, 'paykiwoom').status).toBe(200)
    expect(counter.row(id).status).toBe('REQUESTED')
    refuse(counter, id, 'paycoin', 'evt-A')
    const { rev } = counter.row(id)
    refuse(counter, id, 'paycoin', 'evt-A')
    refuse(counter, id)
    refuse(counter, 4_711)
    expect(counter.row(id).rev).toBe(rev)
    const bank = idOf(counter.deposit(50_000n))
    refuse(counter, bank, 'bank')
    expect(counter.row(bank).status).toBe('REQUESTED')
    counter.pass(2 * HOUR)
    expect(counter.row(id).status).toBe('REJECTED')
  })

  test('and whose money comes all the same is owed to nobody yet; what came first stays', () => {
    const counter = new Counter()
    const id = idOf(charge(counter, 50_000n))
    refuse(counter, id)
    const fact = { kind: 'deposit', reference: '', providerRef: 'p-1', currency: 'KRW', payer: '홍길동' } as const
    const told = { ...fact, requestId: id, amount: 50_000n, houseSub: '' }
    counter.tell('paycoin', { ...told, closed: counter.row(id) })
    expect(counter.suspense()).toMatchObject([{ cause: 'LATE', houseAccount: 'PROVIDER_CLEARING', memberId: 7 }])
    const paid = idOf(charge(counter, 10_000_000n))
    counter.tell('paycoin', { ...told, requestId: paid, providerRef: 'p-2', amount: 10_000_000n, closed: null })
    refuse(counter, paid)
    expect(counter.row(paid).status).toBe('REVIEW')
  })
})

describe('D: a charge for the wallet of margin trading', () => {
  test('brings the USDT that its KRW are worth at the mid, once they came', () => {
    const counter = new Counter()
    expect(codeOf(charge(counter, 140_000n, 'FUTURES'))).toBe('TRY_AGAIN_LATER')
    const told = { source: 'test', sourceTs: counter.at, recvTs: counter.at } as const
    counter.signal({ kind: 'coinRate', pair: 'USDTKRW', role: 'price', rate: 140_000, ...told })
    const id = idOf(charge(counter, 140_000n, 'FUTURES'))
    const point = 100n * 10n ** 8n
    expect(counter.row(id)).toMatchObject({ currency: 'USDT', walletType: 'FUTURES', point, won: 140_000n })
    const body = { amount: '100', currency: 'USDT', method: 'charge' }
    expect(counter.calls.at(-1)!.rows.outgoing).toMatchObject([{ provider: 'paycoin', payload: { body } }])
    const fact = { kind: 'deposit', reference: '', providerRef: 'p-1', payer: '홍길동', closed: null } as const
    counter.tell('paycoin', { ...fact, requestId: id, amount: point, currency: 'USDT', houseSub: '' })
    expect(counter.row(id).status).toBe('COMPLETED')
    expect(counter.balance('PROVIDER_CLEARING', 'paycoin', 'USDT')).toBe(-point)
  })

  test('is refused for other wallets, and at the bank', () => {
    const counter = new Counter()
    expect(codeOf(charge(counter, 140_000n, 'BTC'))).toBe('CURRENCY_UNSUPPORTED')
    expect(codeOf(counter.deposit(140_000n, { walletType: 'FUTURES' }))).toBe('CURRENCY_UNSUPPORTED')
  })
})
