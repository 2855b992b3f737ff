import { beforeEach, expect, test } from 'vitest'
import { byMember } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { DnwRow } from '../../types.ts'
import { DAY, idOf } from '../testing.ts'
import { mostBonus, mostMultiple } from './desk.ts'
import { turnoverWire } from './grants.ts'
import { Promoter } from './testing.ts'

let house: Promoter
beforeEach(() => {
  house = new Promoter().begin()
})

const deposit = (point: bigint) => {
  const id = idOf(house.deposit(point))
  house.approve(id)
}
const legs = (reason: string): DnwRow[] => [...house.rows.values()].filter((row) => row.reason === reason)

test('a bonus is granted by two persons: BONUS_EXP → MEMBER_BONUS, with thirty times as much to turn over', () => {
  const alone = house.do({
    kind: 'grantBonus',
    ...house.byOne(),
    memberId: 7,
    point: 1_000n,
    multiple: null,
  })
  expect(codeOf(alone)).toBe('PERMISSION_DENIED')
  const reply = house.grant(100_000n)
  expect(reply.body).toMatchObject({
    type: 'PB',
    walletType: 'BONUS',
    point: '100000',
    turnover: { required: '3000000', done: '0', remain: '3000000', state: 'OPEN' },
  })
  expect(house.purse()).toEqual({ cash: 0n, bonus: 100_000n })
  expect(house.balance('BONUS_EXP')).toBe(-100_000n)
  expect(house.postings.at(-1)).toMatchObject({ account: 'MEMBER_BONUS', amount: 100_000n })
})

test('a bonus has a most: its amount and how often it is turned over', () => {
  const grant = (point: bigint, multiple: number) => codeOf(house.grant(point, multiple))
  expect(grant(mostBonus + 1n, 1)).toBe('INVALID_REQUEST')
  expect(grant(1n, mostMultiple + 1)).toBe('INVALID_REQUEST')
  expect(house.held()).toEqual([])
  expect(grant(mostBonus, mostMultiple)).toBe(200)
  expect(house.purse().bonus).toBe(mostBonus)
})

test('a member who is online sees the wallet of his bonus at once', () => {
  house.grant(100_000n)
  expect(house.events('POINT').at(-1)?.data).toMatchObject({ type: 'BONUS', point: '100000' })
})

test('what remains to turn over is what is not done, and never less than nothing', () => {
  const remains = (done: bigint) => turnoverWire({ required: 3_000_000n, done, cap: 1_000_000n, state: 'OPEN' }).remain
  expect([0n, 1n, 2_999_999n, 3_000_000n, 3_000_001n].map(remains)).toEqual(['3000000', '2999999', '1', '0', '0'])
})

test('PM takes back what is there of a bonus, and ends it where nothing is left', () => {
  house.grant(100_000n)
  expect(house.deduct(40_000n).body).toMatchObject({ type: 'PM', walletType: 'BONUS', point: '40000' })
  expect(house.held()).toHaveLength(1)
  expect(house.deduct(90_000n).body).toMatchObject({ point: '60000' })
  expect(house.ended()).toMatchObject({ state: 'SPENT' })
  expect(codeOf(house.deduct(1n))).toBe('BALANCE_INSUFFICIENT')
  expect(house.balance('BONUS_EXP')).toBe(0n)
})

test('a stake takes cash first and bonus for the rest; the bet says how much', () => {
  deposit(10_000n)
  house.grant(20_000n)
  const bet = house.betOf(house.bet(7, 'B', 15_000n))
  expect(bet).toMatchObject({ point: 15_000n, bonusPoint: 5_000n })
  const wallets = house.ask('members.wallets', { siteId: SITE, memberId: 7 })
  expect(wallets.map(({ type, reserved }) => [type, reserved])).toEqual([
    ['BINARY', 10_000n],
    ['BONUS', 5_000n],
  ])
  house.pass(2_000)
  house.tick(100_00)
  expect(codeOf(house.bet(7, 'B', 16_000n))).toBe('BALANCE_INSUFFICIENT')
  house.restart()
  expect(house.core.snapshot().bets[0]).toMatchObject({ bonusPoint: 5_000n })
})

