import { describe, expect, test } from 'vitest'
import { byMember, bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Command, Reply } from '../../types.ts'
import { DAY, idOf, Teller } from '../testing.ts'

type Own = Extract<Command, { kind: 'transferOwn' }>
type ToMember = Extract<Command, { kind: 'transferToMember' }>

/** Member 7 has 10,000,000 KRW, member 8 too, and 500 USDT. */
class House extends Teller {
  constructor() {
    super()
    const grants = [
      { type: 'BINARY', currency: 'KRW', amount: 10_000_000n },
      { type: 'FUTURES', currency: 'USDT', amount: 500_00000000n },
    ] as const
    this.do({ kind: 'openMember', ...bySystem(SITE), memberId: 8, grants })
  }

  own(parts: Partial<Own> = {}): Reply {
    const envelope = byMember({ siteId: SITE, memberId: 8 }, this.key())
    return this.do({ kind: 'transferOwn', ...envelope, from: 'FUTURES', to: 'USDT', point: 100_00000000n, ...parts })
  }

  give(point: bigint, parts: Partial<ToMember> = {}): Reply {
    return this.do({
      kind: 'transferToMember',
      ...byMember({ siteId: SITE, memberId: 7 }, this.key()),
      walletType: 'BINARY',
      receiverId: 8,
      point,
      senderName: '홍*동',
      receiverName: '김*수',
      ...parts,
    })
  }

  untraded(memberId: number) {
    return this.core.snapshot().memberMoney.find((row) => row.memberId === memberId)?.untradedSince ?? null
  }

  has(memberId: number, type: string) {
    return this.core.snapshot().wallets.find((row) => row.memberId === memberId && row.type === type)?.posted
  }
}

describe('D: own-wallet transfers', () => {
  test('move the whole amount between wallets of one currency, as TO and TI', () => {
    const house = new House()
    expect(house.own().body).toMatchObject({ type: 'TO', walletType: 'FUTURES', point: '100', status: 'COMPLETED' })
    expect([house.has(8, 'FUTURES'), house.has(8, 'USDT')]).toEqual([400_00000000n, 100_00000000n])
    const [out, into] = [...house.rows.values()]
    expect([out!.pairId, into!.pairId, into!.type, into!.txnId]).toEqual([into!.id, out!.id, 'TI', out!.txnId])
  })

  test.each<[Partial<Own>, string]>([
    [{ to: 'FUTURES' }, 'CURRENCY_UNSUPPORTED'],
    [{ to: 'BINARY' }, 'CURRENCY_UNSUPPORTED'],
    [{ from: 'BINARY', to: 'BONUS' }, 'CURRENCY_UNSUPPORTED'],
    [{ from: 'USDT', to: 'FUTURES' }, 'WALLET_NOT_FOUND'],
    [{ point: 0n }, 'INVALID_REQUEST'],
    [{ point: 500_00000001n }, 'BALANCE_INSUFFICIENT'],
  ])('are refused: %o', (parts, code) => {
    expect(codeOf(new House().own(parts))).toBe(code)
  })
})

describe('D: member transfers', () => {
  test('move what may leave to another member of the site; each row names the other', () => {
    const house = new House()
    expect(house.give(300_000n).body).toMatchObject({ type: 'TO', counterparty: '김*수' })
    expect([house.has(7, 'BINARY'), house.has(8, 'BINARY')]).toEqual([9_700_000n, 10_300_000n])
    expect([...house.rows.values()].at(-1)).toMatchObject({ type: 'TI', memberId: 8, counterparty: '홍*동' })
  })

  test('ask that the sender hears of them; moves between own wallets, and refused ones, are nobody’s news', () => {
    const house = new House()
    const row = house.give(300_000n).body as { id: number }
    house.own()
    house.give(0n)
    const told = house.calls.flatMap(({ rows }) => rows.outgoing)
    expect(told).toMatchObject([{ kind: 'notice', payload: { memberId: 7, about: 'TRANSFER', requestId: row.id } }])
  })

  test('reach 5M a day of KST', () => {
    const house = new House()
    expect(house.give(5_000_000n).status).toBe(200)
    expect(codeOf(house.give(1n))).toBe('WITHDRAW_LIMIT_EXCEEDED')
    house.pass(DAY)
    expect(house.give(1n).status).toBe(200)
  })

  test('take nothing that a deposit brought within its hold, and nothing after a change', () => {
    const locked = new House()
    locked.approve(idOf(locked.deposit(1_000_000n)))
    expect(codeOf(locked.give(10_000n))).toBe('WITHDRAW_HOLD')
    const changed = new House()
    changed.hold('PASSWORD')
    expect(codeOf(changed.give(10_000n))).toBe('WITHDRAW_HOLD')
  })

  test('are refused to oneself, to nobody, of nothing and beyond the balance', () => {
    const house = new House()
    expect(codeOf(house.give(1n, { receiverId: 7 }))).toBe('TRANSFER_SELF')
    expect(codeOf(house.give(1n, { receiverId: 99 }))).toBe('USER_NOT_FOUND')
    expect(codeOf(house.give(0n))).toBe('INVALID_REQUEST')
    expect(codeOf(house.give(10_000_001n))).toBe('WITHDRAW_EXCEEDS_BALANCE')
  })

  test('reach nobody who takes a break or is locked out', () => {
    const house = new House()
    house.do({ kind: 'setMemberStatus', ...bySystem(SITE), memberId: 8, status: 'DENY' })
    expect(codeOf(house.give(10_000n))).toBe('USER_NOT_FOUND')
    const resting = new House()
    const until = resting.wall + 7 * DAY
    resting.do({ kind: 'coolOff', ...byMember({ siteId: SITE, memberId: 8 }, resting.key()), until })
    expect(codeOf(resting.give(10_000n))).toBe('USER_NOT_FOUND')
    const excluded = new House()
    excluded.do({ kind: 'selfExclude', ...byMember({ siteId: SITE, memberId: 8 }, excluded.key()), months: 6 })
    expect(codeOf(excluded.give(10_000n))).toBe('USER_NOT_FOUND')
  })

  test('count in the deposit limit that the receiver has set, and the sender reads nothing of it', () => {
    const house = new House()
    const limits = [{ kind: 'DEPOSIT', window: '24h', currency: 'KRW', amount: 1_000_000n }] as const
    house.do({ kind: 'setLimits', ...byMember({ siteId: SITE, memberId: 8 }, house.key()), limits: [...limits] })
    expect(house.give(600_000n).status).toBe(200)
    expect(codeOf(house.give(400_001n))).toBe('USER_NOT_FOUND')
    expect(house.give(400_000n).status).toBe(200)
    expect(codeOf(house.give(1n))).toBe('USER_NOT_FOUND')
    house.pass(DAY)
    expect(house.give(1n).status).toBe(200)
  })

  test('keep what nobody has traded with from leaving unseen', () => {
    const traded = new House()
    expect(traded.give(300_000n).status).toBe(200)
    expect(traded.untraded(8)).toBeNull()
    const house = new House()
    house.approve(idOf(house.deposit(1_000_000n)))
    house.pass(4 * DAY)
    expect(house.give(300_000n).status).toBe(200)
    expect(house.untraded(8)).toBe(house.wall)
  })
})
