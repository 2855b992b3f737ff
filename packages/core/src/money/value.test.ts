import { describe, expect, test } from 'vitest'
import { bySystem } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import { Counter, idOf, statusOf } from './testing.ts'

/** A house where a USDT is worth 1,400 KRW and a BTC 50,000 USDT: ₩70,000,000. Member 8 has coins, and no hold is on him. */
class Priced extends Counter {
  constructor() {
    super()
    const grants = [
      { type: 'FUTURES', currency: 'USDT', amount: 100_000_00000000n },
      { type: 'BTC', currency: 'BTC', amount: 10_00000000n },
    ] as const
    this.do({ kind: 'openMember', ...bySystem(SITE), memberId: 8, grants })
    this.rate()
    this.tick(500_000, { instrument: 'BTCUSDT' })
  }

  rate(role: 'price' | 'check' = 'price', rate = 140_000): void {
    this.signal({ kind: 'coinRate', pair: 'USDTKRW', role, rate, source: 'test', sourceTs: this.at, recvTs: this.at })
  }

  out(walletType: 'FUTURES' | 'BTC', point: bigint, payee = '홍길동') {
    return this.withdraw(point, { walletType, payee, account: 'TRC20 T…x' }, 8)
  }

  /** Something was paid to his address before, so that it is not new. */
  paidBefore(): void {
    const id = idOf(this.out('FUTURES', 20_00000000n))
    this.pass(600_000)
    this.approve(id, 9)
    this.approve(id, 10)
    this.complete(id)
    this.rate()
    this.tick(500_000, { instrument: 'BTCUSDT' })
  }

  left() {
    return this.ask('money.left', { siteId: SITE, memberId: 8, wall: this.wall }).withdraw
  }
}

describe('D: the value of coins in KRW', () => {
  test('counts against the 50,000,000 a day at the mid of the request', () => {
    const house = new Priced()
    expect(codeOf(house.out('FUTURES', 35_715_00000000n))).toBe('WITHDRAW_LIMIT_EXCEEDED') // 50,001,000 KRW
    const id = idOf(house.out('FUTURES', 35_000_00000000n))
    expect(house.row(id).won).toBe(49_000_000n)
    expect(house.left()).toBe(1_000_000n)
    house.rate('price', 280_000)
    house.cancel(id, 8)
    expect(house.left()).toBe(50_000_000n)
  })

  test('of a BTC is made of its price in USDT and of KRW–USDT', () => {
    const house = new Priced()
    expect(house.row(idOf(house.out('BTC', 10_000_000n))).won).toBe(7_000_000n)
  })

  test('from 10,000,000 on takes two persons', () => {
    const below = new Priced()
    below.paidBefore()
    const one = idOf(below.out('FUTURES', 7_142_00000000n)) // 9,998,800 KRW
    below.pass(600_000)
    expect(statusOf(below.approve(one))).toBe('APPROVED')
    const above = new Priced()
    above.paidBefore()
    const two = idOf(above.out('FUTURES', 7_143_00000000n)) // 10,000,200 KRW
    above.pass(600_000)
    above.approve(two)
    expect(above.row(two).status).toBe('REVIEW')
  })

  test('from 1,000,000 on asks for the name of who receives them', () => {
    const house = new Priced()
    expect(codeOf(house.out('FUTURES', 715_00000000n, ''))).toBe('TRAVEL_RULE_REQUIRED') // 1,001,000 KRW
    expect(house.out('FUTURES', 714_00000000n, '').status).toBe(200) // 999,600 KRW
  })

  test('is written to a coin deposit', () => {
    const house = new Priced()
    house.coins(3, { memberId: 8, amount: 10_000_000n })
    const arrived = [...house.rows.values()].find(({ type }) => type === 'D')
    expect(arrived).toMatchObject({ currency: 'BTC', won: 7_000_000n })
  })

  test('is known as long as every factor is 5 s old or newer', () => {
    const house = new Priced()
    house.pass(5_000)
    expect(house.out('BTC', 10_000_000n).status).toBe(200)
    const spot = new Priced()
    spot.pass(5_001)
    spot.rate()
    expect(codeOf(spot.out('BTC', 10_000_000n))).toBe('TRY_AGAIN_LATER')
    expect(spot.out('FUTURES', 100_00000000n).status).toBe(200)
    const rate = new Priced()
    rate.pass(5_001)
    rate.tick(500_000, { instrument: 'BTCUSDT' })
    expect(codeOf(rate.out('BTC', 10_000_000n))).toBe('TRY_AGAIN_LATER')
    expect(codeOf(rate.out('FUTURES', 100_00000000n))).toBe('TRY_AGAIN_LATER')
    expect(rate.left()).toBe(50_000_000n)
  })

  test('is not known while the sources of KRW–USDT are more than 1 % apart', () => {
    const house = new Priced()
    house.rate('check', 141_401)
    expect(codeOf(house.out('FUTURES', 100_00000000n))).toBe('TRY_AGAIN_LATER')
    house.rate('check', 141_400)
    expect(house.out('FUTURES', 100_00000000n).status).toBe(200)
  })
})
