import type { Limits } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { byMember, byStaff } from '../envelope.ts'
import { Desk, perpetual, usdt } from '../futures/testing.ts'
import { Counter, DAY, idOf } from '../money/testing.ts'
import { contract, Floor } from '../oversea/testing.ts'
import { codeOf, type House, SITE } from '../testing.ts'
import type { CeilingKind, CeilingUnit, Deposited, Refusal, Reply } from '../types.ts'

/** A house whose staff set ceilings of member 7. */
class Watched extends Counter {
  readonly #before = new Map<string, bigint | null>()

  ceiling(
    ceiling: CeilingKind,
    amount: bigint | null,
    currency: CeilingUnit = 'KRW',
    parts: { readonly before?: bigint | null; readonly deposits?: readonly Deposited[] } = {},
  ): Reply {
    const before = this.#before.get(ceiling) ?? null
    const reply = this.do({
      kind: 'setCeiling',
      ...byStaff(SITE, 9, 'as agreed', { key: this.key() }),
      memberId: 7,
      ceiling,
      currency,
      amount,
      before,
      deposits: [],
      ...parts,
    })
    if (reply.status === 200) this.#before.set(ceiling, amount)
    return reply
  }

  /** A deposit that has arrived. */
  bring(point: bigint): void {
    this.approve(idOf(this.deposit(point)))
  }
}

const shown = ({ body }: Reply) => (body as Limits).ceilings
const paramsOf = ({ body }: Reply) => (body as Refusal).params

