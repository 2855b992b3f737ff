/**
 * A gap of 10 % that fires 10,000 stops and liquidates 1,000 accounts: how long until all of it is durable, against the same rows by bare
 * batched writes; and how long orders of members who have nothing to do with it wait for their answer meanwhile (open loop, from the
 * intended time).
 */
import { bareSeconds } from './support/bare-trading.ts'
import { type Desk, DryDesk, liveDesk } from './support/desks.ts'
import { openHouse, settleDatabase, siteId } from './support/house.ts'
import { inCross, leverageOf, openingWith, perpetualOrder, perpetuals } from './support/perpetuals.ts'
import { report, round } from './support/report.ts'
import { unrelated, waits } from './support/unrelated.ts'

const stops = Number(process.argv[2] ?? 10_000)
const accounts = Math.ceil(stops / 10)
const strangers = 2_000
const gapPrice = perpetuals.startPrice * 0.9

const house = await openHouse(1)
const desk = await liveDesk(perpetuals, house, 60_000_000)
await prepare(desk)
const firstStranger = desk.firstMember + stops + accounts
await desk.all(Array.from({ length: strangers }, (_, n) => perpetuals.opening(firstStranger + n)))
await settleDatabase(house)
console.log(`${stops} stops rest, ${accounts} accounts are at stake`)

let [fired, liquidated] = [0, 0]
const done = new Promise<number>((resolve) => {
  house.bus.subscribe('event', (event) => {
    if (event.to !== 'member' || event.memberId >= firstStranger) return
    if (event.event === 'ORDER_FILLED' && event.memberId < desk.firstMember + stops) fired += 1
    if (event.event === 'POSITION_LIQUID') liquidated += 1
    if (fired === stops && liquidated === accounts) resolve(performance.now())
  })
})
const others = unrelated(house, (nth) => {
  const side = Math.floor(nth / strangers) % 2 === 0 ? 'LONG' : 'SHORT'
  return perpetuals.order(firstStranger + (nth % strangers), side, 'calm')
})
await pause(500)
const calmly = await others.lap()
const beganAt = performance.now()
desk.moveTo(gapPrice)
const stuck = setTimeout(() => {
  throw new Error(`only ${fired} stops fired and ${liquidated} accounts were liquidated`)
}, 60_000)
const seconds = ((await done) - beganAt) / 1_000
clearTimeout(stuck)
const latencies = await others.lap()
await others.stop()
const [checked] = await house.run(
  `select count(*) filter (where close_reason = 'LIQUIDATION') as liquidated, count(*) as closed
   from trading_position where site_id = $1 and member_id < $2 and closed_at is not null`,
  [siteId, firstStranger],
)
if (Number(checked?.['liquidated']) !== accounts || Number(checked?.['closed']) !== stops + accounts)
  throw new Error(`the database holds ${JSON.stringify(checked)}`)

await settleDatabase(house)
const dry = new DryDesk(perpetuals, house.clock.now(), 70_000_000)
await prepare(dry)
await bareSeconds(house, dry.taken())
await settleDatabase(house)
dry.moveTo(gapPrice)
const bare = await bareSeconds(house, dry.taken())
desk.stop()
await house.stop()

console.log(`durable in ${seconds.toFixed(2)} s, the same rows bare in ${bare.toFixed(2)} s`)
console.log(`unrelated before the gap: ${waits(calmly)}; meanwhile: ${waits(latencies)}`)
report({
  bench: 'gap',
  value: round(seconds),
  unit: 's',
  baseline: round(bare),
  ratio: round(bare / seconds),
  stops,
  accounts,
  unrelatedP50Ms: latencies.getValueAtPercentile(50),
  unrelatedP99Ms: latencies.getValueAtPercentile(99),
  calmP99Ms: calmly.getValueAtPercentile(99),
})

/** Members who bought and left a stop 5 % below; and others whose whole account goes with a tenth of the price. */
async function prepare(desk: Desk): Promise<void> {
  const guarded = Array.from({ length: stops }, (_, n) => desk.firstMember + n)
  const atStake = Array.from({ length: accounts }, (_, n) => desk.firstMember + stops + n)
  for (const some of chunks(guarded)) {
    await desk.all(some.map((memberId) => openingWith(memberId, 10_000n)))
    await desk.all(some.map((memberId) => leverageOf(memberId, 5)))
    await desk.all(some.map((memberId) => perpetualOrder(memberId, 'LONG', '0.010')))
    await desk.filled()
    const stop = (memberId: number, n: number) =>
      perpetualOrder(memberId, 'SHORT', '0.010', { stopAt: String(61_750 - (n % 100)) })
    await desk.all(some.map(stop))
  }
  for (const some of chunks(atStake)) {
    await desk.all(some.map((memberId) => openingWith(memberId, 300n)))
    await desk.all(some.map((memberId) => leverageOf(memberId, 25)))
    await desk.all(some.map(inCross))
    await desk.all(some.map((memberId) => perpetualOrder(memberId, 'LONG', '0.050')))
    await desk.filled()
  }
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 500) }, (_, n) => all.slice(n * 500, n * 500 + 500))
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
