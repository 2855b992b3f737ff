import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleShare, shareSetAside } from './profit-share.ts'

const usdt = (amount: number) => BigInt(Math.round(amount * 1e8))
const rate = { ratePpm: 100_000 }

test('C31: a share is paid above the highest level that was shared, and open losses count against it', () => {
  // Net, open result; then the level, the share, and what stays set aside.
  const days = [
    [68, 0, 68, 6.8, 0],
    [18, 0, 68, 0, 0],
    [58, 0, 68, 0, 0],
    [88, -5, 83, 1.5, 0.5],
    [82.9, 0, 83, 0, 0],
  ] as const
  let highWater = 0n
  for (const [net, open, level, share, aside] of days) {
    const settled = settleShare({ net: usdt(net), highWater, ...rate }, usdt(open))
    expect(settled).toEqual({ share: usdt(share), highWater: usdt(level) })
    highWater = settled.highWater
    expect(shareSetAside({ net: usdt(net), highWater, ...rate })).toBe(usdt(aside))
  }
})

test('C31: open gains count once they are closed', () => {
  expect(settleShare({ net: usdt(10), highWater: 0n, ...rate }, usdt(90)).share).toBe(usdt(1))
})

test('C32: what is set aside grows with the profit that makes it and goes back with losses, rounded down', () => {
  const aside = (net: bigint) => shareSetAside({ net, highWater: 100n, ratePpm: 200_000 })
  expect([99n, 100n, 104n, 105n, 109n, 110n].map(aside)).toEqual([0n, 0n, 0n, 1n, 1n, 2n])
})

const amount = fc.bigInt({ min: -usdt(100), max: usdt(100) })

test('C32: whatever happens, a share comes out of what was set aside, and all shares out of the highest level', () => {
  const days = fc.array(fc.tuple(amount, amount), { maxLength: 40 })
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 200_000 }), (list, ratePpm) => {
      let [net, highWater, paid, top] = [0n, 0n, 0n, 0n]
      for (const [change, open] of list) {
        net += change
        const aside = shareSetAside({ net, highWater, ratePpm })
        const { share, highWater: level } = settleShare({ net, highWater, ratePpm }, open)
        expect(share + shareSetAside({ net, highWater: level, ratePpm })).toBeLessThanOrEqual(aside)
        const reached = net + (open < 0n ? open : 0n)
        if (reached > top) top = reached
        ;[highWater, paid] = [level, paid + share]
        expect(highWater).toBe(top)
        expect(paid).toBeLessThanOrEqual((top * BigInt(ratePpm)) / 1_000_000n)
      }
    }),
  )
})
