/**
 * Durable market orders a second through the core and the journal: taken, filled on the first book after the delay of execution, with
 * position, fill and ledger; against one transaction an order over eight connections, and against the same rows by bare batched writes.
 * Every way has fsync on and the same tables and indexes.
 */
import type { BatchRows } from '../../apps/server/src/journal/index.ts'
import { bareSeconds, oneTransactionAnOrder } from './support/bare-trading.ts'
import { DryDesk, type LiveDesk, liveDesk, opening, order } from './support/desks.ts'
import { type House, openHouse, settleDatabase } from './support/house.ts'
import { report, round } from './support/report.ts'

const seconds = Number(process.argv[2] ?? 6)
const members = 24_000
const outstanding = 3_000
const qty = '0.010'

const house = await openHouse(1)
const desk = await liveDesk(house, 60_000_000)
await desk.all(Array.from({ length: members }, (_, n) => opening(desk.firstMember + n, 100_000n)))
const sides = new Map<number, 'LONG' | 'SHORT'>()
await settleDatabase(house)
await through(desk, 1)

let dryMember = 70_000_000
const baseline8: number[] = []
const bare: number[] = []
const full: number[] = []
// Interleaved, so that a noisy neighbour hits all three alike; the median of three is reported.
for (let lap = 1; lap <= 3; lap += 1) {
  full.push(await through(desk, seconds))
  const count = Math.ceil((full.at(-1)! * seconds) / 2)
  bare.push(count / (await bareSeconds(house, await rowsOf(house, count, 256))))
  const single = await rowsOf(house, 2_000 * Math.min(seconds, 6), 1)
  baseline8.push(await oneTransactionAnOrder(house, single, seconds))
  console.log(
    `lap ${lap}: core + journal ${Math.round(full.at(-1)!)} orders/s · bare batches ${Math.round(bare.at(-1)!)} · one transaction an order over 8 connections ${Math.round(baseline8.at(-1)!)}`,
  )
  await settleDatabase(house)
}
const filled = await house.run(`select count(*) as n from trading_fill where id < 8000000000000`)
desk.stop()
await house.stop()

const value = median(full)
report({
  bench: 'orders',
  value: Math.round(value),
  unit: 'orders/s',
  baseline: Math.round(median(baseline8)),
  ratio: round(value / median(baseline8)),
  bareBatches: Math.round(median(bare)),
  ratioToBareBatches: round(value / median(bare)),
  fills: Number(filled[0]?.['n']),
})

/** Keeps `outstanding` orders under way for some seconds and counts those whose fill was told: each member buys and sells in turn. */
async function through(desk: LiveDesk, forSeconds: number): Promise<number> {
  const began = performance.now()
  const until = began + forSeconds * 1_000
  let durable = 0
  const trader = async (_: unknown, place: number) => {
    for (let n = place; performance.now() < until; n += outstanding) {
      const memberId = desk.firstMember + (n % members)
      await desk.trade(memberId, turnOf(memberId), qty)
      durable += 1
    }
  }
  await Promise.all(Array.from({ length: outstanding }, trader))
  return durable / ((performance.now() - began) / 1_000)
}

function turnOf(memberId: number): 'LONG' | 'SHORT' {
  const side = sides.get(memberId) === 'LONG' ? 'SHORT' : 'LONG'
  sides.set(memberId, side)
  return side
}

/** The rows of as many orders, half of which open and half close; in batches an order's fill is one batch after its acceptance. */
async function rowsOf(house: House, count: number, aBatch: number): Promise<BatchRows[]> {
  const dry = new DryDesk(house.clock.now(), dryMember, aBatch)
  const traders = Math.max(aBatch, Math.min(members, Math.ceil(count / 16) * 8))
  dryMember += traders
  await dry.all(Array.from({ length: traders }, (_, n) => opening(dry.firstMember + n, 100_000n)))
  await bareSeconds(house, dry.taken())
  for (let from = 0; from < count; from += aBatch) {
    const commands = Array.from({ length: aBatch }, (_, n) => {
      const side = Math.floor((from + n) / traders) % 2 === 0 ? 'LONG' : 'SHORT'
      return order(dry.firstMember + ((from + n) % traders), side, qty)
    })
    await dry.all(commands)
    await dry.filled()
    dry.cut()
  }
  return dry.taken()
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
