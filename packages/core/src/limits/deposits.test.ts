import type { Limits } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { Counter, DAY, HOUR, idOf } from '../money/testing.ts'
import { codeOf, SITE } from '../testing.ts'
import type { Deposited, LimitSetting, Reply } from '../types.ts'

/** A house whose member 7 limits what he deposits. */
class Careful extends Counter {
  limit(amount: bigint | null, parts: Partial<LimitSetting> = {}, deposits?: readonly Deposited[]): Reply {
    return this.do({
      kind: 'setLimits',
      ...byMember({ siteId: SITE, memberId: 7 }, this.key()),
      limits: [{ kind: 'DEPOSIT', window: '24h', currency: 'KRW', amount, ...parts }],
      ...(deposits && { deposits }),
    })
  }

  confirm(): Reply {
    return this.do({ kind: 'confirmLimits', ...byMember({ siteId: SITE, memberId: 7 }, this.key()) })
  }

  /** A deposit that has arrived. */
  bring(point: bigint): void {
    this.approve(idOf(this.deposit(point)))
  }
}

const shown = ({ body }: Reply) => (body as Limits).limits[0]!

describe('J 4: a deposit limit', () => {
  test('refuses a request above what is left of it, to the won', () => {
    const house = new Careful()
    house.limit(500_000n)
    house.bring(200_000n)
    expect(codeOf(house.deposit(301_000n))).toBe('SELF_LIMIT_EXCEEDED')
    expect(house.deposit(300_000n).status).toBe(200)
  })

  test('counts what is announced while it waits, and no more once it is cancelled or has expired', () => {
    const house = new Careful()
    house.limit(500_000n)
    const id = idOf(house.deposit(400_000n))
    expect(shown(house.limit(500_000n)).used).toBe('400000')
    expect(codeOf(house.deposit(200_000n, { provider: 'paycoin' }))).toBe('SELF_LIMIT_EXCEEDED')
    house.cancel(id)
    expect(shown(house.limit(500_000n)).used).toBe('0')
    house.deposit(400_000n)
    house.pass(2 * HOUR)
    expect(house.deposit(500_000n).status).toBe(200)
  })

  test('rolls by the wall clock: what came a window ago counts no more; the lowest applies', () => {
    const house = new Careful()
    house.limit(500_000n)
    house.limit(800_000n, { window: '7d' })
    house.bring(500_000n)
    house.pass(DAY - 1)
    expect(codeOf(house.deposit(10_000n))).toBe('SELF_LIMIT_EXCEEDED')
    house.pass(1)
    expect(codeOf(house.deposit(301_000n))).toBe('SELF_LIMIT_EXCEEDED')
    expect(house.deposit(300_000n).status).toBe(200)
  })

  test('applies at once when it is cut; a rise waits a day and for a confirmation', () => {
    const house = new Careful()
    house.limit(500_000n)
    house.limit(100_000n)
    expect(codeOf(house.deposit(101_000n))).toBe('SELF_LIMIT_EXCEEDED')
    expect(shown(house.limit(null))).toMatchObject({ amount: '100000', pendingAmount: null })
    house.pass(DAY)
    expect(codeOf(house.deposit(101_000n))).toBe('SELF_LIMIT_EXCEEDED')
    expect(house.confirm().status).toBe(200)
    expect(house.deposit(101_000n).status).toBe(200)
  })

  test('has KRW and USDT apart; coins above it wait in suspense, those within it are credited', () => {
    const house = new Careful()
    house.limit(15_00000000n, { currency: 'USDT' })
    const usdt = { network: 'TRC20', coin: 'USDT', walletType: 'FUTURES', amount: 10_00000000n } as const
    house.coins(20, { ...usdt, txid: 'tx-1' })
    house.coins(20, { ...usdt, txid: 'tx-2' })
    expect(house.suspense().map(({ cause, amount }) => [cause, amount])).toEqual([['LIMIT', 10_00000000n]])
    expect(shown(house.limit(15_00000000n, { currency: 'USDT' })).used).toBe('10')
    expect(house.deposit(900_000n).status).toBe(200)
  })

  test('counts what came before it was set: what the database told and what it may not hold yet, once', () => {
    const house = new Careful()
    house.bring(100_000n)
    const dnwId = [...house.rows.keys()].at(-1)!
    const told = { dnwId, currency: 'KRW', at: house.wall, amount: 100_000n }
    const before = { ...told, dnwId: 1, at: house.wall - HOUR, amount: 50_000n }
    expect(shown(house.limit(500_000n, {}, [before, told])).used).toBe('150000')
    const other = new Careful()
    other.bring(100_000n)
    expect(shown(other.limit(500_000n, {}, [])).used).toBe('100000')
  })

  test('holds over a start', () => {
    const house = new Careful()
    house.limit(500_000n)
    house.bring(300_000n)
    house.deposit(100_000n)
    const hash = house.core.stateHash()
    house.restart()
    expect(house.core.stateHash()).toBe(hash)
    expect(shown(house.limit(500_000n)).used).toBe('400000')
    expect(codeOf(house.deposit(101_000n, { provider: 'paycoin' }))).toBe('SELF_LIMIT_EXCEEDED')
  })

  test('leaves stakes alone, and a stake limit leaves deposits alone', () => {
    const house = new Careful()
    house.limit(0n)
    house.live()
    house.tick(100_00)
    house.settle()
    expect(house.bet(7, 'B', 5_000n).status).toBe(200)
    const other = new Careful()
    other.limit(0n, { kind: 'STAKE' })
    expect(other.deposit(100_000n).status).toBe(200)
  })
})
