import { describe, expect, it } from 'vitest'
import { PriceWatch, type Watched } from './price-watch.ts'

const one = (id: number, direction: 'ABOVE' | 'BELOW', price: number, parts: Partial<Watched> = {}): Watched => ({
  siteId: 1,
  id,
  instrument: 'BTCUSDT',
  direction,
  price,
  isRepeated: false,
  isArmed: true,
  rungAt: null,
  ...parts,
})
const restOf = () => ({ alertRestMs: 600_000, alertBackPpm: 1_000 })
const ids = (found: readonly Watched[]) => found.map(({ id }) => id).sort((a, b) => a - b)

describe('the watch of prices', () => {
  it('gives what a price reaches, at it or beyond it, on each side, and once', () => {
    const watch = new PriceWatch()
    for (const [n, price] of [105, 101, 103, 101, 110].entries()) watch.add(one(n + 1, 'ABOVE', price))
    for (const [n, price] of [95, 99, 97].entries()) watch.add(one(n + 11, 'BELOW', price))
    expect(ids(watch.reach('BTCUSDT', 100))).toEqual([])
    expect(ids(watch.reach('BTCUSDT', 103))).toEqual([2, 3, 4])
    expect(ids(watch.reach('BTCUSDT', 103))).toEqual([])
    expect(ids(watch.reach('BTCUSDT', 97))).toEqual([12, 13])
    expect(ids(watch.reach('ETHUSDT', 1))).toEqual([])
    expect(ids(watch.reach('BTCUSDT', 1_000))).toEqual([1, 5])
    expect(watch.size).toBe(1)
  })

  it('forgets what is removed, also among others of the same price, and of its own site alone', () => {
    const watch = new PriceWatch()
    for (let id = 1; id <= 5; id++) watch.add(one(id, 'ABOVE', 100))
    watch.add(one(3, 'ABOVE', 100, { siteId: 15 }))
    watch.remove({ siteId: 1, id: 3 })
    watch.remove({ siteId: 1, id: 77 })
    expect(
      watch
        .reach('BTCUSDT', 100)
        .map(({ siteId, id }) => `${siteId}:${id}`)
        .sort(),
    ).toEqual(['15:3', '1:1', '1:2', '1:4', '1:5'])
  })

  it('agrees with a plain look at a list, whatever is added, removed and reached', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const watch = new PriceWatch()
    const plain = new Map<number, Watched>()
    for (let step = 1; step <= 3_000; step++) {
      const what = random(4)
      if (what < 2) {
        const added = one(step, random(2) === 0 ? 'ABOVE' : 'BELOW', 50 + random(100))
        watch.add(added)
        plain.set(step, added)
      } else if (what === 2) {
        const id = [...plain.keys()][random(plain.size)] ?? 0
        watch.remove({ siteId: 1, id })
        plain.delete(id)
      } else {
        const price = 60 + random(80)
        const due = [...plain.values()].filter((a) => (a.direction === 'ABOVE' ? price >= a.price : price <= a.price))
        expect(ids(watch.reach('BTCUSDT', price))).toEqual(ids(due))
        for (const { id } of due) plain.delete(id)
      }
      expect(watch.size).toBe(plain.size)
    }
  })

  it('arms one as long after it rang, and as far back, as its site says', () => {
    const watch = new PriceWatch()
    const rung = { isRepeated: true, isArmed: false, rungAt: 0 }
    watch.add(one(1, 'ABOVE', 100_000, rung))
    watch.add(one(2, 'ABOVE', 100_000, { ...rung, siteId: 2 }))
    const ofSite = (siteId: number) => (siteId === 2 ? { alertRestMs: 60_000, alertBackPpm: 20_000 } : restOf())
    const at = (price: number, now: number) => ids(watch.arm(() => price, ofSite, now))
    expect([at(98_001, 60_000), at(98_000, 59_999), at(98_000, 60_000), at(98_001, 600_000)]).toEqual([
      [],
      [],
      [2],
      [1],
    ])
    expect(watch.isResting).toBe(false)
  })

  it('arms one that rang after ten minutes and 0.1 % back, not after one of them', () => {
    const watch = new PriceWatch()
    const rung = { isRepeated: true, isArmed: false, rungAt: 1_000_000 }
    watch.add(one(1, 'ABOVE', 100_000, rung))
    watch.add(one(2, 'BELOW', 90_000, rung))
    const at = (price: number | null, now: number) => ids(watch.arm(() => price, restOf, now))
    expect(at(99_000, 1_599_999)).toEqual([])
    expect(at(99_901, 1_600_000)).toEqual([2])
    expect(at(null, 1_600_000)).toEqual([])
    expect(ids(watch.reach('BTCUSDT', 200_000))).toEqual([])
    expect(at(99_900, 1_600_000)).toEqual([1])
    expect(ids(watch.reach('BTCUSDT', 100_000))).toEqual([1])
  })
})
