import {
  type Currency,
  consoleOverviewEndpoints,
  consoleRiskEndpoints,
  type ExposureTrend,
  type HouseTrend,
  type MarketExposure,
} from '@maru/contract'
import { formatMinor, parseMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { kstDay, kstDayPeriod } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import { catchUp, earnedLines, houseLine, rateUnits } from '../ledger/index.ts'
import type { Tx } from '../ports.ts'
import { keepMinutes, newestHeld } from '../statistics/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A request is at most a week old when it ends. */
const openMs = 7 * dayMs

/** A look at the markets of a site: what all come to in KRW, and each in its currency. */
interface Look {
  readonly won: number
  readonly markets: ReadonlyMap<string, { readonly net: number; readonly price: number }>
}

const nameOf = ({ line, optionId }: Pick<MarketExposure, 'line' | 'optionId'>): string => `${line}:${optionId}`

/** How the house did hour by hour: its result by line, money in and out, and what members hold. How its markets stood minute by minute. */
export function registerTrend(
  app: FastifyInstance,
  deps: Deps,
  marketsOf: (siteId: number) => Promise<readonly MarketExposure[]>,
): void {
  const { db, clocks, reads, config } = deps

  /** What 10^12 minor units of a currency are worth in KRW; null: no price is known. */
  const rateOf = async (siteId: number, currency: string): Promise<bigint | null> =>
    currency === 'KRW' ? rateUnits : (await reads.ask('money.worth', { siteId, currency, amount: rateUnits })).value

  /** A currency whose price is unknown counts nothing: a figure of minutes that nobody decides by. */
  const history = keepMinutes(app, deps, 'net position', async (siteId): Promise<Look> => {
    const markets = await marketsOf(siteId)
    let won = 0n
    for (const { currency, net } of markets)
      won += ((parseMinor(net, currency) ?? 0n) * ((await rateOf(siteId, currency)) ?? 0n)) / rateUnits
    const looks = markets.map((one) => [nameOf(one), { net: Number(one.net), price: Number(one.price) }] as const)
    return { won: Number(won), markets: new Map(looks) }
  })

  route(app, deps, consoleRiskEndpoints.exposureTrend, async ({ site }) => {
    const [minutes, markets, [insurance, held]] = await Promise.all([
      history.of(site.id, clocks.wall()),
      marketsOf(site.id),
      db.tenant(
        site.id,
        async (tx) => [await insuranceOf(tx, site.id), await newestHeld(tx, config.siteGroup)] as const,
      ),
    ])
    const courseOf = (market: MarketExposure, of: 'net' | 'price') =>
      minutes.map(({ value }) => value.markets.get(nameOf(market))?.[of] ?? null)
    return {
      at: minutes.map(({ at }) => at),
      markets: markets.map((market) => ({
        line: market.line,
        optionId: market.optionId,
        net: courseOf(market, 'net'),
        price: courseOf(market, 'price'),
      })),
      insurance,
      held,
    }
  })

  route(app, deps, consoleOverviewEndpoints.houseTrend, async ({ site, query }): Promise<HouseTrend> => {
    const days = Number(query.days ?? 1)
    if (!(await catchUp(db, site.id))) throw new Refused('TRY_AGAIN_LATER')
    const from = firstHour(clocks.domain.now(), days)
    const { earned, flows } = await db.tenant(site.id, async (tx) => ({
      earned: await earnedLines(tx, site.id, from, days * 24),
      flows: await flowsOf(tx, site.id, firstHour(clocks.wall(), days), days * 24),
    }))
    const lines = []
    for (const line of earned) lines.push(houseLine(line, await rateOf(site.id, line.currency)))
    const net = (await history.of(site.id, clocks.wall())).map(({ at, value }) => ({ at, won: value.won }))
    return { from, lines, flows, net }
  })
}

async function insuranceOf(tx: Tx, siteId: number): Promise<ExposureTrend['insurance']> {
  const rows = await tx.query<{ currency: Currency; balance: string }>(
    `select currency, sum(balance) as balance from house_account where site_id = $1 and account = 'INSURANCE_FUND'
      group by currency order by currency`,
    [siteId],
  )
  return rows.map(({ currency, balance }) => ({ currency, amount: formatMinor(BigInt(balance), currency) }))
}

/** 00:00 KST of the first of so many days, today the last. */
const firstHour = (now: number, days: number): number => kstDayPeriod(kstDay(now)).from - (days - 1) * dayMs

/** What was completed by the hour. The table of requests has no index by time: its ids grow with it. */
async function flowsOf(tx: Tx, siteId: number, from: number, hours: number): Promise<HouseTrend['flows']> {
  const rows = await tx.query<{ type: string; hour: string; won: string }>(
    `select type, (processed_at - $2) / ${hourMs} as hour, sum(won) as won from dnw
      where site_id = $1 and id > coalesce((select id from dnw where site_id = $1 and created_at < $3 order by id desc limit 1), 0)
        and type in ('D', 'W') and status = 'COMPLETED' and processed_at >= $2 group by 1, 2`,
    [siteId, from, from - openMs],
  )
  const of = (type: string, hour: number) =>
    Number(rows.find((row) => row.type === type && Number(row.hour) === hour)?.won ?? 0)
  return Array.from({ length: hours }, (_, hour) => ({ in: of('D', hour), out: of('W', hour) }))
}
