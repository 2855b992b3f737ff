import type { ExposureTrend, MonthStatistics } from '@maru/contract'
import { formatUnits, marketInstruments } from '@maru/market'
import type { Tx } from '../ports.ts'

const shownRows = 8

/** Prices of a group that were held because they jumped, by the KST month: all, and those that proved false. */
export async function heldOf(tx: Tx, siteGroup: string): Promise<ReadonlyMap<string, MonthStatistics['heldPrices']>> {
  const rows = await tx.query<{ month: string; count: string; wrong: string }>(
    `select to_char(to_timestamp(held_at / 1000.0) at time zone 'Asia/Seoul', 'YYYY-MM') as month, count(*) as count,
            count(*) filter (where ending = 'FALSE') as wrong
     from held_price where site_group = $1 and accepted is not null group by 1`,
    [siteGroup],
  )
  return new Map(rows.map(({ month, count, wrong }) => [month, { count: Number(count), wrong: Number(wrong) }]))
}

interface HeldRow {
  id: string
  instrument: string
  stream: 'depth' | 'mark' | 'last'
  accepted: string | null
  price: string
  held_at: string
  ended_at: string
  ending: 'CONFIRMED' | 'FALSE' | 'EXPIRED'
}

/** The prices of a group that were held last because they jumped, the newest first. */
export async function newestHeld(tx: Tx, siteGroup: string): Promise<ExposureTrend['held']> {
  const rows = await tx.query<HeldRow>(
    `select id, instrument, stream, accepted, price, held_at, ended_at, ending from held_price
     where site_group = $1 and accepted is not null order by held_at desc, id desc limit ${shownRows}`,
    [siteGroup],
  )
  return rows.map(({ id, instrument, stream, accepted, price, held_at, ended_at, ending }) => {
    const { precision = 0 } = marketInstruments.find(({ symbol }) => symbol === instrument) ?? {}
    return {
      id: Number(id),
      instrument,
      stream,
      before: formatUnits(Number(accepted), precision),
      price: formatUnits(Number(price), precision),
      at: Number(held_at),
      heldMs: Number(ended_at) - Number(held_at),
      ending,
    }
  })
}
