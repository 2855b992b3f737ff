import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Book } from '../book.ts'
import { books } from '../books.ts'
import { coreOf } from '../core.ts'
import { byMember, byStaff } from '../envelope.ts'
import { Desk, perpetual } from '../futures/testing.ts'
import { emptySnapshot, SITE } from '../testing.ts'
import type { Effects } from '../types.ts'

const MEMBERS = [1, 2, 3]
const member = fc.constantFrom(...MEMBERS)
const price = fc.integer({ min: 55_000, max: 65_000 })
const side = fc.constantFrom<'LONG' | 'SHORT'>('LONG', 'SHORT')
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('market' as const), member, side, qty: fc.integer({ min: 1, max: 900 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('limit' as const),
        member,
        side,
        qty: fc.integer({ min: 1, max: 300 }),
        price,
      }),
    },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('price' as const), price }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('tpsl' as const), member, price }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('funding' as const), price }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('deny' as const), member }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  ),
  { minLength: 15, maxLength: 40, size: 'max' },
)

/** What the hook of a book sees of each turn: before whom it ran, and what had become of him by then. */
class Watch {
  readonly ran = new Map<Effects, Set<number>>()
  readonly late: number[] = []

  readonly core = coreOf(
    books.map((book): Book => {
      if (book.name !== 'limits') return book
      return {
        ...book,
        before: (_state, memberId, { effects }) => {
          const ran = this.ran.get(effects) ?? new Set()
          if (!ran.has(memberId) && changedIn(effects).has(memberId)) this.late.push(memberId)
          this.ran.set(effects, ran.add(memberId))
        },
      }
    }),
  )
}

/** Whose positions or posted money a turn changed. */
const changedIn = ({ rows }: Effects): Set<number> =>
  new Set([...rows.positions, ...rows.fills].map(({ memberId }) => memberId))

test('whatever changes a position of a member first runs what comes before him', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const watch = new Watch()
      const h = new Desk([perpetual()])
      h.core = watch.core(emptySnapshot({ options: [], futuresOptions: [perpetual()] }))
      h.live()
      for (const id of MEMBERS) h.trader(id)
      h.price(60_000)
      for (const step of list) {
        if (step.do === 'market') h.order(step.member, { side: step.side, qty: (step.qty / 1_000).toFixed(3) })
        else if (step.do === 'limit') h.limit(step.member, step.side, (step.qty / 1_000).toFixed(3), String(step.price))
        else if (step.do === 'price') {
          h.at += 200
          h.price(step.price)
        } else if (step.do === 'tpsl') h.tpsl(step.member, String(step.price), null, true)
        else if (step.do === 'funding') {
          h.mark(step.price, { rate: 10_000, at: h.at + 90_000 })
          h.at += 90_000
          h.live()
          h.price(step.price)
        } else if (step.do === 'deny') {
          const of = { siteId: SITE, memberId: step.member }
          h.do({ kind: 'setMemberStatus', ...byStaff(SITE, 9, 'a check'), memberId: of.memberId, status: 'DENY' })
          h.do({ kind: 'coolOff', ...byMember(of, h.key()), until: h.wall + 60_000 })
        } else {
          h.core = watch.core(h.core.snapshot())
          h.live()
        }
      }
      expect(watch.late).toEqual([])
      const missed = h.calls.flatMap((call) =>
        [...changedIn(call)].filter((id) => watch.ran.get(call)?.has(id) !== true),
      )
      expect(missed).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test('a command about a member first runs what comes before him', () => {
  const watch = new Watch()
  const h = new Desk([perpetual()])
  h.core = watch.core(emptySnapshot({ options: [], futuresOptions: [perpetual()] }))
  h.trader(1)
  h.do({ kind: 'coolOff', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), until: h.wall + 60_000 })
  expect(watch.ran.get(h.calls.at(-1)!)).toEqual(new Set([1]))
})
