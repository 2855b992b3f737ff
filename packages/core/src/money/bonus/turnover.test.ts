import { beforeEach, expect, test } from 'vitest'
import { createCore } from '../../core.ts'
import { codeOf, option } from '../../testing.ts'
import { idOf } from '../testing.ts'
import { Promoter } from './testing.ts'

let house: Promoter
beforeEach(() => {
  house = new Promoter().begin()
  house.approve(idOf(house.deposit(1_000_000n)))
})

const TEN_MINUTES = 600_000
const done = () => house.ended()?.done

test('a decided stake counts whole when ten minutes are over, a void one never', () => {
  house.grant(100_000n)
  house.play('B', 20_000n, 101_00)
  expect(done()).toBe(0n)
  house.pass(TEN_MINUTES)
  expect(done()).toBe(20_000n)
  house.begin()
  house.play('B', 30_000n, 100_00)
  house.pass(TEN_MINUTES)
  expect(done()).toBe(20_000n)
})

// A closed perpetual stands against a stake too, so the sides of all books have to mean the same.
test.each([
  ['B', true],
  ['S', false],
] as const)('a decided stake on %s counts on its side of the price: up is %s', (side, isUp) => {
  house.grant(100_000n)
  house.play(side, 20_000n, 101_00)
  expect(house.calls.flatMap(({ rows }) => rows.turnovers)).toMatchObject([{ isUp }])
})

test('what stands against a stake on the same underlying within ten minutes takes as much from both', () => {
  house.grant(100_000n)
  house.play('B', 50_000n, 101_00)
  house.play('S', 30_000n, 101_00)
  house.pass(TEN_MINUTES)
  expect(done()).toBe(20_000n)
})

test('a larger stake loses only what stands against it', () => {
  house.grant(100_000n)
  house.play('B', 30_000n, 101_00)
  house.play('S', 50_000n, 101_00)
  house.pass(TEN_MINUTES)
  expect(done()).toBe(20_000n)
})

test('stakes on one side add up, and what is staked on another underlying takes nothing', () => {
  const eth = { instrument: 'ETHUSDT' }
  house = new Promoter({ options: [option(), option({ id: 101, stock: 'CR_ETHUSDT', ...eth })] })
  house.live(eth.instrument)
  house.tick(100_00, eth)
  house.begin()
  house.approve(idOf(house.deposit(1_000_000n)))
  house.grant(100_000n)
  const [round, other] = [house.betting(100), house.betting(101)]
  house.bet(7, 'B', 50_000n, round.id)
  house.pass(2_000)
  house.bet(7, 'B', 20_000n, round.id)
  house.bet(7, 'S', 30_000n, other.id)
  for (const [until, price] of [
    [round.startAt, 100_00],
    [round.endAt + 4_000, 101_00],
  ] as const)
    while (house.at < until) {
      house.at += 500
      house.tick(price)
      house.tick(price, eth)
      house.settle()
    }
  house.pass(TEN_MINUTES)
  expect(done()).toBe(100_000n)
})

test('what stands against it later takes nothing', () => {
  house.grant(100_000n)
  house.play('B', 50_000n, 101_00)
  house.pass(TEN_MINUTES)
  house.begin()
  house.play('S', 30_000n, 101_00)
  house.pass(TEN_MINUTES)
  expect(done()).toBe(80_000n)
})

test('the stakes of a risk group stand against one another, those of strangers do not', () => {
  house.member(8, 1_000_000n)
  house.member(9, 1_000_000n)
  const share = (memberId: number) => house.join(memberId)
  share(7)
  share(8)
  house.grant(100_000n)
  const round = house.betting()
  house.bet(7, 'B', 50_000n)
  house.bet(8, 'S', 30_000n)
  house.bet(9, 'S', 40_000n)
  house.until(round.startAt, 100_00)
  house.until(round.endAt + 4_000, 101_00)
  house.pass(TEN_MINUTES)
  expect(done()).toBe(20_000n)
})

