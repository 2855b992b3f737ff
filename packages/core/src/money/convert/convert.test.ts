import type { DnwLegs } from '@maru/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCore } from '../../core.ts'
import { byMember, bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Command, Effects, GivenQuote, Minor, Reply } from '../../types.ts'
import { Teller } from '../testing.ts'
import { worthAt } from './prices.ts'

type Convert = Extract<Command, { kind: 'convert' }>

/** A house that exchanges; member 7 has 10,000,000 KRW and 1,000 USDT, a USDT is worth 1,400 KRW. */
class Exchange extends Teller {
  constructor() {
    super()
    const grants = [
      { type: 'BINARY', currency: 'KRW', amount: 1_000_000_000n },
      { type: 'FUTURES', currency: 'USDT', amount: 1_000_000_00000000n },
    ] as const
    this.do({ kind: 'openMember', ...bySystem(SITE), memberId: 8, grants })
    this.rate(140_000)
  }

  rate(rate: number, role: 'price' | 'check' = 'price', sourceTs = this.at): void {
    this.signal({ kind: 'coinRate', pair: 'USDTKRW', role, rate, source: 'test', sourceTs, recvTs: this.at })
  }

  /** Gives the command; null: it waits. */
  give(parts: Partial<Convert> = {}, key = this.key()): Reply | null {
    const command: Convert = {
      kind: 'convert',
      ...byMember({ siteId: SITE, memberId: 8 }, key),
      from: 'BINARY',
      to: 'FUTURES',
      point: 140_000n,
      quote: null,
      ...parts,
    }
    const effects = this.core.execute(command, this.ctx())
    this.calls.push(effects)
    return effects.reply
  }

  /** What was answered late since it was asked last. */
  answers(): Reply[] {
    const found = this.calls.flatMap(({ late }: Effects) => late.map(({ reply }) => reply))
    this.calls.splice(0)
    return found
  }

  /** Gives it, and lets a USDT cost so much 150 ms later. */
  convert(parts: Partial<Convert> = {}, rate = 140_000): Reply {
    const refused = this.give(parts)
    if (refused) return refused
    this.pass(150)
    this.rate(rate)
    this.settle()
    return this.answers()[0]!
  }

  quote(parts: Partial<GivenQuote> = {}): GivenQuote {
    return {
      id: 'q1',
      from: 'BINARY',
      to: 'FUTURES',
      point: 140_000n,
      spreadPpm: 5_000,
      numerator: 100n,
      denominator: 140_000n,
      issuedAt: this.wall,
      expiresAt: this.wall + 10_000,
      ...parts,
    }
  }

  has(currency: string): Minor {
    return this.core.snapshot().wallets.find((row) => row.memberId === 8 && row.currency === currency)?.posted ?? 0n
  }
}

const legsOf = ({ body }: Reply) => body as DnwLegs

