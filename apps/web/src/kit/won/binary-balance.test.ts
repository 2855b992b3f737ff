import { expect, test } from 'vitest'
import { binaryBalance } from './binary-balance.ts'

const cross = {
  playerPoint: '900000',
  playerGameWaitPoint: '560000',
  lastPnl: '-100000',
  losscut: '112000',
  warnAt: '224000',
}

test('specification 3: point and realPoint come from the account of overseas futures; the stakes of rounds wait beside them', () => {
  // 50,000 of what waits is a stake.
  expect(binaryBalance({ point: '900000', gameWaitPoint: '610000' }, cross)).toEqual({
    total: 1_360_000n,
    real: 800_000n,
    waiting: 50_000n,
    available: 800_000n,
    untilCut: 1_248_000n,
  })
})

test('an open profit is shown, and cannot be spent', () => {
  const risen = { ...cross, lastPnl: '100000' }
  const { total, available } = binaryBalance({ point: '900000', gameWaitPoint: '560000' }, risen)
  expect([total, available]).toEqual([1_560_000n, 900_000n])
})

test('nothing is shown below zero, and without positions there is nothing to cut', () => {
  const ruined = { playerPoint: '0', playerGameWaitPoint: '100', lastPnl: '-500', losscut: '20', warnAt: '40' }
  expect(binaryBalance({ point: '0', gameWaitPoint: '100' }, ruined)).toEqual({
    total: 0n,
    real: -500n,
    waiting: 0n,
    available: 0n,
    untilCut: 0n,
  })
  expect(
    binaryBalance({ point: '5', gameWaitPoint: '0' }, { ...ruined, lastPnl: '0', losscut: '0', warnAt: '0' }).untilCut,
  ).toBeNull()
})
