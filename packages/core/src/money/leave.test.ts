import { describe, expect, test } from 'vitest'
import { byMember, bySystem } from '../envelope.ts'
import { DAY_MS, kstMonday } from '../kst.ts'
import { codeOf, SITE } from '../testing.ts'
import type { Reply } from '../types.ts'
import { Market } from './p2p/testing.ts'
import { Counter, HOUR, idOf } from './testing.ts'

class Exit extends Counter {
  leave(mayHold = false, memberId = 7, key = this.key()): Reply {
    return this.do({ kind: 'leave', ...byMember({ siteId: SITE, memberId }, key), mayHold })
  }
  isIn(): boolean {
    return codeOf(this.deposit(500_000n)) !== 'ACCOUNT_DENIED'
  }
}

describe('G: who leaves', () => {
  test('has nothing in his wallets, unless what they hold is worth nothing', () => {
    const house = new Exit()
    expect(codeOf(house.leave())).toBe('MEMBER_HAS_MONEY')
    expect(house.isIn()).toBe(true)
    const demo = new Exit()
    expect(demo.leave(true).status).toBe(200)
    expect(demo.isIn()).toBe(false)
    expect(demo.wallet(7).posted).toBe(10_000_000n)
  })

  test('has nothing open: a request is closed first, also where money may stay', () => {
    const house = new Exit()
    const request = house.withdraw(500_000n)
    expect(request.status).toBe(200)
    for (const mayHold of [false, true]) expect(codeOf(house.leave(mayHold))).toBe('MEMBER_HAS_OPEN')
    house.cancel(idOf(request))
    expect(house.leave(true).status).toBe(200)
  })

  test('is owed no commission that nobody has decided', () => {
    const house = new Exit()
    const week = kstMonday(house.at) - 7 * DAY_MS
    const payables = [{ partnerId: 1203, memberId: 7, amount: 1_000n, isHeld: true }]
    house.do({ kind: 'closeCommissions', ...bySystem(SITE), week, digest: 'd1', lines: 1, payables })
    expect(codeOf(house.leave(true))).toBe('MEMBER_HAS_OPEN')
    house.do({ kind: 'rejectCommission', ...house.byTwo(), week, partnerId: 1203 })
    expect(house.leave(true).status).toBe(200)
  })

  test('has no order with a merchant open: one that is disputed after its end is open again', () => {
    const market = new Market()
    const id = market.taken()
    market.pass(HOUR)
    market.paid(id)
    const leave = () =>
      market.do({ kind: 'leave', ...byMember({ siteId: SITE, memberId: 8 }, market.key()), mayHold: true })
    expect(codeOf(leave())).toBe('MEMBER_HAS_OPEN')
    market.decide(id, 'RETURN')
    expect(leave().status).toBe(200)
  })

  test('leaves once: a repeated key gets the same answer, another one is told that he is out', () => {
    const house = new Exit()
    const key = house.key()
    const [first, again] = [house.leave(true, 7, key), house.leave(true, 7, key)]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(codeOf(house.leave(true))).toBe('ACCOUNT_DENIED')
    expect(codeOf(house.leave(true, 99))).toBe('USER_NOT_FOUND')
  })
})
