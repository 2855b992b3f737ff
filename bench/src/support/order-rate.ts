import type { BatchRows } from '../../../apps/server/src/journal/index.ts'
import { bareSeconds, oneTransactionAnOrder } from './bare-trading.ts'
import { accountsOf, DryDesk, type LiveDesk, liveDesk, unbounded, usual } from './desks.ts'
import { type House, openHouse, settleDatabase } from './house.ts'
import type { Playbook } from './playbook.ts'
import { median, report, round } from './report.ts'

const members = 24_000

/** Measures durable market orders a second of one book, in laps of some seconds, and reports them. */
export async function measureOrders(bench: string, book: Playbook, seconds: number): Promise<void> {
  // So many under way that the delay of execution does not bound the rate.
  const outstanding = book.execDelayMs * 20
  const house = await openHouse(1)
  const desk = await liveDesk(book, house, 60_000_000)
  await desk.all(Array.from({ length: members }, (_, n) => book.opening(desk.firstMember + n)))
  await settleDatabase(house)
  const sides = new Map<number, 'LONG' | 'SHORT'>()
  await through(desk, sides, outstanding, 1)

  let dryMember = 70_000_000
  const baseline8: number[] = []
  const bare: number[] = []
  const full: number[] = []
  const loopBusy: number[] = []
  // Interleaved, so that a noisy neighbour hits all three alike; the median of three is reported.
  for (let lap = 1; lap <= 3; lap += 1) {
    const loopBefore = performance.eventLoopUtilization()
    const rate = await through(desk, sides, outstanding, seconds)
    loopBusy.push(performance.eventLoopUtilization(loopBefore).utilization)
    full.push(rate)
    const rowsOf = (count: number, aBatch: number) => {
      const traders = Math.max(aBatch, Math.min(members, Math.ceil(count / 16) * 8))
      dryMember += traders
      return rowsOfOrders(book, house, { count, aBatch, traders, firstMember: dryMember - traders })
    }
    const count = Math.ceil((rate * seconds) / 2)
    bare.push(count / (await bareSeconds(house, await rowsOf(count, 256))))
    const single = await rowsOf(2_000 * Math.min(seconds, 6), 1)
    baseline8.push(await oneTransactionAnOrder(house, book.wallet, single, seconds))
    console.log(
      `lap ${lap}: core + journal ${Math.round(rate)} orders/s · bare batches ${Math.round(bare.at(-1)!)} · one transaction an order over 8 connections ${Math.round(baseline8.at(-1)!)} · event loop busy for ${Math.round(loopBusy.at(-1)! * 100)} %`,
    )
    await settleDatabase(house)
  }
  const filled = await house.run(`select count(*) as n from trading_fill where id < 8000000000000`)
  desk.stop()
  await house.stop()

  const value = median(full)
  report({
    bench,
    value: Math.round(value),
    unit: 'orders/s',
    baseline: Math.round(median(baseline8)),
    ratio: round(value / median(baseline8)),
    bareBatches: Math.round(median(bare)),
    ratioToBareBatches: round(value / median(bare)),
    loopBusy: round(median(loopBusy)),
    fills: Number(filled[0]?.['n']),
  })
}

/** Keeps `outstanding` orders in flight for some seconds and counts those whose fill was published: each member buys and sells in turn. */
async function through(
  desk: LiveDesk,
  sides: Map<number, 'LONG' | 'SHORT'>,
  outstanding: number,
  seconds: number,
): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1_000
  let durable = 0
  const trader = async (_: unknown, place: number) => {
    for (let n = place; performance.now() < until; n += outstanding) {
      const memberId = desk.firstMember + (n % members)
      const side = sides.get(memberId) === 'LONG' ? 'SHORT' : 'LONG'
      sides.set(memberId, side)
      await desk.trade(memberId, side)
      durable += 1
    }
  }
  await Promise.all(Array.from({ length: outstanding }, trader))
  return durable / ((performance.now() - began) / 1_000)
}

export interface Wanted {
  readonly count: number
  readonly aBatch: number
  readonly traders: number
  readonly firstMember: number
}

/** The rows of as many orders, half of which open and half close; in batches an order's fill is one batch after its acceptance. */
export async function rowsOfOrders(book: Playbook, house: House, wanted: Wanted): Promise<BatchRows[]> {
  const { count, aBatch, traders, firstMember } = wanted
  const most = aBatch > 1 ? { ...usual, orders: aBatch } : unbounded
  const dry = new DryDesk(book, house.clock.now(), firstMember, await accountsOf(house), most)
  await dry.all(Array.from({ length: traders }, (_, n) => book.opening(firstMember + n)))
  await bareSeconds(house, dry.taken())
  for (let from = 0; from < count; from += aBatch) {
    const commands = Array.from({ length: aBatch }, (_, n) => {
      const side = Math.floor((from + n) / traders) % 2 === 0 ? 'LONG' : 'SHORT'
      return book.order(firstMember + ((from + n) % traders), side)
    })
    await dry.all(commands)
    await dry.filled()
    dry.cut()
  }
  return dry.taken()
}
