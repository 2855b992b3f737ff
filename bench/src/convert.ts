/**
 * Durable conversions a second through the core and the journal, the delay of execution included, against one transaction a conversion over
 * eight connections, and against the same rows by bare batched writes. Every way has fsync on and the same tables and indexes.
 */
import { byMember, bySystem, type Command, createCore, type FeedSignal, nothingRestored } from '@maru/core'
import { type BatchRows, collectRows } from '../../apps/server/src/journal/index.ts'
import { bareSeconds, oneTransactionAnOrder } from './support/bare-trading.ts'
import { accountsOf } from './support/desks.ts'
import { type House, openHouse, settleDatabase, siteId } from './support/house.ts'
import { median, report, round } from './support/report.ts'

const seconds = Number(process.argv[2] ?? 6)
const memberCount = 20_000
/** So many under way that the delay of execution does not bound the rate. */
const outstanding = 3_000
/** Each converts a little, so that nobody reaches the limit of his day. */
const point = 10_000n
const laps = 3
let keys = 0

const house = await openHouse(memberCount)
const rates = setInterval(() => house.runner.signal(rateAt(house.clock.now())), 20)
await settleDatabase(house)
await through(house, 1)

const baseline8: number[] = []
const bare: number[] = []
const full: number[] = []
// Interleaved, so that a noisy neighbour hits all three alike; the median of three is reported.
for (let lap = 1; lap <= laps; lap += 1) {
  const rate = await through(house, seconds)
  full.push(rate)
  const count = Math.ceil((rate * seconds) / 2)
  const from = 70_000_000 + lap * 1_000_000
  bare.push(count / (await bareSeconds(house, await rowsOf(count, 256, from))))
  const single = await rowsOf(2_000 * seconds, 1, from + 500_000)
  baseline8.push(await oneTransactionAnOrder(house, { type: 'BINARY', currency: 'KRW' }, single, seconds))
  console.log(
    `lap ${lap}: core + journal ${Math.round(rate)} conversions/s · bare batches ${Math.round(bare.at(-1)!)} · one transaction a conversion over 8 connections ${Math.round(baseline8.at(-1)!)}`,
  )
  await settleDatabase(house)
}
clearInterval(rates)
await house.stop()

const value = median(full)
report({
  bench: 'convert',
  value: Math.round(value),
  unit: 'conversions/s',
  baseline: Math.round(median(baseline8)),
  ratio: round(value / median(baseline8)),
  bareBatches: Math.round(median(bare)),
  ratioToBareBatches: round(value / median(bare)),
})

/** A USDT costs 1,400 won. */
function rateAt(at: number): FeedSignal {
  const from = { source: 'bench', sourceTs: at, recvTs: at }
  return { kind: 'coinRate', pair: 'USDTKRW', role: 'price', rate: 140_000, ...from }
}

function convert(memberId: number): Command {
  keys += 1
  const key = { key: `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`, route: 'convert', bodyHash: 'h' }
  return { kind: 'convert', ...byMember({ siteId, memberId }, key), from: 'BINARY', to: 'FUTURES', point, quote: null }
}

/** Keeps `outstanding` conversions under way for some seconds and counts those that were acknowledged. */
async function through(of: House, forSeconds: number): Promise<number> {
  const began = performance.now()
  const until = began + forSeconds * 1_000
  let acknowledged = 0
  let next = 0
  const member = async () => {
    while (performance.now() < until) {
      const reply = await of.runner.submit(convert(of.members[next++ % memberCount] as number))
      if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
      acknowledged += 1
    }
  }
  await Promise.all(Array.from({ length: outstanding }, member))
  return acknowledged / ((performance.now() - began) / 1_000)
}

/** The rows of as many conversions by members of their own, so many in a batch: a core in memory says them. Their wallets are written here. */
async function rowsOf(count: number, aBatch: number, firstMember: number): Promise<BatchRows[]> {
  const snapshot = {
    siteGroup: 'main',
    recentResults: [],
    uses: [],
    recentDeposits: [],
    houseToday: [],
    lastBatchAt: null,
  }
  const core = createCore({ ...nothingRestored, ...snapshot, house: await accountsOf(house) })
  const start = house.clock.now()
  const traders = Math.min(count, memberCount)
  let at = start
  let id = firstMember * 1_000_000
  const ctx = () => ({ at, wall: Date.now(), nextId: () => id++ })
  const opened = collectRows()
  for (let nth = 0; nth < traders; nth += 1) {
    const grants = [{ type: 'BINARY', currency: 'KRW', amount: 100_000_000n } as const]
    opened.add(core.execute({ kind: 'openMember', ...bySystem(siteId), memberId: firstMember + nth, grants }, ctx()))
  }
  await bareSeconds(house, [opened])
  const made: BatchRows[] = []
  for (let from = 0; from < count; from += aBatch) {
    const rows = collectRows()
    for (let nth = from; nth < from + aBatch; nth += 1)
      rows.add(core.execute(convert(firstMember + (nth % traders)), ctx()))
    at += 150
    rows.add(core.signal(rateAt(at), ctx()))
    do rows.add(core.advance(ctx(), 100_000))
    while (core.more(ctx()))
    made.push(rows)
  }
  return made
}
