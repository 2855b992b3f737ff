import { expect, test } from 'vitest'
import { bySystem } from '../envelope.ts'
import { NOON, SITE } from '../testing.ts'
import type { TraitKind } from '../types.ts'
import { DAY, HOUR, idOf, Teller } from './testing.ts'

const hash = 'ab'.repeat(32)
const note = (teller: Teller, memberId: number, trait: TraitKind) =>
  teller.do({ kind: 'noteTrait', ...bySystem(SITE), memberId, trait, hash })
/** What the core finds odd in a withdrawal. */
function flagsOf(
  teller: Teller,
  point = 10_000n,
  parts: Parameters<Teller['withdraw']>[1] = {},
  of = 7,
): readonly string[] {
  const reply = teller.withdraw(point, parts, of)
  expect(reply).toMatchObject({ status: 200 })
  const id = idOf(reply)
  const { flags } = teller.row(id)
  teller.cancel(id, of)
  return flags
}

test('an ordinary withdrawal has no flag, and one person agrees to it', () => {
  const teller = new Teller()
  const id = idOf(teller.withdraw(10_000n))
  expect(teller.row(id).flags).toEqual([])
  teller.pass(600_000)
  expect(teller.approve(id, 9).status).toBe(200)
})

test('a deposit that no result of a trade followed, also over a start', () => {
  const teller = new Teller()
  teller.live()
  teller.tick(100_00)
  teller.settle()
  teller.approve(idOf(teller.deposit(100_000n)))
  teller.pass(72 * HOUR)
  teller.restart()
  expect(flagsOf(teller)).toEqual(['NO_TRADING'])
  expect(teller.core.snapshot().memberMoney).toMatchObject([{ untradedSince: teller.wall - 72 * HOUR }])
})

test('a settled bet is trading, and the next deposit asks for it anew', () => {
  const teller = new Teller()
  teller.configureMoney({ firstHoldMs: 0, holdMs: 0 })
  teller.approve(idOf(teller.deposit(100_000n)))
  expect(flagsOf(teller)).toEqual(['NO_TRADING'])
  playRound(teller)
  expect(flagsOf(teller)).toEqual([])
  teller.restart()
  expect(flagsOf(teller)).toEqual([])
  teller.approve(idOf(teller.deposit(100_000n)))
  teller.configureMoney({ flagWithdrawals: 10 })
  expect(flagsOf(teller)).toEqual(['NO_TRADING'])
})

/** Member 7 stakes on a round, which is decided. */
function playRound(teller: Teller): void {
  teller.live()
  teller.tick(100_00)
  teller.settle()
  expect(teller.bet(7, 'B', 5_000n).status).toBe(200)
  teller.until(NOON + 90_000, 100_00)
  teller.until(NOON + 150_000, 101_00)
  expect(
    teller.calls.flatMap(({ rows }) => rows.bets).some(({ memberId, status }) => memberId === 7 && status === 1),
  ).toBe(true)
}

test('what a member has in common with another: a device, an account, an address of the network', () => {
  for (const [trait, flag] of [
    ['DEVICE', 'SHARED_DEVICE'],
    ['BANK', 'SHARED_ACCOUNT'],
    ['ADDRESS', 'SHARED_ACCOUNT'],
    ['IP', 'SHARED_IP'],
  ] as const) {
    const teller = new Teller()
    teller.member(8)
    note(teller, 7, trait)
    expect(flagsOf(teller)).toEqual([])
    note(teller, 8, trait)
    teller.restart()
    expect(flagsOf(teller)).toEqual([flag])
  }
})

test('one person on several sites is nothing odd, nor is an address that was shared long ago', () => {
  const teller = new Teller()
  teller.member(8)
  for (const trait of ['IDENTITY', 'IP'] as const) for (const memberId of [7, 8]) note(teller, memberId, trait)
  teller.pass(30 * DAY)
  expect(flagsOf(teller)).toEqual(['SHARED_IP'])
  teller.pass(1)
  expect(flagsOf(teller)).toEqual([])
  teller.configureMoney({ sharedIpMs: 31 * DAY, sharedIpMembers: 2 })
  expect(flagsOf(teller)).toEqual(['SHARED_IP'])
})

/** A USDT is worth 1,400 KRW. */
function price(teller: Teller): void {
  teller.signal({
    kind: 'coinRate',
    pair: 'USDTKRW',
    role: 'price',
    rate: 140_000,
    source: 'test',
    sourceTs: teller.at,
    recvTs: teller.at,
  })
}

test('an address that nothing was paid to yet; a bank account is no address', () => {
  const teller = new Teller()
  const grants = [{ type: 'FUTURES', currency: 'USDT', amount: 100_00000000n }] as const
  teller.do({ kind: 'openMember', ...bySystem(SITE), memberId: 9, grants })
  price(teller)
  const coins = { walletType: 'FUTURES', accountId: 32, payee: '홍길동' } as const
  expect(flagsOf(teller, 20_00000000n, coins, 9)).toEqual(['NEW_ADDRESS'])
  const id = idOf(teller.withdraw(20_00000000n, coins, 9))
  teller.pass(600_000)
  teller.approve(id, 9)
  teller.approve(id, 10)
  teller.complete(id)
  expect(teller.row(id).status).toBe('COMPLETED')
  teller.restart()
  price(teller)
  expect(flagsOf(teller, 20_00000000n, coins, 9)).toEqual([])
  expect(flagsOf(teller, 20_00000000n, { ...coins, accountId: 33 }, 9)).toContain('NEW_ADDRESS')
})

test('from the fourth withdrawal of a day on, also those that were taken back, until midnight in Korea', () => {
  const teller = new Teller()
  expect([1, 2, 3, 4].map(() => flagsOf(teller))).toEqual([[], [], [], ['VELOCITY']])
  teller.restart()
  expect(flagsOf(teller)).toEqual(['VELOCITY'])
  teller.configureMoney({ flagWithdrawals: 6 })
  expect([1, 2].map(() => flagsOf(teller))).toEqual([[], ['VELOCITY']])
  teller.pass(12 * HOUR - (teller.at - NOON))
  expect(flagsOf(teller)).toEqual([])
})