describe('a ceiling of one member', () => {
  test('refuses a deposit above it, to the won, counting 24 hours and what is announced', () => {
    const house = new Watched()
    house.bring(200_000n)
    expect(house.ceiling('DEPOSIT', 500_000n).status).toBe(200)
    expect(codeOf(house.deposit(301_000n))).toBe('CEILING_EXCEEDED')
    expect(paramsOf(house.deposit(301_000n))).toMatchObject({ amount: '500000', left: '300000', unit: '원' })
    const id = idOf(house.deposit(300_000n))
    expect(codeOf(house.deposit(10_000n, { provider: 'paycoin' }))).toBe('CEILING_EXCEEDED')
    house.cancel(id)
    house.pass(DAY)
    expect(house.deposit(500_000n).status).toBe(200)
  })

  test('counts deposits of before it that the database told', () => {
    const house = new Watched()
    const told = { dnwId: 5_000_000, currency: 'KRW', at: house.wall - 1_000, amount: 450_000n }
    house.ceiling('DEPOSIT', 500_000n, 'KRW', { deposits: [told] })
    expect(codeOf(house.deposit(51_000n))).toBe('CEILING_EXCEEDED')
    expect(house.deposit(50_000n).status).toBe(200)
  })

  test('refuses what leaves in a day above it; what is left of the day says so', () => {
    const house = new Watched()
    house.ceiling('WITHDRAWAL', 300_000n)
    expect(codeOf(house.withdraw(310_000n))).toBe('CEILING_EXCEEDED')
    expect(house.withdraw(300_000n).status).toBe(200)
    const { withdraw } = house.ask('money.left', { siteId: SITE, memberId: 7, wall: house.wall })
    expect(withdraw).toBe(0n)
  })

  test('is never above what the site allows, and holds below its own when the site goes lower', () => {
    const house = new Watched()
    const refused = house.ceiling('WITHDRAWAL', 50_000_001n)
    expect([codeOf(refused), paramsOf(refused)['max']]).toEqual(['CEILING_ABOVE_SITE', '50000000'])
    expect(house.ceiling('WITHDRAWAL', 400_000n).status).toBe(200)
    house.configureMoney({ withdrawDayMax: '200000' })
    expect(codeOf(house.withdraw(300_000n))).toBe('WITHDRAW_LIMIT_EXCEEDED')
  })

  test('lifted is gone; set from a page that shows something else it changes nothing', () => {
    const house = new Watched()
    expect(shown(house.ceiling('DEPOSIT', 100_000n))).toMatchObject([{ kind: 'DEPOSIT', amount: '100000' }])
    expect(codeOf(house.ceiling('DEPOSIT', 50_000n, 'KRW', { before: 70_000n }))).toBe('STALE_VERSION')
    expect(codeOf(house.deposit(110_000n))).toBe('CEILING_EXCEEDED')
    expect(shown(house.ceiling('DEPOSIT', null))).toEqual([])
    expect(house.deposit(110_000n).status).toBe(200)
  })

  test('has no other currency than what it counts, and nothing below 0', () => {
    const house = new Watched()
    expect(codeOf(house.ceiling('STAKE', 1n, 'USDT'))).toBe('INVALID_REQUEST')
    expect(codeOf(house.ceiling('WITHDRAWAL', 1n, 'USDT'))).toBe('INVALID_REQUEST')
    expect(codeOf(house.ceiling('DEPOSIT', -1n))).toBe('INVALID_REQUEST')
    expect(codeOf(house.ceiling('DEPOSIT', null))).toBe('INVALID_REQUEST')
  })

  test('is heard of by its member, and logged with before and after', () => {
    const house = new Watched()
    house.ceiling('DEPOSIT', 100_000n)
    const { outgoing, staffActs } = house.calls.at(-1)!.rows
    expect(outgoing.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['notice', { memberId: 7, about: 'CEILING' }],
    ])
    expect(staffActs).toMatchObject([{ action: 'setCeiling', subjectId: 7, reason: 'as agreed' }])
    expect(staffActs[0]?.said).not.toHaveProperty('deposits')
  })

  test('stands beside a limit of his own: whichever is lower bars', () => {
    const house = new Watched()
    house.ceiling('DEPOSIT', 500_000n)
    house.do({
      kind: 'setLimits',
      ...byMember({ siteId: SITE, memberId: 7 }, house.key()),
      limits: [{ kind: 'DEPOSIT', window: '24h', currency: 'KRW', amount: 300_000n }],
      deposits: [],
    })
    expect(codeOf(house.deposit(310_000n))).toBe('SELF_LIMIT_EXCEEDED')
    expect(house.deposit(300_000n).status).toBe(200)
  })

  test('holds over a start, with what is counted against it', () => {
    const house = new Watched()
    house.ceiling('DEPOSIT', 500_000n)
    house.bring(300_000n)
    const hash = house.core.stateHash()
    house.restart()
    expect(house.core.stateHash()).toBe(hash)
    expect(codeOf(house.deposit(201_000n))).toBe('CEILING_EXCEEDED')
    expect(house.deposit(200_000n).status).toBe(200)
  })

  test('bars stakes of one round together, and begins again with the next', () => {
    const house = new Watched()
    house.live()
    house.tick(100_00)
    house.settle()
    expect(house.ceiling('STAKE', 12_000n).status).toBe(200)
    expect(house.bet(7, 'B', 8_000n).status).toBe(200)
    house.pass(5_000)
    house.live()
    house.tick(100_00)
    const refused = house.bet(7, 'B', 5_000n)
    expect([codeOf(refused), paramsOf(refused)['left']]).toEqual(['CEILING_EXCEEDED', '4000'])
    expect(codeOf(house.ceiling('STAKE', 1_000_000_000_000n))).toBe('CEILING_ABOVE_SITE')
  })
})

const orders = (house: House, memberId: number, currency: CeilingUnit, amount: bigint) =>
  house.do({
    kind: 'setCeiling',
    ...byStaff(SITE, 9, 'as agreed', { key: house.key() }),
    memberId,
    ceiling: 'ORDER',
    currency,
    amount,
    before: null,
    deposits: [],
  })

describe('a ceiling of orders', () => {
  test('bars margin of overseas orders beyond it; what closes goes on', () => {
    const floor = new Floor([contract({ fee: 0n })])
    floor.member(7)
    floor.price(1.1)
    expect(orders(floor, 7, 'KRW', 600_000n).status).toBe(200)
    floor.trade(7, 'LONG', 1)
    expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('CEILING_EXCEEDED')
    expect(floor.order(7, { side: 'SHORT', count: 1 }).status).toBe(200)
  })

  test('bars margin of perpetual orders beyond it; what closes goes on', () => {
    const desk = new Desk([perpetual()])
    desk.trader(1)
    desk.price(60_000)
    desk.trade(1, 'LONG', '0.1', 60_001)
    expect(orders(desk, 1, 'USDT', usdt(100)).status).toBe(200)
    expect(codeOf(desk.order(1, { side: 'LONG', qty: '0.1' }))).toBe('CEILING_EXCEEDED')
    expect(desk.order(1, { side: 'SHORT', qty: '0.1' }).status).toBe(200)
  })
})
