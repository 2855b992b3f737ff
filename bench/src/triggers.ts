/**
 * A million resting triggers on 20 instruments: what a price costs that fires none, and what each fired one costs, as the number grows;
 * against a scan of everything that rests, and against the same index on a B+ tree. All three must fire the same in the same order. Fired and
 * added: the best of several laps, so that other load of the machine is left out of all three alike.
 */
import { build } from 'hdr-histogram-js'
import { type Direction, Rank, TriggerIndex, type TriggerPrice } from '../../packages/core/src/triggers/index.ts'
import { collect } from '../../test/collect.ts'
import { seeded } from './support/random.ts'
import { report, round } from './support/report.ts'
import { ScannedTriggers, TreeTriggers, type Triggers } from './support/trigger-baselines.ts'

const instruments = 20
const sizes = [10_000, 100_000, Number(process.argv[2] ?? 1_000_000)]
const price = 6_000_000 // 60,000.00
const kinds = ['last', 'mark', 'bid', 'ask'] as const
/** A quiet price stays this near, where nothing rests; a jump goes this far. */
const quiet = 0.002
const jump = 0.05
const perTurn = 256

interface Order {
  readonly id: number
}
interface Resting {
  readonly instrument: number
  readonly kind: TriggerPrice
  readonly direction: Direction
  readonly level: number
  readonly rank: Rank
  readonly order: Order
}
interface Measured {
  readonly quietNs: number // mean
  readonly quietP50Ns: number
  readonly quietP99Ns: number
  readonly firedNs: number
  readonly addNs: number
  readonly bytesEach: number
  readonly fired: number
  /** Over the order in which one lap fired. */
  readonly trace: number
}

const ours = sizes.map((size) => measured('core', size, () => new TriggerIndex<Order>(), perTurn))
const trees = sizes.map((size) => measured('b+ tree', size, () => new TreeTriggers<Order>(), perTurn))
const scans = sizes.map((size) => measured('scan', size, () => new ScannedTriggers<Order>(), Number.MAX_SAFE_INTEGER))
for (const [index, { trace, fired }] of ours.entries())
  for (const other of [trees[index]!, scans[index]!])
    if (other.trace !== trace || other.fired !== fired) throw new Error(`${sizes[index]}: not the same triggers fired`)

const [small, large] = [ours[0]!, ours.at(-1)!]
const [tree, scan] = [trees.at(-1)!, scans.at(-1)!]
report({
  bench: 'triggers',
  value: large.quietP99Ns,
  unit: 'ns a price that fires none, p99',
  baseline: scan.quietP99Ns,
  ratio: round(scan.quietP99Ns / large.quietP99Ns, 0),
  p50Ns: large.quietP50Ns,
  meanNs: large.quietNs,
  quietGrowth: round(large.quietNs / small.quietNs),
  quietTreeRatio: round(tree.quietNs / large.quietNs),
  firedNs: large.firedNs,
  firedGrowth: round(large.firedNs / small.firedNs),
  firedTreeRatio: round(tree.firedNs / large.firedNs),
  firedScanRatio: round(scan.firedNs / large.firedNs),
  addNs: large.addNs,
  addTreeRatio: round(tree.addNs / large.addNs),
  bytesEach: large.bytesEach,
  bytesTreeRatio: round(tree.bytesEach / large.bytesEach),
})

