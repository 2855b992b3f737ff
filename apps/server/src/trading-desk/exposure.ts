import { setImmediate } from 'node:timers/promises'
import {
  consoleRiskEndpoints,
  type Exposure,
  type ExposureSums,
  type LargePosition,
  type MarketExposure,
} from '@maru/contract'
import { type AnswerOf, type FuturesOption, formatMinor, formatPrice, type OverseaOption } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { largestColumns, marketColumns, roundColumns, tableFile } from '../desk-lists/index.ts'
import { route } from '../http/index.ts'
import { maskUsername } from '../money/masks.ts'

type Slice = NonNullable<AnswerOf<'exposure.slice'>>
type Large = Slice['largest'][number]

/** As many positions as one look at the core takes: well below a millisecond. */
const sliceSize = 2_000
const mostLarge = 20

/** A market with all that is open in it. */
interface Market {
  readonly line: 'FUTURES' | 'OVERSEA'
  readonly option: FuturesOption | OverseaOption
  readonly sum: Omit<Slice, 'next'>
}

/** What a site stands for, with whose positions are large. */
interface Summed {
  readonly sums: ExposureSums
  readonly largest: readonly { readonly market: Market; readonly position: Large }[]
}

/**
 * What the house stands for at present, in parts that no order waits for. Calls of the same moment share one sum. Returns what reads the
 * present sum of a site, without a member in it.
 */
export function registerExposure(app: FastifyInstance, deps: Deps): (siteId: number) => Promise<ExposureSums> {
  const { db, clocks } = deps
  const running = new Map<number, Promise<Summed>>()

  const summed = (siteId: number): Promise<Summed> => {
    const known = running.get(siteId)
    if (known) return known
    const asked = sumUp(siteId).finally(() => running.delete(siteId))
    running.set(siteId, asked)
    return asked
  }
  const sumsOf = async (siteId: number) => (await summed(siteId)).sums
  const exposureOf = async (siteId: number): Promise<Exposure> => {
    const { sums, largest } = await summed(siteId)
    const ids = largest.map(({ position }) => position.memberId)
    const names = await namesOf(siteId, ids)
    const shown = largest.map(({ market, position }) => largeWire(market, position, names.get(position.memberId) ?? ''))
    return { ...sums, largest: shown }
  }
  route(app, deps, consoleRiskEndpoints.exposure, ({ site }) => exposureOf(site.id))
  tableFile(app, deps, 'marketTable', marketColumns, async (siteId) => (await sumsOf(siteId)).markets)
  tableFile(app, deps, 'largestTable', largestColumns, async (siteId) => (await exposureOf(siteId)).largest)
  tableFile(app, deps, 'roundTable', roundColumns, async (siteId) => (await sumsOf(siteId)).rounds)
  return sumsOf

  async function sumUp(siteId: number): Promise<Summed> {
    const { reads } = deps
    const [futures, contracts, rounds] = await Promise.all([
      reads.ask('futures.options', { siteId }),
      reads.ask('oversea.options', { siteId }),
      reads.ask('exposure.rounds', { siteId }),
    ])
    const markets: Market[] = []
    for (const option of futures.value) markets.push(...(await marketOf(siteId, 'FUTURES', option)))
    for (const option of contracts.value) markets.push(...(await marketOf(siteId, 'OVERSEA', option)))
    const largest = markets
      .flatMap((market) => market.sum.largest.map((position) => ({ market, position })))
      .sort((a, b) => Number(b.position.notional - a.position.notional))
      .slice(0, mostLarge)
    const { value } = rounds
    const won = (amount: bigint) => formatMinor(amount, 'KRW')
    const sums: ExposureSums = {
      at: clocks.domain.now(),
      markets: markets.map(marketWire),
      rungs: markets.flatMap(rungsWire),
      rounds: (value?.rounds ?? []).map(({ round, option, exposure }) => ({
        id: round.id,
        roundNo: round.roundNo,
        optionId: round.optionId,
        koName: option.koName,
        type: option.type,
        phase: round.phase,
        startAt: round.startAt,
        lockAt: round.lockAt,
        endAt: round.endAt,
        betCount: round.betCount,
        exposure: won(exposure),
        maxExposure: won(option.maxExposure),
      })),
      roundSum: won(value?.sum ?? 0n),
      roundToday: won(value?.todayPnl ?? 0n),
      maxDayExposure: won(value?.maxDayExposure ?? 0n),
    }
    return { sums, largest }
  }

  /** Adds up the parts of a market; none where nobody knows its price. */
  async function marketOf(siteId: number, line: Market['line'], option: Market['option']): Promise<Market[]> {
    const book = line === 'FUTURES' ? 'futures' : 'oversea'
    let sum: Market['sum'] | null = null
    let from: number | null = 0
    while (from !== null) {
      const part: Slice | null = await sliceOf(siteId, book, option.id, from)
      if (part === null) break
      sum = sum === null ? part : added(sum, part)
      from = part.next
      if (from !== null) await setImmediate()
    }
    return sum === null ? [] : [{ line, option, sum }]
  }

  async function sliceOf(siteId: number, book: 'futures' | 'oversea', optionId: number, from: number) {
    return (await deps.reads.ask('exposure.slice', { siteId, book, optionId, from, most: sliceSize })).value
  }

  async function namesOf(siteId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map()
    const rows = await db.tenant(siteId, (tx) =>
      tx.query<{ id: string; username: string }>(
        'select id, username from member where site_id = $1 and id = any ($2)',
        [siteId, ids],
      ),
    )
    return new Map(rows.map(({ id, username }) => [Number(id), maskUsername(username)]))
  }
}

