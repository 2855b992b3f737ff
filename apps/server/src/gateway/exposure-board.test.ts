import type { ExposureSums } from '@maru/contract'
import { expect, test } from 'vitest'
import { ExposureBoard } from './exposure-board.ts'

const sums = (at: number, roundSum: string): ExposureSums => ({
  at,
  markets: [],
  rungs: [],
  rounds: [],
  roundSum,
  roundToday: '0',
  maxDayExposure: '300000000',
})

function house() {
  const now = { at: 0, roundSum: '0' }
  const read: number[] = []
  const told: [siteId: number, roundSum: string][] = []
  const failures: unknown[] = []
  let gate: Promise<unknown> = Promise.resolve()
  const board = new ExposureBoard({
    read: async (siteId) => {
      read.push(siteId)
      await gate
      now.at += 1
      return sums(now.at, now.roundSum)
    },
    tell: (siteId, { roundSum }) => told.push([siteId, roundSum]),
    failed: (error) => failures.push(error),
  })
  return { board, now, read, told, failures, wait: (until: Promise<unknown>) => (gate = until) }
}

test('nobody looks, nothing is read; the last who leaves ends it', async () => {
  const { board, read } = house()
  await board.beat()
  const [first, second] = [board.join(1), board.join(1)]
  await board.beat()
  first()
  // One who left twice takes no place of another.
  first()
  await board.beat()
  second()
  await board.beat()
  expect(read).toEqual([1, 1])
})

test('what did not change is not told again, each site for itself', async () => {
  const { board, now, told } = house()
  board.join(1)
  board.join(15)
  await board.beat()
  await board.beat()
  now.roundSum = '9'
  await board.beat()
  expect(told).toEqual([
    [1, '0'],
    [15, '0'],
    [1, '9'],
    [15, '9'],
  ])
})

test('a look that is slow is not overtaken, one that fails ends no other, and who left meanwhile is told nothing', async () => {
  const { board, read, told, failures, wait } = house()
  const leave = board.join(1)
  const gate = Promise.withResolvers<void>()
  wait(gate.promise)
  const slow = board.beat()
  await board.beat()
  leave()
  gate.resolve()
  await slow
  expect([read, told]).toEqual([[1], []])
  board.join(1)
  wait(Promise.reject(new Error('away')))
  await board.beat()
  wait(Promise.resolve())
  await board.beat()
  expect([failures.length, told]).toEqual([1, [[1, '0']]])
})
