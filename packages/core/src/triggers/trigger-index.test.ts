import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvariantBroken } from '../invariant.ts'
import {
  type Direction,
  Rank,
  type Trigger,
  type TriggerHandle,
  TriggerIndex,
  type TriggerPrice,
} from './trigger-index.ts'

const fireAll = (book: TriggerIndex<string>, kind: TriggerPrice, price: number) => {
  const fired: string[] = []
  book.fire(kind, price, 1_000, (item) => fired.push(item))
  return fired
}

test('a rising trigger fires at its level and above, a falling one at its level and below', () => {
  const book = new TriggerIndex<string>()
  book.add('last', 'rises', 101, Rank.stop, 1, 'buy stop')
  book.add('last', 'falls', 99, Rank.stop, 2, 'sell stop')
  expect(fireAll(book, 'last', 100)).toEqual([])
  expect(book.nearest('last', 'rises')).toBe(101)
  expect(book.nearest('last', 'falls')).toBe(99)
  expect(fireAll(book, 'last', 101)).toEqual(['buy stop'])
  expect(fireAll(book, 'last', 98)).toEqual(['sell stop'])
  expect(book.nearest('last', 'falls')).toBeNull()
})

test('a trigger waits for its own kind of price only', () => {
  const book = new TriggerIndex<string>()
  book.add('mark', 'falls', 99, Rank.guard, 1, 'guard')
  for (const kind of ['last', 'bid', 'ask'] as const) expect(book.isCrossed(kind, 1)).toBe(false)
  expect(fireAll(book, 'mark', 99)).toEqual(['guard'])
})

test('within a tick liquidation comes before stops, and stops before limits', () => {
  const book = new TriggerIndex<string>()
  book.add('mark', 'falls', 100, Rank.limit, 1, 'limit')
  book.add('mark', 'rises', 90, Rank.stop, 2, 'stop')
  book.add('mark', 'falls', 95, Rank.guard, 3, 'guard')
  expect(fireAll(book, 'mark', 95)).toEqual(['guard', 'stop', 'limit'])
})

test('a jump fires stops by price, the level that it reached first before the others, and by sequence at one level', () => {
  const book = new TriggerIndex<string>()
  for (const [seq, level] of [98, 96, 98, 97].entries()) {
    book.add('last', 'falls', level, Rank.stop, seq, `falls ${level} #${seq}`)
    book.add('last', 'rises', level, Rank.stop, seq, `rises ${level} #${seq}`)
  }
  expect(fireAll(book, 'last', 97)).toEqual(['rises 96 #1', 'rises 97 #3', 'falls 98 #0', 'falls 98 #2', 'falls 97 #3'])
})

test('what one turn does not fire goes on at the same price', () => {
  const book = new TriggerIndex<string>()
  for (const level of [97, 98, 99]) book.add('last', 'falls', level, Rank.stop, level, String(level))
  const fired: string[] = []
  expect(book.fire('last', 90, 2, (item) => fired.push(item))).toBe(2)
  expect(book.isCrossed('last', 90)).toBe(true)
  expect(book.fire('last', 90, 2, (item) => fired.push(item))).toBe(1)
  expect(fired).toEqual(['99', '98', '97'])
})

test('a fired trigger may cancel others and arm new ones: both hold at once', () => {
  const book = new TriggerIndex<string>()
  book.add('last', 'falls', 99, Rank.stop, 1, 'stop loss')
  const other = book.add('last', 'falls', 98, Rank.stop, 2, 'its sibling')
  const fired: string[] = []
  book.fire('last', 95, 10, (item, level) => {
    fired.push(`${item} at ${level}`)
    if (item === 'stop loss') {
      expect(book.remove(other)).toBe('its sibling')
      book.add('last', 'falls', 96, Rank.limit, 3, 'limit')
      book.add('last', 'falls', 97, Rank.guard, 4, 'guard')
    }
  })
  expect(fired).toEqual(['stop loss at 99', 'guard at 97', 'limit at 96'])
  expect(book.size).toBe(0)
})

test('a moved trigger keeps its place in the sequence of its new level', () => {
  const book = new TriggerIndex<string>()
  const first = book.add('bid', 'rises', 105, Rank.limit, 1, 'first')
  book.add('bid', 'rises', 103, Rank.limit, 2, 'second')
  book.move(first, 103)
  expect(book.levelOf(first)).toBe(103)
  expect(fireAll(book, 'bid', 103)).toEqual(['first', 'second'])
})

test('a handle that was used up is a bug, also when its place is taken again', () => {
  const book = new TriggerIndex<string>()
  const handle = book.add('ask', 'falls', 10, Rank.limit, 1, 'old')
  book.remove(handle)
  expect(() => book.remove(handle)).toThrow(InvariantBroken)
  book.add('ask', 'falls', 10, Rank.limit, 2, 'new')
  expect(() => book.remove(handle)).toThrow(InvariantBroken)
  expect(() => book.move(handle, 11)).toThrow(InvariantBroken)
  expect(fireAll(book, 'ask', 10)).toEqual(['new'])
})

test('two triggers whose order would be chance, broken levels and empty turns are bugs', () => {
  const book = new TriggerIndex<string>()
  book.add('last', 'falls', 10, Rank.stop, 1, 'one')
  expect(() => book.add('last', 'falls', 10, Rank.stop, 1, 'two')).toThrow(InvariantBroken)
  expect(() => book.add('last', 'falls', 10.5, Rank.stop, 2, 'half')).toThrow(InvariantBroken)
  expect(() => book.add('last', 'falls', Number.NaN, Rank.stop, 2, 'none')).toThrow(InvariantBroken)
  expect(() => book.fire('last', 0.5, 1, () => {})).toThrow(InvariantBroken)
  expect(() => book.fire('last', 1, 0, () => {})).toThrow(InvariantBroken)
})

