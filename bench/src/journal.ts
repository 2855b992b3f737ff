/**
 * Durable bets a second through the core and the journal, against one transaction a bet over eight connections, and against the same
 * rows by bare batched inserts. Every way has fsync on and the same tables and indexes.
 */
import { bareBatches, oneTransactionABet } from './support/bare-writes.ts'
import { betOf } from './support/bets.ts'
import { type House, openHouse, openRound, settleDatabase } from './support/house.ts'
import { median, report, round } from './support/report.ts'

const seconds = Number(process.argv[2] ?? 6)
const outstanding = 1_500

const house = await openHouse(20_000)
await settleDatabase(house)
await through(house, 1)

const baseline8: number[] = []
const bare: number[] = []
const full: number[] = []
// Interleaved, so that a noisy neighbour hits all three alike; the median of three is reported.
for (let lap = 1; lap <= 3; lap += 1) {
  full.push(await through(house, seconds))
  bare.push(await bareBatches(house, seconds))
  baseline8.push(await oneTransactionABet(house, seconds))
  console.log(
    `lap ${lap}: core + journal ${Math.round(full.at(-1)!)} bets/s · bare batches ${Math.round(bare.at(-1)!)} · one transaction a bet over 8 connections ${Math.round(baseline8.at(-1)!)}`,
  )
  await settleDatabase(house)
}
await house.stop()

const value = median(full)
report({
  bench: 'journal',
  value: Math.round(value),
  unit: 'bets/s',
  baseline: Math.round(median(baseline8)),
  ratio: round(value / median(baseline8)),
  bareBatches: Math.round(median(bare)),
  ratioToBareBatches: round(value / median(bare)),
})

/** Keeps `outstanding` bets under way for some seconds and counts those that were acknowledged. */
async function through(house: House, forSeconds: number): Promise<number> {
  const began = performance.now()
  const until = began + forSeconds * 1_000
  let acknowledged = 0
  let next = 0
  const member = async () => {
    while (performance.now() < until) {
      const memberId = house.members[next++ % house.members.length] as number
      const reply = await house.runner.submit(betOf(memberId, openRound(house).id))
      if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
      acknowledged += 1
    }
  }
  await Promise.all(Array.from({ length: outstanding }, member))
  return acknowledged / ((performance.now() - began) / 1_000)
}
