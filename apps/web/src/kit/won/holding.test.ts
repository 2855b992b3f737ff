import { expect, test } from 'vitest'
import { wonHolding } from './holding.ts'

const cross = {
  playerPoint: '900000',
  playerGameWaitPoint: '560000',
  lastPnl: '0',
  losscut: '112000',
  warnAt: '224000',
}
const wallet = { point: '900000', gameWaitPoint: '560000', pendingOut: '0' }
const sum = ({ parts }: ReturnType<typeof wonHolding>) => parts.free + parts.held + parts.waiting + parts.openProfit

test('with an open loss the ring shows what the row says is free, and adds up to the sum above', () => {
  const holding = wonHolding(wallet, { ...cross, lastPnl: '-100000' })
  expect(holding).toMatchObject({ total: 1_360_000n, available: 800_000n, pnl: -100_000n })
  expect(holding.parts).toEqual({ free: 800_000n, held: 560_000n, waiting: 0n, openProfit: 0n })
})

test('an open profit is a part of its own: it is in the sum and cannot be spent', () => {
  const holding = wonHolding(wallet, { ...cross, lastPnl: '40000' })
  expect(holding.parts).toEqual({ free: 900_000n, held: 560_000n, waiting: 0n, openProfit: 40_000n })
  expect(sum(holding)).toBe(holding.all)
})

test('whatever is lost, the parts add up to the sum and none is negative', () => {
  for (const lastPnl of ['-900001', '-1200000', '-1460000', '-9999999', '1']) {
    const holding = wonHolding(wallet, { ...cross, lastPnl })
    expect(sum(holding)).toBe(holding.all)
    expect(Object.values(holding.parts).every((part) => part >= 0n)).toBe(true)
  }
})

test('stakes of rounds stand beside the sum of a wallet with overseas futures', () => {
  const holding = wonHolding(
    { ...wallet, point: '850000', gameWaitPoint: '610000' },
    { ...cross, playerPoint: '850000' },
  )
  expect(holding).toMatchObject({
    total: 1_410_000n,
    all: 1_460_000n,
    held: 560_000n,
    waiting: 50_000n,
    available: 850_000n,
  })
  expect(sum(holding)).toBe(holding.all)
})

test('a withdrawal that is not finished waits, and stays a part of the sum', () => {
  const leaving = { ...wallet, point: '400000', pendingOut: '500000' }
  const beside = wonHolding(leaving, { ...cross, playerPoint: '400000' })
  expect(beside).toMatchObject({ all: 1_460_000n, waiting: 500_000n, available: 400_000n })
  expect(sum(beside)).toBe(beside.all)
  const alone = wonHolding(leaving, undefined)
  expect(alone).toMatchObject({ all: 1_460_000n, waiting: 1_060_000n, available: 400_000n })
  expect(sum(alone)).toBe(alone.all)
})

test('without overseas futures the wallet is what is free and what waits', () => {
  expect(wonHolding(wallet, undefined)).toMatchObject({
    total: 1_460_000n,
    available: 900_000n,
    held: null,
    waiting: 560_000n,
    parts: { free: 900_000n, held: 0n, waiting: 560_000n, openProfit: 0n },
  })
})
