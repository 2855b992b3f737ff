import { describe, expect, it } from 'vitest'
import { type Moved, MoveWatch, type WatchedMove } from './move-watch.ts'

const minute = 60_000
const restOf = () => ({ alertRestMs: 600_000, alertBackPpm: 1_000 })
const one = (id: number, tenths: number, minutes: number, parts: Partial<WatchedMove> = {}): WatchedMove => ({
  siteId: 1,
  id,
  instrument: 'BTCUSDT',
  minutes,
  tenths,
  isArmed: true,
  armedAt: 0,
  rungAt: null,
  ...parts,
})
const said = (moved: readonly Moved[]) =>
  moved.map(({ watched, isUp, tenths }) => `${watched.id} ${isUp ? '+' : '-'}${tenths}`).sort()

function watchOf(...some: WatchedMove[]) {
  const watch = new MoveWatch()
  for (const watched of some) watch.add(watched)
  return { watch, at: (price: number, at: number) => said(watch.price('BTCUSDT', price, at)) }
}

describe('the watch of moves', () => {
  it('rings for a way up or down of so much within its minutes, and once', () => {
    const { at } = watchOf(one(1, 30, 5), one(2, 30, 1), one(3, 50, 5))
    expect(at(100_000, 0)).toEqual([])
    expect(at(101_500, 2 * minute)).toEqual([])
    // From 100,000 within five minutes, from 101,500 within one.
    expect(at(103_000, 4 * minute)).toEqual(['1 +30'])
    expect(at(103_100, 4 * minute + 1)).toEqual([])
    expect(at(99_900, 4 * minute + 2_000)).toEqual(['2 -31'])
    expect(at(97_000, 4 * minute + 3_000)).toEqual(['3 -59'])
  })

  it('a slow way of the same length rings nothing', () => {
    const { at } = watchOf(one(1, 10, 1))
    // 0.3 % every 20 s is 0.9 % in a minute.
    for (let step = 0, price = 100_000; step < 100; step++, price = Math.floor(price * 1.003))
      expect(at(price, step * 20_100)).toEqual([])
  })

  it('a price that stood still until a moment ago counts as of that moment', () => {
    const { at } = watchOf(one(1, 30, 1))
    expect(at(100_000, 0)).toEqual([])
    expect(at(100_000, 30 * minute)).toEqual([])
    expect(at(103_000, 40 * minute)).toEqual(['1 +30'])
  })

  it('a silent feed ends its last price: a jump at its return counts only from prices within the minutes', () => {
    const long = watchOf(one(1, 30, 5))
    long.at(100_000, 0)
    long.watch.silent('BTCUSDT', 1_000)
    expect(long.at(110_000, 10 * minute)).toEqual([])
    expect(long.at(113_300, 10 * minute + 1_000)).toEqual(['1 +30'])
    const short = watchOf(one(1, 30, 5))
    short.at(100_000, 0)
    short.watch.silent('BTCUSDT', 1_000)
    expect(short.at(103_000, 2 * minute)).toEqual(['1 +30'])
  })

  it('where a session opens again is no move', () => {
    const { watch, at } = watchOf(one(1, 30, 60))
    at(100_000, 0)
    watch.closed('BTCUSDT')
    expect(at(110_000, minute)).toEqual([])
    expect(at(113_300, 2 * minute)).toEqual(['1 +30'])
  })

  it('counts from when it was armed on: what moved before is no news', () => {
    const { watch, at } = watchOf(one(1, 100, 5))
    at(100_000, 0)
    at(105_000, minute)
    watch.add(one(2, 30, 5, { armedAt: minute + 1 }))
    expect(at(105_100, minute + 2)).toEqual([])
    expect(at(108_200, 2 * minute)).toEqual(['2 +30'])
    // As one that waits for the same and was there before, it sees all.
    expect(at(110_000, 3 * minute)).toEqual(['1 +100'])
  })

  it('one that rang rests for ten minutes and then waits for another move', () => {
    const { watch, at } = watchOf(one(1, 100, 60), one(2, 30, 60, { isArmed: false, rungAt: minute }))
    at(100_000, 0)
    at(105_000, minute)
    expect(watch.arm(restOf, 11 * minute - 1)).toEqual([])
    expect(watch.arm(restOf, 11 * minute)).toMatchObject([{ id: 2, isArmed: true, armedAt: 11 * minute }])
    expect(at(105_000, 11 * minute)).toEqual([])
    expect(at(101_900, 12 * minute)).toEqual([])
    expect(at(101_800, 12 * minute)).toEqual(['2 -30'])
  })

  it('forgets what is removed, of its own site alone', () => {
    const { watch, at } = watchOf(one(1, 30, 5), one(1, 30, 5, { siteId: 2 }), one(3, 20, 5))
    at(100_000, 0)
    watch.remove({ siteId: 2, id: 1 })
    watch.remove({ siteId: 1, id: 3 })
    watch.remove({ siteId: 1, id: 77 })
    expect(at(103_000, 1_000)).toEqual(['1 +30'])
  })

  it('agrees with a plain look at all prices', () => {
    let seed = 11
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const watch = new MoveWatch()
    const plain = new Map<number, WatchedMove>()
    const seen: { price: number; from: number; until: number }[] = []
    let rang = 0
    for (let step = 1, at = 0, price = 100_000; step <= 1_500; step++) {
      at += 1 + random(4_000)
      price += random(401) - 200
      const last = seen.at(-1)
      if (random(40) === 0 && last?.until === Number.POSITIVE_INFINITY) {
        watch.silent('BTCUSDT', at)
        last.until = at
        at += random(5 * minute)
      }
      if (random(4) === 0) {
        const added = one(step, 5 + random(20), [1, 5, 15, 60][random(4)] ?? 1, { armedAt: at })
        watch.add(added)
        plain.set(step, added)
      }
      // As the engine does it: what is added sees the price of that moment.
      const newest = seen.at(-1)
      if (newest && newest.until === Number.POSITIVE_INFINITY) newest.until = at
      seen.push({ price, from: at, until: Number.POSITIVE_INFINITY })
      const due = [...plain.values()].filter(({ armedAt, minutes, tenths }) => {
        const since = Math.max(armedAt, at - minutes * minute)
        return seen.some(
          (one) => one.until >= since && Math.floor((Math.abs(price - one.price) * 1_000) / one.price) >= tenths,
        )
      })
      const found = watch.price('BTCUSDT', price, at).map(({ watched }) => watched.id)
      expect(found.sort()).toEqual(due.map(({ id }) => id).sort())
      for (const { id } of due) plain.delete(id)
      rang += due.length
      while ((seen[0]?.until ?? at) < at - 60 * minute) seen.shift()
    }
    expect(rang).toBeGreaterThan(100)
  })
})
