import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, kstMonday } from '../kst.ts'
import { type PartnerNode, type PartnerTerms, percentOf, placesAt, refuseTerms, termsAt } from './tree.ts'

const WEEK = 7 * DAY_MS
const monday = kstMonday(Date.parse('2026-10-14T05:23:33Z'))
const limits = { depth: 2, feeCapPpm: 500_000, rollCapPpm: 10_000, lossCapPpm: 300_000 }
const terms = (parentId: number | null, feePpm: number, rollPpm: number, weeks = 0, lossPpm = 0): PartnerTerms => ({
  fromDay: monday + weeks * WEEK,
  parentId,
  feePpm,
  rollPpm,
  lossPpm,
})
const node = (id: number, ...list: PartnerTerms[]): PartnerNode => ({ id, name: `P${id}`, terms: list })
/** 1 with 2 and 3 below; 4 stands alone. */
const tree = [
  node(1, terms(null, 400_000, 8_000)),
  node(2, terms(1, 300_000, 6_000)),
  node(3, terms(1, 280_000, 5_000)),
  node(4, terms(null, 360_000, 7_000)),
]
const judge = (nodes: readonly PartnerNode[], id: number, one: PartnerTerms, of = limits) =>
  refuseTerms(nodes, { id, name: `P${id}` }, one, of)

test('P17: a week begins on Monday 00:00 in Korea', () => {
  const at = (text: string) => Date.parse(text)
  expect(kstMonday(at('2026-10-11T14:59:59.999Z'))).toBe(at('2026-10-04T15:00:00Z'))
  expect(kstMonday(at('2026-10-11T15:00:00Z'))).toBe(at('2026-10-11T15:00:00Z'))
  expect(kstMonday(0)).toBe(at('1969-12-28T15:00:00Z'))
})

describe('P1–P5: terms of a partner', () => {
  test('hold from their Monday on, and of two from one day the later agreed one', () => {
    const one = node(1, terms(null, 1, 0), terms(null, 2, 0, 2), terms(null, 3, 0, 1), terms(null, 4, 0, 1))
    const fee = (weeks: number) => termsAt(one, monday + weeks * WEEK)?.feePpm
    expect([-1, 0, 1, 2, 9].map(fee)).toEqual([undefined, 1, 4, 2, 2])
  })

  test('a level is one more than the one above', () => {
    expect([...placesAt(tree, monday).values()].map(({ id, level }) => [id, level])).toEqual([
      [1, 1],
      [4, 1],
      [2, 2],
      [3, 2],
    ])
  })

  test.each([
    ['no parent of that number', 9, terms(77, 1, 1), 'PARTNER_NOT_FOUND'],
    ['his own child as parent', 1, terms(2, 1, 1), 'PARTNER_LOOP'],
    ['himself as parent', 1, terms(1, 1, 1), 'PARTNER_LOOP'],
    ['a level that is not open', 9, terms(2, 1, 1), 'PARTNER_LEVEL'],
    ['a move that takes those below to a level that is not open', 1, terms(4, 300_000, 6_000), 'PARTNER_LEVEL'],
    ['fees above the parent’s', 9, terms(1, 400_001, 1), 'PARTNER_RATE'],
    ['stakes above the parent’s', 9, terms(1, 1, 8_001), 'PARTNER_RATE'],
    ['a cut below a child', 1, terms(null, 299_999, 8_000, 1), 'PARTNER_RATE'],
    ['fees above the cap of the site', 9, terms(null, 500_001, 1), 'PARTNER_CAP'],
    ['stakes above the cap of the site', 9, terms(null, 1, 10_001), 'PARTNER_CAP'],
    ['losses above the cap of the site', 9, terms(null, 1, 1, 0, 300_001), 'PARTNER_CAP'],
    ['losses above the parent’s', 9, terms(1, 1, 1, 0, 1), 'PARTNER_RATE'],
  ])('are refused for %s', (_, id, one, code) => {
    expect(judge(tree, id, one)?.code).toBe(code)
  })

  test('a cut below a child names the child, a rate above the parent its most', () => {
    expect(judge(tree, 1, terms(null, 299_999, 8_000))?.params).toEqual({ child: 'P2' })
    expect(judge(tree, 9, terms(1, 1, 8_001))?.params).toEqual({ max: '0.8' })
  })

  test('a child is judged by what its parent will earn, too', () => {
    const cut = tree.map((one) => (one.id === 4 ? node(4, ...one.terms, terms(null, 200_000, 7_000, 3)) : one))
    expect(judge(cut, 9, terms(4, 250_000, 1))?.code).toBe('PARTNER_RATE')
    expect(judge(cut, 9, terms(4, 200_000, 1))).toBeNull()
    // A parent that begins later is none yet.
    expect(judge([...tree, node(5, terms(null, 400_000, 1, 2))], 9, terms(5, 1, 1))?.code).toBe('PARTNER_NOT_FOUND')
  })

  test('share losses only where the site does', () => {
    const off = { ...limits, lossCapPpm: 0 }
    expect(judge(tree, 9, terms(null, 1, 1, 0, 1), off)).toEqual({ code: 'PARTNER_CAP', params: { max: '0' } })
    expect(judge(tree, 9, terms(null, 1, 1, 0, 1))).toBeNull()
  })

  test('two children may share what their parent earns: differences are paid, not sums', () => {
    expect(judge(tree, 9, terms(1, 400_000, 8_000))).toBeNull()
  })

  test('a node moves with all below it where levels are open', () => {
    const deep = { ...limits, depth: 3 }
    const low = tree.map((one) => (one.id === 1 ? node(1, terms(null, 300_000, 6_000)) : one))
    expect(judge(low, 1, terms(4, 300_000, 6_000, 1), deep)).toBeNull()
    const moved = low.map((one) => (one.id === 1 ? node(1, ...one.terms, terms(4, 300_000, 6_000, 1)) : one))
    expect(placesAt(moved, monday + WEEK).get(2)?.level).toBe(3)
    expect(placesAt(moved, monday).get(2)?.level).toBe(2)
  })
})