test('a win is split pro rata between cash and bonus, a loss takes each its own, a void gives each back', () => {
  deposit(10_000n)
  house.grant(20_000n)
  house.play('B', 15_000n, 101_00) // + 13,500
  expect(house.purse()).toEqual({ cash: 19_000n, bonus: 24_500n })
  house.play('B', 25_000n, 99_00)
  expect(house.purse()).toEqual({ cash: 0n, bonus: 18_500n })
  house.play('B', 10_000n, 100_00)
  expect(house.purse()).toEqual({ cash: 0n, bonus: 18_500n })
})

test('bonus money is never converted, transferred or withdrawn: every exit that names it is BONUS_ROLLOVER_REMAINING', () => {
  house.grant(100_000n)
  expect(codeOf(house.withdraw(50_000n, { walletType: 'BONUS' }))).toBe('BONUS_ROLLOVER_REMAINING')
  const own = { kind: 'transferOwn', ...byMember({ siteId: SITE, memberId: 7 }, house.key()) } as const
  expect(codeOf(house.do({ ...own, from: 'BONUS', to: 'BINARY', point: 1_000n }))).toBe('BONUS_ROLLOVER_REMAINING')
  expect(house.purse().bonus).toBe(100_000n)
})

test('a bonus cannot be staked while a withdrawal is open, can be again where it is cancelled, and is forfeited where it completes', () => {
  deposit(100_000n)
  house.pass(4 * DAY)
  house.begin()
  house.grant(50_000n)
  const id = idOf(house.withdraw(90_000n))
  expect(codeOf(house.bet(7, 'B', 20_000n))).toBe('BALANCE_INSUFFICIENT')
  house.cancel(id)
  expect(codeOf(house.bet(7, 'B', 120_000n))).toBe(200)
  const second = new Promoter().begin()
  house = second
  deposit(100_000n)
  house.pass(4 * DAY)
  house.grant(50_000n)
  const leaving = idOf(house.withdraw(90_000n))
  house.pass(600_000)
  expect(house.purse().bonus).toBe(50_000n)
  house.approve(leaving, 9)
  house.approve(leaving, 10)
  expect(house.purse().bonus).toBe(50_000n)
  house.complete(leaving)
  expect(house.purse()).toEqual({ cash: 10_000n, bonus: 0n })
  expect(house.ended()).toMatchObject({ state: 'FORFEITED' })
  expect(legs('BONUS_FORFEITED')).toMatchObject([{ type: 'PM', point: 50_000n }])
  expect(house.balance('BONUS_EXP')).toBe(0n)
})

test('a bonus cannot be staked while a sale to a provider is open', () => {
  house.configureMoney({ firstHoldMs: 0, holdMs: 0 })
  deposit(100_000n)
  house.grant(50_000n)
  const sale = { accountId: null, account: '', houseSub: 'bitdex' }
  const id = idOf(house.withdraw(90_000n, sale))
  expect(codeOf(house.bet(7, 'B', 20_000n))).toBe('BALANCE_INSUFFICIENT')
  house.cancel(id)
  expect(codeOf(house.bet(7, 'B', 120_000n))).toBe(200)
})

test('money to another member forfeits the bonus of who gave it, and of nobody else', () => {
  house.member(8)
  deposit(100_000n)
  house.pass(4 * DAY)
  house.grant(50_000n)
  house.grant(50_000n, null, 8)
  const to = { walletType: 'BINARY', receiverId: 8, point: 1_000n, senderName: 'a*', receiverName: 'b*' } as const
  const by = byMember({ siteId: SITE, memberId: 7 }, house.key())
  expect(codeOf(house.do({ kind: 'transferToMember', ...by, ...to }))).toBe(200)
  expect([house.purse(7).bonus, house.purse(8).bonus]).toEqual([0n, 50_000n])
})