const kind = fc.constantFrom<TriggerPrice>('last', 'mark', 'bid', 'ask')
const direction = fc.constantFrom<Direction>('rises', 'falls')
const rank = fc.constantFrom(Rank.guard, Rank.stop, Rank.limit)

/** A full scan: what the book must agree with, whatever happens. */
class Scan {
  readonly resting: Trigger<number>[] = []

  fire(kindOfPrice: TriggerPrice, price: number, max: number): number[] {
    const crossed = this.resting.filter(
      (t) => t.kind === kindOfPrice && (t.direction === 'rises' ? price >= t.level : price <= t.level),
    )
    const fired = crossed.sort(inOrder).slice(0, max)
    for (const trigger of fired) this.resting.splice(this.resting.indexOf(trigger), 1)
    return fired.map((trigger) => trigger.item)
  }
}
const inOrder = (a: Trigger<number>, b: Trigger<number>): number =>
  a.rank - b.rank ||
  (a.direction === b.direction ? 0 : a.direction === 'rises' ? -1 : 1) ||
  (a.direction === 'rises' ? a.level - b.level : b.level - a.level) ||
  a.seq - b.seq

function compare(book: TriggerIndex<number>, scan: Scan, kinds: readonly TriggerPrice[]): void {
  const expected = kinds.flatMap((k) => scan.resting.filter((t) => t.kind === k).sort(inOrder))
  expect([...book.resting()]).toEqual(expected)
  expect(book.size).toBe(expected.length)
}

/** Levels from a narrow range make many equal ones; from a wide one, many runs. */
function steps(levels: fc.Arbitrary<number>) {
  return fc.array(
    fc.oneof(
      { weight: 12, arbitrary: fc.record({ do: fc.constant('add' as const), kind, direction, level: levels, rank }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), pick: fc.nat() }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), pick: fc.nat(), level: levels }) },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('fire' as const),
          kind,
          price: levels,
          max: fc.integer({ min: 1, max: 8 }),
        }),
      },
    ),
    { minLength: 1, maxLength: 300, size: 'max' },
  )
}

test.each([
  ['few', fc.integer({ min: -3, max: 3 })],
  ['many', fc.integer({ min: -1_000, max: 1_000 })],
  ['extreme', fc.constantFrom(Number.MIN_SAFE_INTEGER, -1, 0, 1, Number.MAX_SAFE_INTEGER)],
])('with %s levels, the book fires exactly what a full scan fires, in the same order', (_name, levels) => {
  fc.assert(
    fc.property(steps(levels), (list) => {
      const book = new TriggerIndex<number>()
      const scan = new Scan()
      const handles = new Map<number, TriggerHandle>()
      const pick = (n: number) => [...handles][n % handles.size]!
      for (const [seq, step] of list.entries()) {
        if (step.do === 'add') {
          handles.set(seq, book.add(step.kind, step.direction, step.level, step.rank, seq, seq))
          const { do: _, ...trigger } = step
          scan.resting.push({ ...trigger, seq, item: seq })
        } else if (step.do === 'fire') {
          const expected = scan.fire(step.kind, step.price, step.max)
          const fired: number[] = []
          expect(book.isCrossed(step.kind, step.price)).toBe(expected.length > 0)
          expect(book.fire(step.kind, step.price, step.max, (item) => fired.push(item))).toBe(expected.length)
          expect(fired).toEqual(expected)
          for (const item of fired) handles.delete(item)
        } else if (handles.size > 0) {
          const [item, handle] = pick(step.pick)
          const index = scan.resting.findIndex((t) => t.item === item)
          if (step.do === 'remove') {
            expect(book.remove(handle)).toBe(item)
            scan.resting.splice(index, 1)
            handles.delete(item)
          } else {
            book.move(handle, step.level)
            expect(book.levelOf(handle)).toBe(step.level)
            scan.resting[index] = { ...scan.resting[index]!, level: step.level }
          }
        }
      }
      compare(book, scan, ['last', 'mark', 'bid', 'ask'])
    }),
    { numRuns: 300 },
  )
})

test('thousands of triggers of one ladder, added, cancelled and fired in bulk, agree with a full scan', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), direction, (seed, way) => {
      const book = new TriggerIndex<number>()
      const scan = new Scan()
      let state = seed
      const random = (below: number) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
        return (state >> 8) % below
      }
      const handles: TriggerHandle[] = []
      for (let seq = 0; seq < 4_000; seq++) {
        const level = random(5_000)
        handles.push(book.add('mark', way, level, Rank.guard, seq, seq))
        scan.resting.push({ kind: 'mark', direction: way, level, rank: Rank.guard, seq, item: seq })
      }
      const kept: Trigger<number>[] = []
      for (const trigger of scan.resting)
        if (random(10) < 8) expect(book.remove(handles[trigger.seq]!)).toBe(trigger.item)
        else kept.push(trigger)
      scan.resting.splice(0, scan.resting.length, ...kept)
      compare(book, scan, ['mark'])
      const fired: number[] = []
      const price = random(5_000)
      while (book.fire('mark', price, 7, (item) => fired.push(item)) === 7);
      expect(fired).toEqual(scan.fire('mark', price, 4_000))
      compare(book, scan, ['mark'])
    }),
    { numRuns: 20 },
  )
})
