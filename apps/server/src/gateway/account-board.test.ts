import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { AccountBoard } from './account-board.ts'

let now: number
let figures: Map<number, number>
let told: [memberId: number, data: unknown][]
let failures: unknown[]
let board: AccountBoard

beforeEach(() => {
  now = 0
  figures = new Map()
  told = []
  failures = []
  const read = (_siteId: number, memberId: number) => {
    if (figures.get(memberId) === 666) throw new Error('broken')
    return figures.get(memberId) ?? null
  }
  const tell = (_siteId: number, memberId: number, data: unknown) => told.push([memberId, data])
  board = new AccountBoard({ read, tell, failed: (error) => failures.push(error) }, 500, () => now)
})

test('figures that move all the time are told twice a second', () => {
  board.join(1, 7)
  for (now = 100; now <= 2_000; now += 100) {
    figures.set(7, now)
    board.beat()
  }
  expect(told.map(([, data]) => data)).toEqual([500, 1_000, 1_500, 2_000])
})

test('figures that stand still are not told again, and leave at the next beat once they move', () => {
  board.join(1, 7)
  for (now = 100; now <= 2_000; now += 100) board.beat()
  expect(told).toEqual([])
  figures.set(7, 1)
  board.beat()
  expect(told).toEqual([[7, 1]])
})

test('what happens to a member is told at once, all of one turn together, and only to who listens', async () => {
  board.join(1, 7)
  figures.set(7, 1)
  figures.set(8, 1)
  for (let i = 0; i < 3; i++) board.touch(1, 7)
  board.touch(1, 8)
  figures.set(7, 2)
  expect(told).toEqual([])
  await turn()
  expect(told).toEqual([[7, 2]])
  // The beat goes on from there.
  figures.set(7, 3)
  now = 499
  board.beat()
  expect(told).toHaveLength(1)
  now = 500
  board.beat()
  expect(told).toEqual([
    [7, 2],
    [7, 3],
  ])
})

test('a member is watched until his last listener leaves', async () => {
  const leave = [board.join(1, 7), board.join(1, 7)]
  leave[0]?.()
  figures.set(7, 1)
  board.touch(1, 7)
  await turn()
  expect(told).toHaveLength(1)
  figures.set(7, 2)
  board.touch(1, 7)
  leave[1]?.()
  await turn()
  now = 10_000
  board.beat()
  expect(told).toHaveLength(1)
})

test('one whose figures cannot be read keeps nobody else from hearing his', async () => {
  board.join(1, 7)
  board.join(1, 8)
  figures.set(7, 666)
  figures.set(8, 1)
  board.touch(1, 7)
  board.touch(1, 8)
  await turn()
  expect(failures).toHaveLength(1)
  expect(told).toEqual([[8, 1]])
})