test('a bonus expires by the wall clock, over a restart too', () => {
  house.grant(100_000n)
  house.pass(30 * DAY - 1)
  house.restart()
  house.settle()
  expect(house.purse().bonus).toBe(100_000n)
  house.pass(1)
  expect(house.purse().bonus).toBe(0n)
  expect(house.ended()).toMatchObject({ state: 'EXPIRED' })
  expect(legs('BONUS_EXPIRED')).toMatchObject([{ point: 100_000n }])
})

test('what is at stake when a bonus ends is decided as any stake, and then the house’s', () => {
  house.grant(100_000n)
  const round = house.betting()
  house.bet(7, 'B', 40_000n)
  deposit(50_000n)
  house.deduct(60_000n)
  expect(house.held()).toHaveLength(1)
  house.until(round.startAt, 100_00)
  house.until(round.endAt + 4_000, 99_00)
  expect(house.purse()).toEqual({ cash: 50_000n, bonus: 0n })
  expect(house.ended()).toMatchObject({ state: 'SPENT' })
})

test('what is at stake is not taken back before it is decided: neither by staff nor where the bonus expires', () => {
  house.grant(100_000n)
  house.pass(30 * DAY - 10_000)
  house.begin()
  const round = house.betting()
  house.bet(7, 'B', 40_000n)
  expect(house.deduct(90_000n).body).toMatchObject({ type: 'PM', point: '60000' })
  expect(house.purse().bonus).toBe(40_000n)
  house.grant(10_000n)
  house.pass(10_000)
  expect(house.ended()).toMatchObject({ state: 'EXPIRED' })
  // Nothing of the ended one is free: the newer one's money is its own, and the stake is not decided.
  expect(house.purse().bonus).toBe(50_000n)
  house.until(round.startAt, 100_00)
  house.until(round.endAt + 4_000, 99_00)
  expect(house.purse().bonus).toBe(10_000n)
})

test('a bonus that expires while part of it is at stake: the rest goes back, the stake is decided', () => {
  house.grant(100_000n)
  house.pass(30 * DAY - 10_000)
  house.begin()
  const round = house.betting()
  house.bet(7, 'B', 40_000n)
  house.pass(10_000)
  expect(house.ended()).toMatchObject({ state: 'EXPIRED' })
  expect(legs('BONUS_EXPIRED')).toMatchObject([{ type: 'PM', point: 60_000n }])
  expect(house.purse().bonus).toBe(40_000n)
  house.until(round.startAt, 100_00)
  house.until(round.endAt + 4_000, 99_00)
  expect(house.purse().bonus).toBe(0n)
})

test('what is at stake when money leaves to another member is decided first: of two stakes, each at its time', () => {
  house.configureMoney({ firstHoldMs: 0, holdMs: 0 })
  house.member(8)
  house.grant(100_000n)
  const first = house.betting()
  house.bet(7, 'B', 40_000n)
  house.until(first.startAt, 100_00)
  const second = house.betting()
  expect(second.id).not.toBe(first.id)
  house.bet(7, 'B', 30_000n)
  deposit(50_000n)
  const to = { walletType: 'BINARY', receiverId: 8, point: 1_000n, senderName: 'a*', receiverName: 'b*' } as const
  const by = byMember({ siteId: SITE, memberId: 7 }, house.key())
  expect(codeOf(house.do({ kind: 'transferToMember', ...by, ...to }))).toBe(200)
  expect(house.ended()).toMatchObject({ state: 'FORFEITED' })
  expect(house.purse().bonus).toBe(70_000n)
  house.until(first.endAt + 4_000, 101_00)
  // Won, and the house's: what the second stake took is not decided yet.
  expect(house.purse().bonus).toBe(30_000n)
  house.until(second.startAt, 100_00)
  house.until(second.endAt + 4_000, 100_00)
  expect(house.purse()).toEqual({ cash: 49_000n, bonus: 0n })
})

