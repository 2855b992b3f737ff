import { type FillStatistics, type MonthStatistics, VoidReason } from '@maru/contract'
import { kstDay } from '@maru/core'
import { formatRational } from '@maru/positions'
import type { Tx } from '../ports.ts'
import { heldOf } from './held-prices.ts'
import { outagesOf } from './outages.ts'

const keptMonths = 24
const noneHeld = { count: 0, wrong: 0 }
const noOutages = { count: 0, totalMs: 0, longestMs: 0, newestAt: null }
/** Sums are parts per billion; a mean is shown in percent with four decimals. */
const ppbPerPercent = 10_000_000n
const shownDecimals = 4

interface BookOfMonth {
  month: string
  book: 'rounds' | 'futures' | 'oversea'
  fills: string
  better: string
  worse: string
  better_ppb: string
  worse_ppb: string
  liquidations: string
  rounds: string
}

interface VoidsOfMonth {
  month: string
  reason: string
  count: string
}

/** The months of a site that were counted, the newest first. `now`: domain clock. */
export async function publishedMonths(
  tx: Tx,
  siteId: number,
  siteGroup: string,
  now: number,
): Promise<MonthStatistics[]> {
  const since = [siteId, kstDay(now), keptMonths - 1]
  const kept = `site_id = $1 and day >= date_trunc('month', $2::date) - $3 * interval '1 month'`
  const rows = await tx.query<BookOfMonth>(
    `select to_char(day, 'YYYY-MM') as month, book, sum(fills) as fills, sum(better) as better, sum(worse) as worse,
            sum(better_ppb) as better_ppb, sum(worse_ppb) as worse_ppb, sum(liquidations) as liquidations,
            sum(rounds) as rounds
     from statistic_day where ${kept} group by 1, 2 order by 1 desc`,
    since,
  )
  const voids = await tx.query<VoidsOfMonth>(
    `select to_char(day, 'YYYY-MM') as month, e.key as reason, sum(e.value::bigint) as count
     from statistic_day cross join jsonb_each_text(voids) e where ${kept} group by 1, 2 order by 3 desc, 2`,
    since,
  )
  const outages = new Map((await outagesOf(tx, siteGroup)).map(({ month, ...rest }) => [month, rest]))
  const held = await heldOf(tx, siteGroup)
  const thisMonth = kstDay(now).slice(0, 7)
  return [...Map.groupBy(rows, ({ month }) => month)].map(([month, books]) => {
    const of = (book: BookOfMonth['book']) => books.find((one) => one.book === book)
    return {
      month,
      isComplete: month < thisMonth,
      futures: fillsOf(of('futures')),
      oversea: fillsOf(of('oversea')),
      rounds: {
        decided: Number(of('rounds')?.rounds ?? 0),
        voids: voids
          .filter((one) => one.month === month)
          .map(({ reason, count }) => ({ reason: VoidReason.parse(reason), count: Number(count) })),
      },
      heldPrices: held.get(month) ?? noneHeld,
      outages: outages.get(month) ?? noOutages,
    }
  })
}

function fillsOf(row: BookOfMonth | undefined): FillStatistics {
  const [better, worse] = [Number(row?.better ?? 0), Number(row?.worse ?? 0)]
  return {
    fills: Number(row?.fills ?? 0),
    better,
    worse,
    betterBy: meanPercent(row?.better_ppb, better),
    worseBy: meanPercent(row?.worse_ppb, worse),
    liquidations: Number(row?.liquidations ?? 0),
  }
}

function meanPercent(sum: string | undefined, count: number): string | null {
  if (sum === undefined || count === 0) return null
  return formatRational({ numerator: BigInt(sum), denominator: BigInt(count) * ppbPerPercent }, shownDecimals)
}
