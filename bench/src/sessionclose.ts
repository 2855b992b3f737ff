/**
 * 20,000 open positions closed at their session's end: how long until all of it is durable, against the same rows by bare batched writes;
 * and how long orders of members in a stock whose session goes on wait for their answer meanwhile.
 */
import { bareSeconds } from './support/bare-trading.ts'
import { contracts, sessionUntil } from './support/contracts.ts'
import { type Desk, DryDesk, liveDesk } from './support/desks.ts'
import { openHouse, settleDatabase, siteId } from './support/house.ts'
import { report, round } from './support/report.ts'
import { unrelated, waits } from './support/unrelated.ts'

const positions = Number(process.argv[2] ?? 20_000)
const strangers = 2_000
/** Positions that are not held overnight are closed so long before the session ends (rules C). */
const closingLeadMs = 5 * 60_000
const [ending] = contracts.instruments

const house = await openHouse(1)
const desk = await liveDesk(contracts, house, 60_000_000)
await prepare(desk)
const firstStranger = desk.firstMember + positions
await desk.all(Array.from({ length: strangers }, (_, n) => contracts.opening(firstStranger + n)))
await settleDatabase(house)
console.log(`${positions} positions are open`)

let closed = 0
const done = new Promise<number>((resolve) => {
  house.bus.subscribe('event', (event) => {
    if (event.to !== 'member' || event.event !== 'POSITION_CLOSE' || event.memberId >= firstStranger) return
    closed += 1
    if (closed === positions) resolve(performance.now())
  })
})
const others = unrelated(house, (nth) => {
  const side = Math.floor(nth / strangers) % 2 === 0 ? 'LONG' : 'SHORT'
  return contracts.order(firstStranger + (nth % strangers), side, 'calm')
})
await new Promise((resolve) => setTimeout(resolve, 500))
const calmly = await others.lap()
const beganAt = performance.now()
end(desk)
const stuck = setTimeout(() => {
  throw new Error(`only ${closed} positions were closed`)
}, 60_000)
const seconds = ((await done) - beganAt) / 1_000
clearTimeout(stuck)
const latencies = await others.lap()
await others.stop()
const [checked] = await house.run(
  `select count(*) filter (where close_reason = 'SESSION_END') as ended, count(*) filter (where closed_at is null) as open
   from trading_position where site_id = $1 and member_id < $2`,
  [siteId, firstStranger],
)
if (Number(checked?.['ended']) !== positions || Number(checked?.['open']) !== 0)
  throw new Error(`the database holds ${JSON.stringify(checked)}`)

await settleDatabase(house)
const dry = new DryDesk(contracts, house.clock.now(), 70_000_000)
await prepare(dry)
await bareSeconds(house, dry.taken())
await settleDatabase(house)
end(dry)
const bare = await bareSeconds(house, dry.taken())
desk.stop()
await house.stop()

console.log(`durable in ${seconds.toFixed(2)} s, the same rows bare in ${bare.toFixed(2)} s`)
console.log(`unrelated orders before the end: ${waits(calmly)}; meanwhile: ${waits(latencies)}`)
report({
  bench: 'sessionclose',
  value: round(seconds),
  unit: 's',
  baseline: round(bare),
  ratio: round(bare / seconds),
  positions,
  unrelatedP50Ms: latencies.getValueAtPercentile(50),
  unrelatedP99Ms: latencies.getValueAtPercentile(99),
  calmP99Ms: calmly.getValueAtPercentile(99),
})

/** Members who bought or sold a contract each, and hold it. */
async function prepare(desk: Desk): Promise<void> {
  for (let from = 0; from < positions; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, positions - from) }, (_, n) => desk.firstMember + from + n)
    await desk.all(some.map((memberId) => contracts.opening(memberId)))
    await desk.all(some.map((memberId) => contracts.order(memberId, memberId % 2 === 0 ? 'LONG' : 'SHORT')))
    await desk.filled()
  }
}

/** The session turns out to end in five minutes: what is open in it is closed now. */
function end(desk: Desk): void {
  desk.signal((at) => sessionUntil(at + closingLeadMs, ending, at))
}
