import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { bareSeconds } from './bare-trading.ts'
import { accountsOf, type Desk, DryDesk, liveDesk, usual } from './desks.ts'
import { openHouse, settleDatabase, siteId } from './house.ts'
import type { Playbook } from './playbook.ts'
import { report, round } from './report.ts'
import { unrelated, waits } from './unrelated.ts'

/** Something that closes the positions of many members at once. */
export interface Blow {
  readonly bench: string
  readonly book: Playbook
  /** The sizes of the run, for the report. */
  readonly sizes: Readonly<Record<string, number>>
  /** How many of the desk's first members hold a position each. */
  readonly members: number
  /** How many positions close, by the reason that the database then gives. */
  readonly ends: Readonly<Record<string, number>>
  /** Lets them take their positions. */
  prepare(desk: Desk): Promise<void>
  strike(desk: Desk): void
}

const strangers = 2_000
const patienceMs = 60_000

/**
 * Measures how long it takes until all of a blow is durable, against the same rows by bare batched writes; and how long orders of members
 * in the book's calm market wait for their answer meanwhile (open loop, from the intended time).
 */
export async function measureAtOnce(blow: Blow): Promise<void> {
  const { bench, book, sizes, members } = blow
  const house = await openHouse(1)
  const desk = await liveDesk(book, house, 60_000_000)
  await blow.prepare(desk)
  const firstStranger = desk.firstMember + members
  await desk.all(Array.from({ length: strangers }, (_, n) => book.opening(firstStranger + n)))
  await settleDatabase(house)
  console.log(`at stake: ${JSON.stringify(sizes)}`)

  let closed = 0
  const done = Promise.withResolvers<number>()
  house.bus.subscribe('event', (event) => {
    if (event.to !== 'member' || event.event !== 'POSITION_CLOSE' || event.memberId >= firstStranger) return
    closed += 1
    if (closed === members) done.resolve(performance.now())
  })
  const others = unrelated(house, (nth) => {
    const side = Math.floor(nth / strangers) % 2 === 0 ? 'LONG' : 'SHORT'
    return book.order(firstStranger + (nth % strangers), side, 'calm')
  })
  await pause(500)
  const calmly = await others.lap()
  const struckAt = house.clock.now()
  const beganAt = performance.now()
  const loopBefore = performance.eventLoopUtilization()
  blow.strike(desk)
  const stuck = setTimeout(
    () => done.reject(new Error(`only ${closed} of ${members} positions were closed`)),
    patienceMs,
  )
  const seconds = ((await done.promise) - beganAt) / 1_000
  const { utilization: loopBusy } = performance.eventLoopUtilization(loopBefore)
  clearTimeout(stuck)
  const latencies = await others.lap()
  const rowsABatch = await meanRows(struckAt)
  await others.stop()
  await requireEnds()

  const bare = await bareBlow(70_000_000)
  const short = await bareBlow(80_000_000, rowsABatch)
  desk.stop()
  await house.stop()

  console.log(
    `durable in ${seconds.toFixed(2)} s, the same rows bare in ${bare.seconds.toFixed(2)} s, in batches of ${rowsABatch} rows as here in ${short.seconds.toFixed(2)} s`,
  )
  console.log(
    `event loop busy for ${Math.round(loopBusy * 100)} %; the core alone, in memory: ${bare.coreSeconds.toFixed(2)} s`,
  )
  console.log(`unrelated orders before: ${waits(calmly)}; meanwhile: ${waits(latencies)}`)
  report({
    bench,
    value: round(seconds),
    unit: 's',
    baseline: round(bare.seconds),
    ratio: round(bare.seconds / seconds),
    ...sizes,
    loopBusy: round(loopBusy),
    coreSeconds: round(bare.coreSeconds),
    rowsABatch,
    bareShortBatches: round(short.seconds),
    ratioToShortBatches: round(short.seconds / seconds),
    unrelatedP50Ms: latencies.getValueAtPercentile(50),
    unrelatedP99Ms: latencies.getValueAtPercentile(99),
    calmP99Ms: calmly.getValueAtPercentile(99),
  })

  /** Row effects of a batch since `at`, of domain time, on average. */
  async function meanRows(at: number): Promise<number> {
    const [batches] = await house.run('select avg(row_effects) as rows from journal_batch where at >= $1', [at])
    return Math.round(Number(batches?.['rows']))
  }

  /** Seconds for the rows of the blow by bare batched writes, and of a core in memory that makes them. */
  async function bareBlow(firstMember: number, rows = usual.rows) {
    await settleDatabase(house)
    const dry = new DryDesk(book, house.clock.now(), firstMember, await accountsOf(house), { ...usual, rows })
    await blow.prepare(dry)
    await bareSeconds(house, dry.taken())
    await settleDatabase(house)
    const beganAt = performance.now()
    blow.strike(dry)
    const coreSeconds = (performance.now() - beganAt) / 1_000
    return { seconds: await bareSeconds(house, dry.taken()), coreSeconds }
  }

  /** Throws unless the database holds that all ended as they were to. */
  async function requireEnds(): Promise<void> {
    const rows = await house.run(
      `select coalesce(close_reason, 'open') as reason, count(*) from trading_position where site_id = $1 and member_id < $2 group by 1`,
      [siteId, firstStranger],
    )
    const ends = Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]))
    if (!isDeepStrictEqual(ends, blow.ends))
      throw new Error(`the database holds ${JSON.stringify(ends)} instead of ${JSON.stringify(blow.ends)}`)
  }
}