test('turnover counts what came before a restart, and nothing from before the bonus', () => {
  house.play('B', 500_000n, 101_00)
  house.grant(100_000n)
  house.play('B', 50_000n, 101_00)
  house.restart()
  house.pass(TEN_MINUTES)
  expect(done()).toBe(50_000n)
})

test('at its turnover a bonus becomes cash, no more than its cap; the rest is the house’s', () => {
  house.grant(20_000n, 1)
  const before = house.purse().cash
  house.play('B', 20_000n, 101_00)
  house.pass(TEN_MINUTES)
  expect(house.held()).toEqual([])
  expect(house.purse()).toEqual({ cash: before + 18_000n + 20_000n, bonus: 0n })
  expect(house.ended()).toMatchObject({ state: 'CONVERTED', converted: 20_000n, done: 20_000n })
  expect([...house.rows.values()].filter((row) => row.reason === 'BONUS_CONVERTED')).toMatchObject([
    { type: 'TO', walletType: 'BONUS', point: 20_000n },
    { type: 'TI', walletType: 'BINARY', point: 20_000n },
  ])
})

test('a bonus becomes cash only when none of it is at stake', () => {
  house.member(8)
  house.grant(20_000n, 1, 8)
  house.play('B', 20_000n, 101_00, 8)
  const held = () => house.held(8).map(({ done }) => done)
  house.until(house.at + TEN_MINUTES - 14_000)
  house.begin()
  const round = house.betting()
  expect(codeOf(house.bet(8, 'B', 10_000n))).toBe(200)
  house.until(round.startAt, 100_00)
  house.until(round.startAt + 30_000, 100_00)
  expect(held()).toEqual([20_000n])
  house.until(round.endAt + 4_000, 101_00)
  expect(held()).toEqual([])
  expect(house.purse(8)).toEqual({ cash: 38_000n + 9_000n, bonus: 0n })
})

test('more than one bonus asks for fills the oldest first', () => {
  house.grant(10_000n, 2)
  house.grant(10_000n, 5)
  house.play('B', 30_000n, 101_00)
  house.pass(TEN_MINUTES)
  expect(house.held()).toMatchObject([{ done: 10_000n, required: 50_000n }])
})

test('the turnover of an old bonus releases what is left of it, and nothing of a newer one', () => {
  house.member(8)
  house.grant(5_000n, 1, 8)
  house.play('B', 5_000n, 101_00, 8)
  house.grant(500_000n, 30, 8)
  house.pass(TEN_MINUTES)
  expect(house.purse(8)).toEqual({ cash: 9_500n, bonus: 500_000n })
  expect(house.held(8)).toMatchObject([{ point: 500_000n, remainder: 500_000n }])
})

test('what an older bonus leaves of a stake counts for one that was given before the stake was decided, and for none after', () => {
  const counts = (isInTime: boolean) => {
    house = new Promoter().begin()
    house.approve(idOf(house.deposit(1_000_000n)))
    house.grant(10_000n, 1)
    const round = house.betting()
    house.bet(7, 'B', 30_000n)
    house.until(round.startAt, 100_00)
    const decided = () => house.calls.some(({ rows }) => rows.turnovers.length > 0)
    while (!decided()) house.until(house.at + 500, 101_00)
    if (!isInTime) house.pass(1)
    house.grant(10_000n, 5)
    house.pass(TEN_MINUTES)
    return house.held().map((grant) => grant.done)
  }
  expect([true, false].map(counts)).toEqual([[20_000n], [0n]])
})

test('after a restart the oldest bonus is filled first, in whichever order the rows come', () => {
  house.grant(10_000n, 2)
  house.grant(10_000n, 5)
  const snapshot = house.core.snapshot()
  house.core = createCore({ ...snapshot, bonusGrants: snapshot.bonusGrants.toSorted((a, b) => b.id - a.id) })
  house.begin()
  house.play('B', 30_000n, 101_00)
  house.pass(TEN_MINUTES)
  expect(house.held()).toMatchObject([{ done: 10_000n, required: 50_000n }])
})
