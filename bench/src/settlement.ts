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

/** When it was so, by the machine's and by the house's clock, and how busy the event loop had been. */
const moment = () => ({ at: performance.now(), domainAt: house.clock.now(), loop: performance.eventLoopUtilization() })
type Moment = ReturnType<typeof moment>
const [decided, done] = [Promise.withResolvers<Moment>(), Promise.withResolvers<Moment>()]
let settled = 0
house.bus.subscribe('event', (event) => {
  if (event.event === 'ROUND_SETTLED') decided.resolve(moment())
  if (event.event !== 'BET_SETTLED') return
  settled += 1
  if (settled === bets) done.resolve(moment())
})
house.clock.jumpTo(target.startAt - 200)
house.tick(target.startAt - 100, 650_000)
house.clock.jumpTo(target.startAt + 2_000)
await pause(300)
house.clock.jumpTo(target.endAt - 200)
house.tick(target.endAt - 100, 650_500)
house.clock.jumpTo(target.endAt + 1_200)
const others = unrelated(house, (nth) => bet(house, 10_000 + (nth % 2_000), openRound(house, otherOption.id).id))
const ended = await done.promise
const latencies = await others.lap()
await others.stop()
const began = await decided.promise
const seconds = (ended.at - began.at) / 1_000
const { utilization: loopBusy } = performance.eventLoopUtilization(ended.loop, began.loop)
const [checked] = await house.run(
  `select count(*) filter (where status in (1, 2)) as settled, (select settled_at is not null from round where id = $1) as closed
   from bet where trade_round_id = $1`,
  [target.id],
)
if (Number(checked?.['settled']) !== bets)
  throw new Error(`only ${checked?.['settled']} bets are settled in the database`)

const betsABatch = await meanBets(began.domainAt, ended.domainAt)
await settleDatabase(house)
const bareSeconds = await bareSettlement(house, target.id)
await settleDatabase(house)
const bareShortBatches = await bareSettlement(house, target.id, betsABatch)
await house.stop()

console.log(
  `settled in ${seconds.toFixed(2)} s, the same rows bare in ${bareSeconds.toFixed(2)} s, in batches of ${betsABatch} bets as here in ${bareShortBatches.toFixed(2)} s`,
)
console.log(`event loop busy for ${Math.round(loopBusy * 100)} %; unrelated bets meanwhile: ${waits(latencies)}`)
report({
  bench: 'settlement',
  value: round(seconds),
  unit: 's',
  baseline: round(bareSeconds),
  ratio: round(bareSeconds / seconds),
  bets,
  loopBusy: round(loopBusy),
  betsABatch,
  bareShortBatches: round(bareShortBatches),
  ratioToShortBatches: round(bareShortBatches / seconds),
  unrelatedP50Ms: latencies.getValueAtPercentile(50),
  unrelatedP99Ms: latencies.getValueAtPercentile(99),
})

/** Bets of the round in each batch from `from` to `to`, of domain time, on average. */
async function meanBets(from: number, to: number): Promise<number> {
  const [found] = await house.run('select count(*) as batches from journal_batch where at between $1 and $2', [
    from,
    to,
  ])
  return Math.round(bets / Number(found?.['batches']))
}

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
