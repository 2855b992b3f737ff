import type { Tick, VenueUpdate } from '@maru/core'
import { expect, test } from 'vitest'
import type { FeedInput } from './batch-builder.ts'
import { FeedQueue } from './feed-queue.ts'

function queueOf(bound: number, books = bound) {
  const lost = { depth: 0, mark: 0, ticks: new Map<string, number>() }
  const queue = new FeedQueue({
    bound,
    books,
    onConflated: (kind, count) => {
      lost[kind] += count
    },
    onDropped: (instrument, count) => lost.ticks.set(instrument, (lost.ticks.get(instrument) ?? 0) + count),
  })
  return { queue, lost }
}

const tickOf = (instrument: string, at: number): Tick => ({
  instrument,
  source: 'test',
  sourceTradeId: String(at),
  sourceTs: at,
  recvTs: at,
  price: at,
  qty: '1',
  seq: at,
})
const tick = (instrument: string, at: number): FeedInput => ({ kind: 'tick', tick: tickOf(instrument, at), at })
const book = (instrument: string, at: number): FeedInput => ({
  kind: 'venueUpdate',
  update: { kind: 'depth', instrument, sourceTs: at, recvTs: at, correctedTs: at, bids: [], asks: [], u: at },
  at,
})
const mark = (instrument: string, at: number): FeedInput => ({
  kind: 'venueUpdate',
  update: { kind: 'mark', instrument, sourceTs: at, price: at, fundingRate: null, nextFundingTime: null },
  at,
})
const all = (queue: FeedQueue): FeedInput[] => Array.from({ length: queue.length }, () => queue.shift() as FeedInput)
const updates = (inputs: FeedInput[]): VenueUpdate[] =>
  inputs.flatMap((input) => (input.kind === 'venueUpdate' ? [input.update] : []))

test('books that a newer one replaces go first, and then no tick and no mark is lost', () => {
  const { queue, lost } = queueOf(80)
  for (let n = 1; n <= 60; n++) {
    queue.push(book(n % 2 === 0 ? 'A' : 'B', n))
    if (n % 2 === 0) queue.push(tick('A', n))
    if (n % 10 === 0) queue.push(mark('A', n))
  }
  const rest = all(queue)
  expect(lost.depth).toBeGreaterThan(0)
  expect([lost.mark, lost.ticks.size]).toEqual([0, 0])
  expect(rest.filter(({ kind }) => kind === 'tick')).toHaveLength(30)
  const kept = updates(rest)
  expect(kept.filter(({ kind }) => kind === 'mark')).toHaveLength(6)
  expect(kept.findLast(({ kind, instrument }) => kind === 'depth' && instrument === 'A')?.sourceTs).toBe(60)
  expect(rest.map(({ at }) => at)).toEqual(rest.map(({ at }) => at).toSorted((a, b) => a - b))
})

test('books have a bound of their own, for they are large', () => {
  const { queue, lost } = queueOf(1_000, 10)
  for (let n = 1; n <= 200; n++) queue.push(book('A', n))
  expect(queue.length).toBeLessThanOrEqual(10)
  expect(lost.depth).toBe(200 - queue.length)
  expect(updates(all(queue)).at(-1)?.sourceTs).toBe(200)
})

test('ticks are dropped at last, the oldest first, counted, and never the newest of an instrument', () => {
  const { queue, lost } = queueOf(40)
  queue.push(tick('QUIET', 1))
  for (let n = 2; n <= 200; n++) queue.push(tick('A', n))
  const rest = all(queue)
  const ticks = rest.flatMap((input) => (input.kind === 'tick' ? [input.tick] : []))
  expect(ticks[0]?.instrument).toBe('QUIET')
  expect(ticks.at(-1)?.sourceTs).toBe(200)
  expect([...lost.ticks]).toEqual([['A', 200 - ticks.length]])
  expect(rest[0]).toMatchObject({ kind: 'signal', signal: { kind: 'disturbance', instrument: 'A' } })
})

test('no price at a moment differs from the tick log unless a disturbance makes void what it decides', () => {
  const second = 1_000
  let differed = 0
  for (let seed = 1; seed <= 20; seed++) {
    let state = seed
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const { queue } = queueOf(50)
    const log: Tick[] = []
    for (let at = 0; log.length < 150; at += Math.ceil(random() ** 4 * 60 * second)) {
      const input = tick(random() < 0.8 ? 'A' : 'B', at)
      if (input.kind === 'tick') log.push(input.tick)
      queue.push(input)
    }
    const heard = all(queue)
    const disturbed = (instrument: string, from: number, to: number) =>
      heard.some(
        ({ ...input }) =>
          input.kind === 'signal' &&
          input.signal.kind === 'disturbance' &&
          input.signal.instrument === instrument &&
          input.signal.at >= from &&
          input.signal.at <= to,
      )
    const priceAt = (ticks: readonly Tick[], instrument: string, at: number) =>
      ticks.findLast((one) => one.instrument === instrument && one.sourceTs <= at)?.seq
    const kept = heard.flatMap((input) => (input.kind === 'tick' ? [input.tick] : []))
    const now = log.at(-1)?.recvTs ?? 0
    // Rounds of half a minute, the shortest there are, as far back as one may be undecided.
    for (let start = Math.max(0, now - 300 * second); start < now; start += 7_300) {
      for (const instrument of ['A', 'B']) {
        const end = start + 30 * second
        if ([start, end].every((at) => priceAt(log, instrument, at) === priceAt(kept, instrument, at))) continue
        differed += 1
        expect([seed, instrument, start, disturbed(instrument, start - 2 * second, end)]).toEqual([
          seed,
          instrument,
          start,
          true,
        ])
      }
    }
  }
  expect(differed).toBeGreaterThan(0)
})

test('what was told to be disturbed does not pile up while nobody listens', () => {
  const { queue } = queueOf(400)
  for (let at = 0; at < 86_400_000; at += 4_000) queue.push(tick('A', at))
  expect(queue.length).toBeLessThanOrEqual(400)
  const signals = all(queue).filter(({ kind }) => kind === 'signal')
  expect(signals.length).toBeLessThan(200)
})