test('P3: whatever is agreed one after another, no child earns more than its parent in any week', () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 8 }),
    parentId: fc.option(fc.integer({ min: 1, max: 8 })),
    feePpm: fc.integer({ min: 0, max: 600 }),
    rollPpm: fc.integer({ min: 0, max: 12 }),
    weeks: fc.integer({ min: 0, max: 5 }),
  })
  const of = { depth: 3, feeCapPpm: 500, rollCapPpm: 10, lossCapPpm: 0 }
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let nodes: PartnerNode[] = []
      for (const { id, parentId, feePpm, rollPpm, weeks } of changes) {
        const one = terms(parentId, feePpm, rollPpm, weeks)
        if (judge(nodes, id, one, of) !== null) continue
        const before = nodes.find((other) => other.id === id)?.terms ?? []
        nodes = [...nodes.filter((other) => other.id !== id), node(id, ...before, one)]
      }
      for (let weeks = 0; weeks <= 6; weeks++) {
        const week = monday + weeks * WEEK
        const places = placesAt(nodes, week)
        expect(places.size).toBe(nodes.filter((one) => termsAt(one, week) !== null).length)
        for (const { level, parentId, feePpm, rollPpm } of places.values()) {
          const parent = parentId === null ? { level: 0, feePpm: 500, rollPpm: 10 } : places.get(parentId)!
          expect(level).toBe(parent.level + 1)
          expect(level).toBeLessThanOrEqual(3)
          expect(feePpm <= parent.feePpm && rollPpm <= parent.rollPpm).toBe(true)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  [305_000, '30.5'],
  [8_000, '0.8'],
  [1, '0.0001'],
  [0, '0'],
  [500_000, '50'],
])('%i millionths are %s percent', (ppm, text) => expect(percentOf(ppm)).toBe(text))
