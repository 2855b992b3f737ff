import { describe, expect, test } from 'vitest'
import { byStaff, bySystem } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import type { Command, Reply } from '../types.ts'
import { Counter, DAY, idOf, paramsOf } from './testing.ts'

type PayRest = Extract<Command, { kind: 'payRest' }>
const account = { accountId: 31, account: '신한은행 ****4821', payee: '홍길동', houseSub: 'KB-1' }
const toTron = { walletType: 'USDT', accountId: 32, account: 'T…9', houseSub: 'TRC20' } as const

class Exit extends Counter {
  deny(status: 'ACTIVE' | 'DENY' = 'DENY'): void {
    this.do({ kind: 'setMemberStatus', ...bySystem(SITE), memberId: 7, status })
  }

  rest(parts: Partial<PayRest> = {}): Reply {
    return this.do({
      kind: 'payRest',
      ...this.byTwo(),
      memberId: 7,
      walletType: 'BINARY',
      ...account,
      payoutKey: this.payoutKey(),
      ...parts,
    })
  }

  /** A USDT is worth 1,400 KRW from now on. */
  price(): void {
    const rate = { kind: 'coinRate', pair: 'USDTKRW', role: 'price', rate: 140_000, source: 'test' } as const
    this.signal({ ...rate, sourceTs: this.at, recvTs: this.at })
  }

  payoutIds(): number[] {
    return this.calls
      .flatMap(({ rows }) => rows.payouts)
      .filter(({ state }) => state === 'QUEUED')
      .map(({ id }) => id)
  }
}

