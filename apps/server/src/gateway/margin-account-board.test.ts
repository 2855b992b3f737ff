import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import type { Snapshot } from './event-board.ts'
import { MarginAccountBoard } from './margin-account-board.ts'

let now: number
let figures: Map<number, number>
let told: [memberId: number, data: unknown][]
let failures: unknown[]
/** Keeps what was read from being given. */
let held: Promise<void> | null
let board: MarginAccountBoard

const includes = { epoch: 1, batch: 1, seq: null }

beforeEach(() => {
  now = 0
  figures = new Map()
  told = []
  failures = []
  held = null
  const read = async (_siteId: number, memberId: number) => {
    if (figures.get(memberId) === 666) throw new Error('broken')
    const data = figures.get(memberId) ?? null
    await held
    return { data, includes }
  }
  const tell = (_siteId: number, memberId: number, { data }: Snapshot) => told.push([memberId, data])
  board = new MarginAccountBoard({ read, tell, failed: (error) => failures.push(error) }, 500, () => now)
})

/** A listener who is told the figures of now. */
function join(memberId: number): () => void {
  const leave = board.join(1, memberId)
  board.begin(1, memberId, { data: figures.get(memberId) ?? null, includes })
  return leave
}

test('figures that move all the time are told twice a second', async () => {
  join(7)
  for (now = 100; now <= 2_000; now += 100) {
    figures.set(7, now)
    board.beat()
    await turn()
  }
  expect(told.map(([, data]) => data)).toEqual([500, 1_000, 1_500, 2_000])
})

test('figures that stand still are not told again, and leave at the next beat once they move', async () => {
  join(7)
  for (now = 100; now <= 2_000; now += 100) {
    board.beat()
    await turn()
  }
  expect(told).toEqual([])
  figures.set(7, 1)
  board.beat()
  await turn()
  expect(told).toEqual([[7, 1]])
})

test('what happens to a member is told at once, all of one turn together, and only to who listens', async () => {
  join(7)
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
  await turn()
  expect(told).toHaveLength(1)
  now = 500
  board.beat()
  await turn()
  expect(told).toEqual([
    [7, 2],
    [7, 3],
  ])
})

test('a member is watched until his last listener leaves', async () => {
  const leave = [join(7), join(7)]
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
  await turn()
  expect(told).toHaveLength(1)
})

test('one whose figures cannot be read keeps nobody else from hearing his', async () => {
  join(7)
  join(8)
  figures.set(7, 666)
  figures.set(8, 1)
  board.touch(1, 7)
  board.touch(1, 8)
  await turn()
  expect(failures).toHaveLength(1)
  expect(told).toEqual([[8, 1]])
})

test('what happens to a member while his figures are read is told after them', async () => {
  join(7)
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  figures.set(7, 1)
  board.touch(1, 7)
  await turn()
  figures.set(7, 2)
  board.touch(1, 7)
  await turn()
  expect(told).toEqual([])
  held = null
  resolve()
  await turn()
  expect(told).toEqual([
    [7, 1],
    [7, 2],
  ])
})

test('nothing is told before the first listener was sent his snapshot', async () => {
  board.join(1, 7)
  figures.set(7, 1)
  board.touch(1, 7)
  now = 1_000
  board.beat()
  await turn()
  expect(told).toEqual([])
})
