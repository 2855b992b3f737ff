import { expect, test } from 'vitest'
import { accountOf } from './account.ts'

const cross = {
  playerPoint: '18924000',
  playerGameWaitPoint: '11076000',
  lastPnl: '-40000',
  losscut: '2215200',
  warnAt: '4430400',
}

test('the result of now moves what is left above the loss cut; the deposit stays', () => {
  expect(accountOf(cross, -38_766n)).toEqual({
    deposit: 30_000_000n,
    pnl: -38_766n,
    point: 29_961_234n,
    left: 27_746_034n,
    margin: 11_076_000n,
    isNear: false,
  })
})

test('without prices the result is the one that the server told', () => {
  expect(accountOf(cross, null)).toMatchObject({ pnl: -40_000n, left: 27_744_800n })
})

test('at 40 % of the margin the account is near its cut, not a won above', () => {
  const point = 2n * 2_215_200n
  expect(accountOf(cross, point - 30_000_000n).isNear).toBe(true)
  expect(accountOf(cross, point + 1n - 30_000_000n).isNear).toBe(false)
})

test('a loss beyond the deposit leaves nothing, and nothing is cut without a position', () => {
  expect(accountOf(cross, -40_000_000n)).toMatchObject({ point: 0n, left: -2_215_200n, isNear: true })
  expect(accountOf({ ...cross, losscut: '0', warnAt: '0' }, 0n)).toMatchObject({ left: null, isNear: false })
})