test('each bonus has money of its own: the oldest is staked and taken back first, and one that ends takes nothing of another', () => {
  house.grant(100_000n)
  house.pass(DAY)
  house.grant(50_000n)
  house.deduct(75_000n)
  expect(house.held().map(({ remainder }) => remainder)).toEqual([25_000n, 50_000n])
  house.pass(29 * DAY)
  expect(house.purse().bonus).toBe(50_000n)
  house.pass(DAY)
  expect(house.purse().bonus).toBe(0n)
  expect(house.balance('BONUS_EXP')).toBe(0n)
})

test('one stake of two bonuses is split between them by what each brought', () => {
  house.grant(10_000n)
  house.grant(20_000n)
  house.play('B', 15_000n, 101_00) // + 13,500
  expect(house.held().map(({ remainder }) => remainder)).toEqual([19_000n, 24_500n])
  house.restart()
  house.begin()
  house.play('B', 25_000n, 99_00)
  expect(house.held().map(({ remainder }) => remainder)).toEqual([18_500n])
  expect(house.purse().bonus).toBe(18_500n)
})

test('what was staked from a forfeited bonus pays back to nobody, not to a newer bonus either', () => {
  house.configureMoney({ firstHoldMs: 0, holdMs: 0 })
  house.member(8)
  house.grant(1_000_000n)
  const round = house.betting()
  house.bet(7, 'B', 1_000_000n)
  deposit(50_000n)
  const to = { walletType: 'BINARY', receiverId: 8, point: 50_000n, senderName: 'a*', receiverName: 'b*' } as const
  const by = byMember({ siteId: SITE, memberId: 7 }, house.key())
  expect(codeOf(house.do({ kind: 'transferToMember', ...by, ...to }))).toBe(200)
  house.grant(10_000n)
  house.restart()
  house.until(round.startAt, 100_00)
  house.until(round.endAt + 4_000, 101_00)
  expect(house.purse()).toEqual({ cash: 0n, bonus: 10_000n })
  expect(house.held()).toMatchObject([{ remainder: 10_000n }])
})

test('a bonus that asks for no turnover is cash at once and whole, also while another one is held or at stake', () => {
  house.grant(30_000n)
  house.bet(7, 'B', 10_000n)
  house.grant(7n, 0)
  expect(house.ended()).toMatchObject({ state: 'CONVERTED', converted: 7n, remainder: 0n })
  expect(house.purse()).toEqual({ cash: 7n, bonus: 30_000n })
})

test('a bonus that reached its turnover while a stake of it was open does not expire', () => {
  /** Waits before all of it is staked, and stakes again when that counts; rounds begin by the minute. */
  const stakeLate = (waitMs: number) => {
    house = new Promoter().begin()
    house.pass((60_000 - (waitMs % 60_000)) % 60_000)
    const from = house.wall
    house.grant(100_000n, 1)
    house.pass(waitMs)
    house.begin()
    house.play('B', 100_000n, 101_00) // + 90,000
    house.until(house.at + 600_000 - 14_000)
    house.begin()
    const round = house.betting()
    expect(codeOf(house.bet(7, 'B', 50_000n))).toBe(200)
    house.until(round.startAt, 100_00)
    house.until(round.startAt + 30_000, 100_00)
    return { round, ms: house.wall - from }
  }
  const { ms } = stakeLate(0)
  const { round } = stakeLate(30 * DAY - ms + 1_000)
  expect(house.held()).toMatchObject([{ state: 'OPEN', done: 100_000n, expiresAt: house.wall - 1_000 }])
  house.restart()
  house.begin()
  house.until(round.endAt + 4_000, 101_00)
  expect(house.ended()).toMatchObject({ state: 'CONVERTED', converted: 235_000n })
  expect(house.purse()).toEqual({ cash: 235_000n, bonus: 0n })
})