function measured(name: string, size: number, empty: () => Triggers<Order>, max: number): Measured {
  const isScan = name === 'scan'
  const resting = population(size)
  const before = bytesUsed()
  const books = Array.from({ length: instruments }, empty)
  fill(books, resting)
  const bytesEach = round((bytesUsed() - before) / size, 0)

  const ticks = isScan ? Math.ceil(2 ** 32 / size / instruments) : 400_000
  const latency = quietPrices(books, ticks, max)
  const quietNs = Math.min(...[1, 2, 3].map(() => timed(() => quietLap(books, ticks, max)) / ticks))

  const gone = new Array<Order>(size)
  const [firedNs, addNs]: [number[], number[]] = [[], []]
  let [fired, trace] = [0, 0]
  for (let lap = 0; lap < (isScan ? 2 : 12); lap++) {
    const ns = timed(() => {
      fired = jumpAll(books, max, gone)
    })
    firedNs.push(ns / fired)
    trace = 0
    for (let n = 0; n < fired; n++) trace = (Math.imul(trace, 31) + gone[n]!.id) | 0
    const back = new Set(gone.slice(0, fired))
    const again = resting.filter(({ order }) => back.has(order))
    addNs.push(timed(() => fill(books, again)) / fired)
  }
  const result: Measured = {
    quietNs: round(quietNs, 1),
    quietP50Ns: latency.getValueAtPercentile(50),
    quietP99Ns: latency.getValueAtPercentile(99),
    firedNs: round(Math.min(...firedNs), 1),
    addNs: round(Math.min(...addNs), 1),
    bytesEach,
    fired,
    trace,
  }
  console.log(
    `${name.padEnd(8)}${String(size).padStart(9)} resting: a price that fires none ${result.quietNs} ns (p50 ${result.quietP50Ns}, p99 ${result.quietP99Ns} with the clock); ${result.firedNs} ns each of ${fired} fired; ${result.addNs} ns each added; ${bytesEach} bytes each`,
  )
  return result
}

/** Limits, stops and guards as they lie about a price: from near it to 10 % away, where falls and rises belong. */
function population(size: number): Resting[] {
  const random = seeded(7)
  return Array.from({ length: size }, (_, id) => {
    const share = random()
    const [kind, rank]: [TriggerPrice, Rank] =
      share < 0.2
        ? ['bid', Rank.limit]
        : share < 0.4
          ? ['ask', Rank.limit]
          : share < 0.65
            ? ['last', Rank.stop]
            : share < 0.75
              ? ['mark', Rank.stop]
              : ['mark', Rank.guard]
    const direction: Direction =
      kind === 'bid' ? 'rises' : kind === 'ask' ? 'falls' : random() < 0.5 ? 'rises' : 'falls'
    const away = quiet * 1.5 + random() * (0.1 - quiet * 1.5)
    const level = Math.round(price * (direction === 'rises' ? 1 + away : 1 - away))
    return { instrument: id % instruments, kind, direction, level, rank, order: { id } }
  })
}

function fill(books: readonly Triggers<Order>[], resting: readonly Resting[]): void {
  for (const { instrument, kind, direction, level, rank, order } of resting)
    books[instrument]!.add(kind, direction, level, rank, order.id, order)
}

/** One price after the other, each timed by itself. */
function quietPrices(books: readonly Triggers<Order>[], ticks: number, max: number) {
  const latency = build()
  quietLap(books, ticks, max, (book, kind, at) => {
    const began = process.hrtime.bigint()
    const fired = book.fire(kind, at, max, unexpected)
    latency.recordValue(Number(process.hrtime.bigint() - began))
    return fired
  })
  return latency
}

function quietLap(
  books: readonly Triggers<Order>[],
  ticks: number,
  max: number,
  tick = (book: Triggers<Order>, kind: TriggerPrice, at: number) => book.fire(kind, at, max, unexpected),
): void {
  const random = seeded(11)
  for (let n = 0; n < ticks; n++) {
    const at = Math.round(price * (1 + (random() * 2 - 1) * quiet))
    if (tick(books[n % instruments]!, kinds[n & 3]!, at) !== 0) throw new Error('a quiet price fired something')
  }
}

/** Every price of every instrument jumps up, then down; bounded turns until nothing is left. Returns how many fired. */
function jumpAll(books: readonly Triggers<Order>[], max: number, gone: Order[]): number {
  let fired = 0
  const take = (order: Order) => {
    gone[fired++] = order
  }
  for (const book of books)
    for (const kind of kinds)
      for (const at of [Math.round(price * (1 + jump)), Math.round(price * (1 - jump))])
        while (book.fire(kind, at, max, take) > 0);
  return fired
}

function unexpected(): never {
  throw new Error('a quiet price fired something')
}

function bytesUsed(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function timed(work: () => void): number {
  const began = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - began)
}