describe('D: conversions', () => {
  test('are decided by the first mid from 150 ms after acceptance on, and answered then', () => {
    const house = new Exchange()
    expect(house.give()).toBeNull()
    house.pass(149)
    house.rate(139_000)
    house.settle()
    expect(house.answers()).toEqual([])
    house.pass(1)
    house.rate(141_000)
    house.rate(150_000)
    house.settle()
    const [reply, ...more] = house.answers()
    expect(more).toEqual([])
    // 140,000 KRW at 1,410 less 0.5 %; the shown rate includes the spread.
    const come = { type: 'CI', point: '98.79432624', fee: '0.4964539', rate: '0.00070567' }
    expect(legsOf(reply!).in).toMatchObject(come)
    expect(legsOf(reply!).out).toMatchObject({ type: 'CO', point: '140000', pairId: legsOf(reply!).in.id })
  })

  test('hear no older price of a USDT after a newer one', () => {
    const house = new Exchange()
    house.give()
    house.pass(150)
    house.rate(141_000)
    house.rate(1, 'price', house.at - 1_000)
    house.settle()
    expect(legsOf(house.answers()[0]!).in.point).toBe('98.79432624')
    expect(house.ask('money.offer', { siteId: SITE, from: 'BINARY', to: 'FUTURES', point: 141_000n })?.receive).toBe(
      99_50000000n,
    )
  })

  test('wait for better times where what they buy is worth nothing known by the time they are done', () => {
    const house = new Exchange()
    house.give()
    house.at += 150
    house.rate(140_000)
    // The mid came, and the core is asked to go on only later.
    house.at += 5_001
    house.settle()
    expect(codeOf(house.answers()[0]!)).toBe('TRY_AGAIN_LATER')
  })

  test('are refused when their member was locked out meanwhile', () => {
    const house = new Exchange()
    house.give()
    house.do({ kind: 'setMemberStatus', ...bySystem(SITE), memberId: 8, status: 'DENY' })
    house.pass(150)
    house.rate(140_000)
    house.settle()
    expect(house.answers().map(codeOf)).toEqual(['ACCOUNT_DENIED'])
  })

  test('wait for better times where a factor of the other side has grown old', () => {
    const house = new Exchange()
    const coin = (instrument: string, price: number) => house.tick(price, { instrument })
    coin('BTCUSDT', 500_000)
    house.convert({ to: 'BTC', point: 1_400_000n })
    coin('ETHUSDT', 300_000)
    house.pass(4_700)
    house.rate(140_000)
    house.give({ from: 'BTC', to: 'ETH', point: 500_000n })
    house.pass(150)
    house.answers()
    coin('BTCUSDT', 500_000)
    // The price of ETH counted when the mid came, and counts no more.
    house.pass(200)
    expect(house.answers().map(codeOf)).toEqual(['TRY_AGAIN_LATER'])
  })

  test('take the least amount, and bring something', () => {
    const house = new Exchange()
    expect(codeOf(house.convert({ point: 4_999n }))).toBe('APPLY_BELOW_MIN')
    expect(house.convert({ point: 5_000n }).status).toBe(200)
    house.tick(9_000_000_000_000_000, { instrument: 'BTCUSDT' })
    house.give({ to: 'BTC', point: 5_000n })
    house.pass(150)
    house.answers()
    house.rate(140_000)
    house.settle()
    expect(house.answers().map(codeOf)).toEqual(['APPLY_BELOW_MIN'])
  })

  test('post MEMBER to FX_CLEARING to MEMBER, and the spread to FX_SPREAD, each currency to zero', () => {
    const house = new Exchange()
    house.convert()
    const legs = house.postings.filter(({ reason }) => reason === 'CONVERSION')
    expect(legs.map(({ account, currency, amount }) => [account, currency, amount])).toEqual([
      ['MEMBER', 'KRW', -140_000n],
      ['FX_CLEARING', 'KRW', 140_000n],
      ['FX_CLEARING', 'USDT', -100_00000000n],
      ['MEMBER', 'USDT', 99_50000000n],
      ['FX_SPREAD', 'USDT', 50000000n],
    ])
    expect(house.balance('FX_CLEARING')).toBe(140_000n)
    expect(house.balance('FX_CLEARING', '', 'USDT')).toBe(-100_00000000n)
    expect(house.balance('FX_SPREAD', '', 'USDT')).toBe(50000000n)
    expect(house.has('USDT')).toBe(1_000_000_00000000n + 99_50000000n)
  })

  test('that no mid decides within a second end with TRY_AGAIN_LATER, and nothing was done', () => {
    const house = new Exchange()
    const before = house.has('KRW')
    house.give({ quote: house.quote() })
    house.pass(1_149)
    expect(house.answers()).toEqual([])
    house.pass(1)
    expect(house.answers().map(codeOf)).toEqual(['TRY_AGAIN_LATER'])
    expect(house.has('KRW')).toBe(before)
    house.rate(140_000)
    expect(house.convert({ quote: house.quote() }).status).toBe(200)
  })

  test('wait while a factor is older than 5 s or the sources are more than 1 % apart', () => {
    const house = new Exchange()
    house.rate(141_401, 'check')
    expect(house.ask('money.rates', { siteId: SITE })).toEqual([])
    house.give()
    house.pass(150)
    house.rate(140_000)
    house.settle()
    expect(house.answers()).toEqual([])
    house.rate(141_400, 'check')
    house.rate(140_000)
    house.settle()
    expect(house.answers().map(({ status }) => status)).toEqual([200])
    house.pass(5_000)
    expect(house.ask('money.rates', { siteId: SITE })).toHaveLength(2)
    house.pass(1)
    expect(house.ask('money.rates', { siteId: SITE })).toEqual([])
  })

  test('buy coins at the venue’s price times KRW–USDT', () => {
    const house = new Exchange()
    expect(house.give({ to: 'BTC', point: 1_400_000n })).toBeNull()
    house.pass(150)
    house.rate(140_000)
    house.settle()
    expect(house.answers()).toEqual([]) // the coin's price is not known yet
    house.tick(500_000, { instrument: 'BTCUSDT' }) // 50,000.0
    house.settle()
    expect(legsOf(house.answers()[0]!).in).toMatchObject({ walletType: 'BTC', point: '0.0199' })
    expect(house.has('BTC')).toBe(1_990_000n)
  })

  test('hold a quote that is not better than the mid by more than 0.2 %', () => {
    const near = new Exchange()
    const reply = near.convert({ quote: near.quote() }, 140_280)
    expect(legsOf(reply).in.point).toBe('99.5')
    const far = new Exchange()
    expect(codeOf(far.convert({ quote: far.quote() }, 140_281))).toBe('QUOTE_EXPIRED')
    expect(far.has('KRW')).toBe(1_000_000_000n)
  })

  test('give what a quote promised, by its own spread', () => {
    const house = new Exchange()
    const reply = house.convert({ quote: house.quote({ spreadPpm: 10_000 }) })
    expect(legsOf(reply).in).toMatchObject({ point: '99', fee: '1' })
  })

  test('take a quote in its last millisecond, and that only once', () => {
    const house = new Exchange()
    const [used, quote] = [house.quote(), house.quote({ id: 'q2' })]
    house.convert({ quote: used })
    house.pass(used.expiresAt - house.wall)
    expect(codeOf(house.give({ quote: used })!)).toBe('QUOTE_USED')
    expect(house.give({ quote })).toBeNull()
  })

  test('take a quote once, for ten seconds, and none of before a start', () => {
    const house = new Exchange()
    const quote = house.quote()
    expect(house.convert({ quote }).status).toBe(200)
    expect(codeOf(house.give({ quote })!)).toBe('QUOTE_USED')
    expect(codeOf(house.give({ quote: house.quote({ id: 'q2', point: 1n }) })!)).toBe('INVALID_REQUEST')
    const late = house.quote({ id: 'q3' })
    house.pass(10_001)
    expect(codeOf(house.give({ quote: late })!)).toBe('QUOTE_EXPIRED')
    const before = house.quote({ id: 'q4' })
    house.at += 1
    house.core = createCore(house.core.snapshot())
    house.settle()
    expect(codeOf(house.give({ quote: before })!)).toBe('QUOTE_EXPIRED')
  })

  test.each<[Partial<Convert>, string]>([
    [{ from: 'BONUS' }, 'CURRENCY_UNSUPPORTED'],
    [{ to: 'BONUS' }, 'CURRENCY_UNSUPPORTED'],
    [{ from: 'FUTURES', to: 'USDT' }, 'CURRENCY_UNSUPPORTED'],
    [{ from: 'BTC', to: 'FUTURES' }, 'WALLET_NOT_FOUND'],
    [{ point: 0n }, 'INVALID_REQUEST'],
    [{ point: -1n }, 'INVALID_REQUEST'],
    [{ point: 1_000_000_001n }, 'BALANCE_INSUFFICIENT'],
    [{ point: 4_999n }, 'APPLY_BELOW_MIN'],
    [{ point: 100_000_001n }, 'CONVERT_LIMIT'],
  ])('are refused: %o', (parts, code) => {
    expect(codeOf(new Exchange().convert(parts))).toBe(code)
  })

  test('reach the limit of the member’s day and of the site’s net position', () => {
    const house = new Exchange()
    expect(house.convert({ point: 99_000_000n }).status).toBe(200)
    expect(codeOf(house.convert({ point: 1_005_000n }))).toBe('CONVERT_LIMIT')
    house.configureMoney({ convertDayMax: '900000000', convertNetMax: '100000000' })
    expect(codeOf(house.convert({ point: 1_001_000n }))).toBe('CONVERT_LIMIT')
    expect(house.convert({ point: 1_000_000n }).status).toBe(200)
    // The other way lowers the position, however far beyond it is.
    house.configureMoney({ convertNetMax: '50000000' })
    expect(house.convert({ from: 'FUTURES', to: 'BINARY', point: 100_00000000n }).status).toBe(200)
  })

  test('that wait for the same money are decided one after the other', () => {
    const house = new Exchange()
    house.configureMoney({ convertDayMax: '9000000000' })
    for (let count = 0; count < 3; count++) expect(house.give({ point: 500_000_000n })).toBeNull()
    house.pass(150)
    house.rate(140_000)
    house.settle()
    const [first, second, third] = house.answers()
    expect([first!.status, second!.status, codeOf(third!)]).toEqual([200, 200, 'BALANCE_INSUFFICIENT'])
    expect(house.has('KRW')).toBe(0n)
  })

  test('answer a repeat of their key with the stored reply', () => {
    const house = new Exchange()
    const key = house.key()
    expect(house.give({}, key)).toBeNull()
    expect(codeOf(house.give({}, key)!)).toBe('TRY_AGAIN_LATER')
    house.pass(150)
    house.rate(140_000)
    house.settle()
    expect(house.give({}, key)).toEqual(house.answers()[0])
  })

  test('carry the lock of a deposit at the amount that it became', () => {
    const house = new Exchange()
    const id = (house.deposit(1_000_000n, {}, 8).body as { id: number }).id
    house.approve(id)
    house.convert({ point: 100_000n })
    const of = { siteId: SITE, memberId: 8, wall: house.wall }
    expect(house.ask('money.holds', of).filter(({ cause }) => cause === 'DEPOSIT')).toMatchObject([
      { walletType: 'BINARY', amount: '1000000' },
    ])
    house.configureMoney({ convertDayMax: '9000000000', convertNetMax: '9000000000' })
    house.convert({ point: 1_000_900_000n - 500_000n })
    const locked = house.ask('money.holds', { ...of, wall: house.wall }).filter(({ cause }) => cause === 'DEPOSIT')
    expect(locked.map(({ walletType, amount }) => [walletType, amount])).toEqual([
      ['BINARY', '500000'],
      ['FUTURES', '355.35714286'],
    ])
  })

  test('round against the member by less than one unit, whatever the price', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 15n),
        fc.bigInt(1n, 10n ** 9n),
        fc.bigInt(1n, 10n ** 9n),
        fc.integer({ min: 0, max: 20_000 }),
        (point, numerator, denominator, ppm) => {
          const received = worthAt({ numerator, denominator }, 'KRW', 'USDT', point, ppm)
          const exact = point * numerator * 10n ** 8n * BigInt(1_000_000 - ppm)
          const unit = denominator * 1_000_000n
          expect(received * unit <= exact && (received + 1n) * unit > exact).toBe(true)
        },
      ),
    )
  })

  test('lose no unit of any currency', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.bigInt(5_000n, 3_000_000n), fc.integer({ min: 120_000, max: 160_000 })), {
          maxLength: 8,
        }),
        (moves) => {
          const house = new Exchange()
          for (const [isBuy, won, rate] of moves) {
            const ends = isBuy
              ? ({ from: 'BINARY', to: 'FUTURES' } as const)
              : ({ from: 'FUTURES', to: 'BINARY' } as const)
            house.convert({ ...ends, point: isBuy ? won : won * 100_000n }, rate)
          }
          const { wallets, house: accounts } = house.core.snapshot()
          const sums = new Map<string, bigint>()
          for (const { currency, posted } of wallets) sums.set(currency, (sums.get(currency) ?? 0n) + posted)
          for (const { currency, balance } of accounts) sums.set(currency, (sums.get(currency) ?? 0n) + balance)
          expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })
})
