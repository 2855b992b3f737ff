import { initialMargin } from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usdt } from '../futures/testing.ts'
import type { PositionRow } from '../types.ts'
import { CopyDesk, TRADER } from './testing.ts'

const FOLLOWERS = [2, 3, 4]
const ONE = usdt(800)
const MOST = usdt(2_000)
const who = fc.constantFrom(...FOLLOWERS)

const happening = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('lead' as const),
      side: fc.constantFrom('LONG' as const, 'SHORT' as const),
      qty: fc.integer({ min: 1, max: 200 }),
      leverage: fc.constantFrom(1, 5, 20, 75),
      isLimit: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('close' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('exit' as const), who, percent: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), who, all: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('follow' as const), who, percent: fc.integer({ min: 0, max: 300 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('restart' as const), downMs: fc.constantFrom(0, 900, 20_000) }),
  },
)
const step = fc.record({
  what: happening,
  /** The next price in thousandths of the one before, and how much each level shows in 10^-3. */
  move: fc.integer({ min: 955, max: 1_045 }),
  depth: fc.constantFrom(2, 20, 150, 100_000),
  isGap: fc.boolean(),
  isWorked: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

class Random extends CopyDesk {
  now = 60_000
  readonly follows = new Map<number, number>()

  run({ what, move, depth, isGap, isWorked }: Step): void {
    this.at += 1_000
    if (what.kind === 'lead') {
      const { side, leverage, isLimit } = what
      const parts = { side, leverage, qty: String(what.qty / 1_000) }
      const limit = { marketType: 'LIMIT', price: String(this.now) } as const
      this.place(TRADER, isLimit ? { ...parts, ...limit } : parts)
    } else if (what.kind === 'close') this.closeFirst(TRADER, what.percent)
    else if (what.kind === 'exit') this.closeFirst(what.who, what.percent)
    else if (what.kind === 'leave') this.unfollow(what.who, this.follows.get(what.who) ?? 0, what.all)
    else if (what.kind === 'follow') this.join(what.who, what.percent)
    else {
      this.restart(what.downMs)
      this.live()
    }
    this.at += 150
    this.now = Math.max(30_000, Math.min(120_000, Math.round((this.now * move) / 1_000)))
    this.remark(this.now)
    this.show(this.now, depth / 1_000, isGap)
    if (isWorked) this.settle()
    else this.step(5)
  }

  join(memberId: number, multiplyPer: number): void {
    const reply = this.follow(memberId, { multiplyPer, oneMaxBet: ONE, maxBet: MOST })
    if (reply.status === 200) this.follows.set(memberId, (reply.body as { followId: number }).followId)
  }

  closeFirst(memberId: number, percent: number): void {
    const lot = this.lotsOf(memberId)[0]?.lot
    if (lot !== undefined) this.sendNow(memberId, lot, percent)
  }
}

function checkAll(h: Random): void {
  const { positions, copyFollows, copyFanOuts } = h.core.snapshot()
  expect(copyFanOuts).toEqual([])
  const leads = new Set(positions.filter(({ memberId }) => memberId === TRADER).map(({ lot }) => lot))
  for (const follow of copyFollows) {
    const copies = positions.filter(({ followId }) => followId === follow.id)
    if (follow.endId !== null) expect(copies.map(({ owedClose }) => owedClose)).toEqual(copies.map(() => 0))
    else checkAttached(copies, leads)
    expect(follow.doneAt).toBeNull()
    if (follow.endId !== null) expect(copies.length).toBeGreaterThan(0)
  }
  for (const { memberId, followId, leadLot } of positions)
    if (memberId !== TRADER)
      expect([copyFollows.some(({ id }) => id === followId), leadLot === null]).toEqual([true, false])
}

function checkAttached(copies: readonly PositionRow[], leads: ReadonlySet<number>): void {
  let active = 0n
  expect(new Set(copies.map(({ leadLot }) => leadLot)).size).toBe(copies.length)
  for (const { qty, leadLot, owedClose, openedQuote, entryQuote, leverage, id, lot, marginType } of copies) {
    expect([lot, marginType]).toEqual([id, 'ISOLATED'])
    expect(initialMargin(openedQuote, leverage)).toBeLessThanOrEqual(ONE)
    expect(owedClose).toBeLessThanOrEqual(Math.abs(qty))
    if (!leads.has(leadLot!)) expect(owedClose).toBe(Math.abs(qty))
    active += initialMargin(entryQuote < 0n ? -entryQuote : entryQuote, leverage)
  }
  expect(active).toBeLessThanOrEqual(MOST)
}

test('C10, C13, C23: whatever happens, copies stay within their bounds and price, and no attached one outlives its lead lot unless its close is owed', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const h = new Random(usdt(20_000))
      for (const id of FOLLOWERS) {
        h.trader(id, usdt(id === 4 ? 900 : 5_000))
        h.join(id, 60 * id)
      }
      for (const one of steps) h.run(one)
      h.settle()
      checkAll(h)
      for (const { orderId, fanOutId } of h.fills) expect(orderId === null).toBe(fanOutId !== null)
      checkPrices(h)
    }),
    { numRuns: 60 },
  )
})

/** No opening is further than the limit from the average of the trader's fills that it copies. */
function checkPrices(h: Random): void {
  const fanOuts = new Map(h.calls.flatMap(({ rows }) => rows.copyFanOuts).map((row) => [row.id, row]))
  for (const { fanOutId, isClose, quote, qty, side } of h.fills) {
    if (fanOutId === null || isClose) continue
    const lead = fanOuts.get(fanOutId)!
    const worse = (side === 'LONG' ? 1 : -1) * (Number(quote) / qty / (Number(lead.quote) / lead.qty) - 1)
    expect(worse).toBeLessThanOrEqual(0.005 + 1e-9)
  }
}