describe('D: the rest of a member who is shut out', () => {
  test('is all that is free, without a fee, whatever limits hold for who asks; his provider pays it', () => {
    const house = new Exit()
    expect(house.configureMoney({ withdrawDayMax: '1', withdrawMin: '20000000', withdrawFee: '1' }).status).toBe(200)
    house.deny()
    const done = house.rest()
    expect(done.body).toMatchObject({ type: 'W', status: 'APPROVED', point: '10000000', fee: '0' })
    expect([house.wallet(7).posted, house.balance('WITHDRAWAL_PENDING')]).toEqual([0n, 10_000_000n])
    expect(house.row(idOf(done)).approvals.map(({ staffId }) => staffId)).toEqual([9, 10])
    const [payoutId] = house.payoutIds()
    house.sending(payoutId!)
    house.outcome(payoutId!, 'CONFIRMED')
    expect(house.row(idOf(done)).status).toBe('COMPLETED')
    expect([house.balance('BANK_KRW', 'KB-1'), house.balance('WITHDRAWAL_PENDING')]).toEqual([10_000_000n, 0n])
    expect(codeOf(house.rest())).toBe('WITHDRAW_EXCEEDS_BALANCE')
  })

  test('is his again where the payout fails, and may be paid anew', () => {
    const house = new Exit()
    house.deny()
    house.rest()
    house.outcome(house.payoutIds()[0]!, 'FAILED')
    expect(house.wallet(7).posted).toBe(10_000_000n)
    house.pass(DAY)
    expect(house.rest().status).toBe(200)
    expect(house.payoutIds()).toHaveLength(2)
  })

  test('takes two persons, and one key pays once', () => {
    const house = new Exit()
    house.deny()
    const key = house.key()
    const alone = { ...byStaff(SITE, 9, 'closing'), key } as const
    const of = { memberId: 7, walletType: 'BINARY', ...account, payoutKey: 'payout-one' } as const
    expect(codeOf(house.do({ kind: 'payRest', ...alone, ...of }))).toBe('PERMISSION_DENIED')
    const two = house.byTwo()
    const [first, again] = [1, 2].map(() => house.do({ kind: 'payRest', ...two, ...of }))
    expect(again!.body).toEqual(first!.body)
    expect(house.payoutIds()).toHaveLength(1)
  })

  test('waits for a withdrawal that is under way: one at a time', () => {
    const house = new Exit()
    const id = idOf(house.withdraw(500_000n))
    house.deny()
    expect(codeOf(house.rest())).toBe('REQUEST_ALREADY_PENDING')
    house.pass(600_000)
    house.approve(id)
    expect(codeOf(house.rest())).toBe('REQUEST_ALREADY_PENDING')
    house.outcome(house.payoutIds()[0]!, 'CONFIRMED')
    expect(house.rest().body).toMatchObject({ point: '9500000' })
  })

  test('is nobody else’s: members who are not shut out, who are unknown or have no such wallet', () => {
    const house = new Exit()
    expect(codeOf(house.rest())).toBe('STALE_VERSION')
    house.deny()
    expect(codeOf(house.rest({ memberId: 4_711 }))).toBe('USER_NOT_FOUND')
    expect(codeOf(house.rest({ walletType: 'BTC' }))).toBe('WALLET_NOT_FOUND')
    house.deny('ACTIVE')
    expect(codeOf(house.rest())).toBe('STALE_VERSION')
    expect(house.payoutIds()).toEqual([])
  })

  test('stays while a hold, a lock, a freeze or a pause stands', () => {
    const house = new Exit()
    house.deny()
    const two = house.byTwo()
    house.do({ kind: 'freezeWithdrawals', ...two, memberId: 7, isFrozen: true })
    expect(codeOf(house.rest())).toBe('WITHDRAW_FROZEN')
    house.do({ kind: 'freezeWithdrawals', ...house.byTwo(), memberId: 7, isFrozen: false })
    house.hold('ACCOUNT')
    expect(codeOf(house.rest())).toBe('WITHDRAW_HOLD')
    house.pass(DAY)
    house.pause()
    expect(codeOf(house.rest())).toBe('WITHDRAW_PAUSED')
  })

  test('leaves what a deposit’s hold still locks', () => {
    const house = new Exit()
    house.configureMoney({ firstHoldMs: 0 })
    house.deposit(40_000n)
    house.arrive(40_000n)
    house.deny()
    const done = house.rest()
    expect(done.body).toMatchObject({ point: '10000000' })
    house.outcome(house.payoutIds()[0]!, 'CONFIRMED')
    const refused = house.rest()
    expect([codeOf(refused), paramsOf(refused)]).toEqual(['WITHDRAW_HOLD', { until: house.wall + DAY }])
    house.pass(DAY)
    expect(house.rest().body).toMatchObject({ point: '40000' })
  })

  test('of coins is paid in coins; above the travel rule’s amount a beneficiary is named', () => {
    const house = new Exit()
    house.usdtCame()
    house.deny()
    expect(codeOf(house.rest(toTron))).toBe('TRY_AGAIN_LATER')
    house.price()
    expect(codeOf(house.rest({ ...toTron, payee: '' }))).toBe('TRAVEL_RULE_REQUIRED')
    const { body } = house.rest(toTron)
    expect(body).toMatchObject({ walletType: 'USDT', currency: 'USDT', point: '1000', status: 'APPROVED' })
    expect(house.balance('WITHDRAWAL_PENDING', '', 'USDT')).toBe(1_000_00000000n)
    expect(house.calls.at(-1)!.rows.payouts).toMatchObject([{ provider: 'coin', houseSub: 'TRC20' }])
    expect(house.wallet(7).posted).toBe(10_000_000n)
  })

  test('of coins worth exactly the travel rule’s amount needs a beneficiary, a won less does not', () => {
    const paid = (travelRuleFrom: string) => {
      const house = new Exit()
      house.usdtCame()
      house.configureMoney({ travelRuleFrom })
      house.deny()
      house.price()
      return codeOf(house.rest({ ...toTron, payee: '' }))
    }
    expect([paid('1400000'), paid('1400001')]).toEqual(['TRAVEL_RULE_REQUIRED', 200])
  })

  test('counts for the day of a member who is let in again, and no longer where its payout fails', () => {
    const again = (outcome: 'CONFIRMED' | 'FAILED') => {
      const house = new Exit()
      house.configureMoney({ withdrawDayMax: '10000000', firstHoldMs: 0, holdMs: 0 })
      house.deny()
      house.rest()
      house.outcome(house.payoutIds()[0]!, outcome)
      house.deny('ACTIVE')
      house.deposit(50_000n)
      house.arrive(50_000n)
      return codeOf(house.withdraw(10_000n))
    }
    expect([again('CONFIRMED'), again('FAILED')]).toEqual(['WITHDRAW_LIMIT_EXCEEDED', 200])
  })

  test('a start finds it under way', () => {
    const house = new Exit()
    house.deny()
    const id = idOf(house.rest())
    const before = house.core.stateHash()
    house.restart()
    expect(house.core.stateHash()).toBe(before)
    house.outcome(house.payoutIds()[0]!, 'CONFIRMED')
    expect(house.row(id).status).toBe('COMPLETED')
  })
})
