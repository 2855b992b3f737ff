/**
 * Dry runs of a change on a house with open stakes, one after another, each on a core that a thread restores from the database; and how
 * long bets that have nothing to do with it wait for their answer meanwhile (open loop, from the intended time), beside the same without.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Command, RoundRow } from '@maru/core'
import { pino } from 'pino'
import { DryRun } from '../../apps/server/src/trading-desk/index.ts'
import { betOf } from './support/bets.ts'
import { type House, openHouse, openRound, optionId, otherOption, settleDatabase, siteId } from './support/house.ts'
import { median, report, round } from './support/report.ts'
import { unrelated, waits } from './support/unrelated.ts'

const bets = Number(process.argv[2] ?? 50_000)
const lapMs = 10_000

const house = await openHouse(12_000)
await placeAll(house, openRound(house))
await settleDatabase(house)
console.log(`${bets} bets are open`)
const { config, clock } = house
const clocks = { domain: clock, wall: Date.now }
const dryRun = new DryRun(house.opened.core, { config, clocks, log: pino({ level: 'warn' }) })
const count = () => dryRun.count(siteId, [{ scope: 'round', optionId, changes: {} }])
// The first one warms up what the file system and PostgreSQL keep.
await count()

const others = unrelated(house, (nth) => bet(house, 10_000 + (nth % 2_000), openRound(house, otherOption.id).id))
await pause(2_000)
await others.lap()
await pause(lapMs)
const without = await others.lap()
const seconds: number[] = []
for (const until = performance.now() + lapMs; performance.now() < until; ) {
  const began = performance.now()
  const { bets: counted } = await count()
  if (counted !== bets) throw new Error(`${counted} bets were counted`)
  seconds.push((performance.now() - began) / 1_000)
}
const during = await others.lap()
await others.stop()
await house.stop()

console.log(`without dry runs: ${waits(without)}; while ${seconds.length} run: ${waits(during)}`)
report({
  bench: 'dry-run',
  value: round(median(seconds)),
  unit: 's',
  baseline: without.getValueAtPercentile(99),
  ratio: round(during.getValueAtPercentile(99) / Math.max(1, without.getValueAtPercentile(99))),
  bets,
  unrelatedP50Ms: during.getValueAtPercentile(50),
  unrelatedP99Ms: during.getValueAtPercentile(99),
})

async function placeAll(house: House, round: RoundRow): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < bets) {
      const reply = await house.runner.submit(bet(house, next++ % 10_000, round.id))
      if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
    }
  }
  await Promise.all(Array.from({ length: 500 }, worker))
}

function bet(house: House, member: number, tradeRoundId: number): Command {
  return betOf(house.members[member]!, tradeRoundId)
}