type Sum = Slice['long']

const sumOf = (a: Sum, b: Sum): Sum => ({
  count: a.count + b.count,
  qty: a.qty + b.qty,
  margin: a.margin + b.margin,
  notional: a.notional + b.notional,
  pnl: a.pnl + b.pnl,
})

type Rung = Slice['rungs'][number]
const rungOf = (a: Rung, b: Rung): Rung => ({
  percent: a.percent,
  count: a.count + b.count,
  qty: a.qty + b.qty,
  notional: a.notional + b.notional,
})

function added(a: Market['sum'], b: Slice): Market['sum'] {
  const rungs = new Map(a.rungs.map((rung) => [rung.percent, rung]))
  for (const rung of b.rungs) {
    const known = rungs.get(rung.percent)
    const { percent } = rung
    rungs.set(percent, known ? rungOf(known, rung) : rung)
  }
  return {
    price: b.price,
    long: sumOf(a.long, b.long),
    short: sumOf(a.short, b.short),
    largest: [...a.largest, ...b.largest].sort((x, y) => Number(y.notional - x.notional)).slice(0, mostLarge),
    rungs: [...rungs.values()].sort((x, y) => y.percent - x.percent),
  }
}

const currencyOf = (line: Market['line']) => (line === 'FUTURES' ? 'USDT' : 'KRW')

function marketWire({ line, option, sum }: Market): MarketExposure {
  const money = (amount: bigint) => formatMinor(amount, currencyOf(line))
  const side = ({ count, qty, notional, margin }: Sum) => ({
    count,
    qty: formatPrice(qty, 'qtyPrecision' in option ? option.qtyPrecision : 0),
    notional: money(notional),
    margin: money(margin),
  })
  return {
    line,
    optionId: option.id,
    instrument: option.instrument,
    koName: option.koName,
    currency: currencyOf(line),
    price: formatPrice(sum.price, option.precision),
    isStop: option.isStop || !option.isPlay,
    long: side(sum.long),
    short: side(sum.short),
    net: money(sum.long.notional - sum.short.notional),
    pnl: money(sum.long.pnl + sum.short.pnl),
  }
}

function largeWire({ line, option }: Market, position: Large, username: string): LargePosition {
  const money = (amount: bigint) => formatMinor(amount, currencyOf(line))
  const { id, memberId, qty, notional, pnl, margin, leverage, liquidPrice } = position
  return {
    id,
    memberId,
    username,
    line,
    koName: option.koName,
    currency: currencyOf(line),
    side: qty > 0 ? 'LONG' : 'SHORT',
    notional: money(notional),
    pnl: money(pnl),
    margin: money(margin),
    leverage,
    liquidPrice: liquidPrice === null ? null : formatPrice(liquidPrice, option.precision),
  }
}

const rungsWire = ({ line, option, sum }: Market): Exposure['rungs'] =>
  sum.rungs.map(({ percent, count, notional }) => ({
    optionId: option.id,
    line,
    percent,
    price: formatPrice(Math.round(sum.price * (1 + percent / 100)), option.precision),
    notional: formatMinor(notional, currencyOf(line)),
    count,
  }))
