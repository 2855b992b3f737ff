/**
 * 50,000 bets of one round settled durably, against the same rows by bare batched writes; and how long bets that have nothing to do with the
 * round wait for their answer meanwhile (open loop, from the intended time).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Command, RoundRow } from '@maru/core'
import { bareSettlement } from './support/bare-writes.ts'
import { betOf } from './support/bets.ts'
import { type House, openHouse, openRound, otherOption, settleDatabase } from './support/house.ts'
import { report, round } from './support/report.ts'
import { unrelated, waits } from './support/unrelated.ts'

const bets = Number(process.argv[2] ?? 50_000)

const house = await openHouse(12_000)
const target = openRound(house)
await placeAll(house, target)
await settleDatabase(house)
console.log(`${bets} bets placed in round ${target.id}`)

const rows = { settled: 0 }
let decidedAt = 0
const done = new Promise<number>((resolve) => {
  house.bus.subscribe('event', (event) => {
    if (event.event === 'ROUND_SETTLED' && decidedAt === 0) decidedAt = performance.now()
    if (event.event !== 'BET_SETTLED') return
    rows.settled += 1
    if (rows.settled === bets) resolve(performance.now())
  })
})
house.clock.jumpTo(target.startAt - 200)
house.tick(target.startAt - 100, 650_000)
house.clock.jumpTo(target.startAt + 2_000)
await pause(300)
house.clock.jumpTo(target.endAt - 200)
house.tick(target.endAt - 100, 650_500)
house.clock.jumpTo(target.endAt + 1_200)
const others = unrelated(house, (nth) => bet(house, 10_000 + (nth % 2_000), openRound(house, otherOption.id).id))
const endedAt = await done
const latencies = await others.lap()
await others.stop()
const seconds = (endedAt - decidedAt) / 1_000
const [checked] = await house.run(
  `select count(*) filter (where status in (1, 2)) as settled, (select settled_at is not null from round where id = $1) as closed
   from bet where trade_round_id = $1`,
  [target.id],
)
if (Number(checked?.['settled']) !== bets)
  throw new Error(`only ${checked?.['settled']} bets are settled in the database`)

await settleDatabase(house)
const bareSeconds = await bareSettlement(house, target.id)
await house.stop()

console.log(
  `settled in ${seconds.toFixed(2)} s, the same rows bare in ${bareSeconds.toFixed(2)} s; unrelated bets meanwhile: ${waits(latencies)}`,
)
report({
  bench: 'settlement',
  value: round(seconds),
  unit: 's',
  baseline: round(bareSeconds),
  ratio: round(bareSeconds / seconds),
  bets,
  unrelatedP50Ms: latencies.getValueAtPercentile(50),
  unrelatedP99Ms: latencies.getValueAtPercentile(99),
})

async function placeAll(house: House, round: RoundRow): Promise<void> {
  let next = 0
  const member = async () => {
    while (next < bets) {
      const reply = await house.runner.submit(bet(house, next++ % 10_000, round.id))
      if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
    }
  }
  await Promise.all(Array.from({ length: 1_000 }, member))
}

function bet(house: House, n: number, tradeRoundId: number): Command {
  return betOf(house.members[n] as number, tradeRoundId)
}
