import { inflateSync } from 'node:zlib'
import type { Tx } from '../../../apps/server/src/ports.ts'
import { type Kind, minute } from './calendar.ts'

export interface Option {
  readonly id: number
  readonly instrument: string
  readonly kind: Kind
  readonly tickUnits: number
  readonly tickValue: bigint
  readonly margin: bigint
  readonly fee: bigint
  readonly lotsPerTick: number
  readonly longRatePpm: bigint
  readonly shortRatePpm: bigint
  readonly financingFeePpm: bigint
}
export interface Order {
  readonly id: number
  readonly optionId: number
  readonly memberId: number
  readonly side: 'LONG' | 'SHORT'
  readonly marketType: string
  readonly qty: number | null
  readonly price: number | null
  readonly triggerPrice: number | null
  readonly triggerDirection: 'rises' | 'falls' | null
  readonly ticks: number | null
  readonly isReduceOnly: boolean
  readonly positionId: number | null
  readonly status: string
  readonly filledQty: number
  readonly reason: string | null
  readonly origin: string
  readonly acceptedAt: number
  readonly triggeredAt: number | null
  readonly closedAt: number | null
}
export interface Position {
  readonly id: number
  readonly optionId: number
  readonly memberId: number
  readonly side: 'LONG' | 'SHORT'
  readonly qty: number
  readonly margin: bigint
  readonly tradingDay: string
  readonly fundingFee: bigint
  readonly openedAt: number
  readonly closedAt: number | null
  readonly closeReason: string | null
}
export interface Fill {
  readonly id: number
  readonly orderId: number
  readonly positionId: number
  readonly optionId: number
  readonly memberId: number
  readonly side: 'LONG' | 'SHORT'
  readonly marketType: string
  readonly qty: number
  readonly quote: bigint
  readonly fee: bigint
  readonly realizedPnl: bigint
  readonly isClose: boolean
  readonly isMaker: boolean
  readonly best: number
  /** The venue's time of the order book that it met. */
  readonly bookTs: number
  readonly fxRate: bigint
  readonly tradingDay: string
  readonly at: number
}
export interface Posting {
  readonly id: number
  readonly memberId: number
  readonly amount: bigint
  readonly reason: string
  readonly refId: number | null
  readonly at: number
}
export interface Fixing {
  readonly tradingDay: string
  readonly rate: bigint
  readonly sourceTs: number
  readonly at: number
}
export interface Candle {
  readonly openTime: number
  readonly high: number
  readonly low: number
  readonly close: number
}
export interface Reply {
  readonly status: number
  readonly at: number
  readonly id: number | null
}

/** All that the judge reads of the database. */
export interface Records {
  readonly options: ReadonlyMap<number, Option>
  readonly orders: ReadonlyMap<number, Order>
  readonly positions: readonly Position[]
  readonly fills: readonly Fill[]
  readonly postings: readonly Posting[]
  readonly fixings: readonly Fixing[]
  readonly wallets: ReadonlyMap<number, { readonly posted: bigint; readonly reserved: bigint }>
  readonly replies: ReadonlyMap<string, Reply>
  /** Minutes of an instrument, oldest first. */
  readonly candles: ReadonlyMap<string, readonly Candle[]>
  /** Times of the batches that the server wrote, which it does each second that it lives, oldest first. */
  turns(from: number, to: number): readonly number[]
  /** Source times of the ticks of an instrument that were received in these minutes. */
  ticks(instrument: string, from: number, to: number): readonly number[]
}

const kinds: Readonly<Record<string, Kind>> = { EURUSD: 'fx', GBPAUD: 'fx', XAUUSD: 'metal' }
export const kindOf = (instrument: string): Kind => kinds[instrument] ?? 'index'

type Row = Record<string, string | number | boolean | null>
const number = (value: unknown) => (value === null ? null : Number(value))
const big = (value: unknown) => BigInt(String(value))

/** Reads what concerns these members; ticks around `moments` only, as the log is long. */
export async function readRecords(
  tx: Tx,
  members: readonly number[],
  from: number,
  moments: readonly number[],
): Promise<Records> {
  const own = [members]
  const rows = (text: string, values: unknown[] = own) => tx.query<Row>(text, values)
  const where = `where site_id = 1 and member_id = any($1)`
  const book = `${where} and book = 'oversea' order by id`
  const options = await rows('select * from oversea_option where site_id = 1', [])
  const orders = await rows(`select * from trading_order ${book}`)
  const positions = await rows(`select * from trading_position ${book}`)
  const fills = await rows(`select * from trading_fill ${book}`)
  const postings = await rows(
    `select * from posting ${where} and account = 'MEMBER' and wallet_type = 'BINARY' order by id`,
  )
  const fixings = await rows('select * from fixing order by trading_day', [])
  const wallets = await rows(`select * from wallet ${where} and type = 'BINARY'`)
  const replies = await rows(
    `select key, status, at, body::json->>'id' as id from stored_reply
     where site_id = 1 and actor_kind = 'member' and actor_id = any($1::text[])`,
  )
  const candles = await rows(
    `select instrument, open_time, high, low, close from candle where interval = '1m' and open_time >= $1
     and instrument = any($2) order by open_time`,
    [from, options.map(({ instrument }) => instrument)],
  )
  const batches = await rows('select at from journal_batch where at >= $1 order by at', [from])
  const turns = batches.map(({ at }) => Number(at))
  const logged = new Map<string, number[]>()
  for (const moment of moments) {
    const minutes = await rows(
      `select instrument, leaves from tick_log where minute between $1 and $2 and instrument = any($3)`,
      [moment - 12 * minute, moment + 5 * minute, options.map(({ instrument }) => instrument)],
    )
    for (const row of minutes) {
      const leaves = JSON.parse(inflateSync(row['leaves'] as unknown as Buffer).toString()) as { sourceTs: number }[]
      const known = logged.get(String(row['instrument'])) ?? []
      for (const { sourceTs } of leaves) known.push(sourceTs)
      logged.set(String(row['instrument']), known)
    }
  }
  for (const times of logged.values()) times.sort((a, b) => a - b)
  return {
    options: new Map(options.map((row) => [Number(row['id']), optionOf(row)])),
    orders: new Map(orders.map((row) => [Number(row['id']), orderOf(row)])),
    positions: positions.map(positionOf),
    fills: fills.map(fillOf),
    postings: postings.map(postingOf),
    fixings: fixings.map((row) => ({
      tradingDay: String(row['trading_day']),
      rate: big(row['rate']),
      sourceTs: Number(row['source_ts']),
      at: Number(row['at']),
    })),
    wallets: new Map(
      wallets.map((row) => [Number(row['member_id']), { posted: big(row['posted']), reserved: big(row['reserved']) }]),
    ),
    replies: new Map(
      replies.map((row) => [
        String(row['key']),
        { status: Number(row['status']), at: Number(row['at']), id: number(row['id']) },
      ]),
    ),
    candles: Map.groupBy(
      candles.map((row) => ({
        instrument: String(row['instrument']),
        openTime: Number(row['open_time']),
        high: Number(row['high']),
        low: Number(row['low']),
        close: Number(row['close']),
      })),
      ({ instrument }) => instrument,
    ),
    turns: (since, to) => turns.slice(firstFrom(turns, since), firstFrom(turns, to)),
    ticks: (instrument, since, to) => (logged.get(instrument) ?? []).filter((at) => at >= since && at < to),
  }
}

/** Place of the first that is not before `at`. */
function firstFrom(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < at) low = middle + 1
    else high = middle
  }
  return low
}

const optionOf = (row: Row): Option => ({
  id: Number(row['id']),
  instrument: String(row['instrument']),
  kind: kindOf(String(row['instrument'])),
  tickUnits: Number(row['tick_units']),
  tickValue: big(row['tick_value']),
  margin: big(row['margin']),
  fee: big(row['fee']),
  lotsPerTick: Number(row['lots_per_tick']),
  longRatePpm: big(row['long_rate_ppm']),
  shortRatePpm: big(row['short_rate_ppm']),
  financingFeePpm: big(row['financing_fee_ppm']),
})

const orderOf = (row: Row): Order => ({
  id: Number(row['id']),
  optionId: Number(row['option_id']),
  memberId: Number(row['member_id']),
  side: row['side'] as Order['side'],
  marketType: String(row['market_type']),
  qty: number(row['qty']),
  price: number(row['price']),
  triggerPrice: number(row['trigger_price']),
  triggerDirection: row['trigger_direction'] as Order['triggerDirection'],
  ticks: number(row['ticks']),
  isReduceOnly: row['is_reduce_only'] as boolean,
  positionId: number(row['position_id']),
  status: String(row['status']),
  filledQty: Number(row['filled_qty']),
  reason: row['reason'] as string | null,
  origin: String(row['origin']),
  acceptedAt: Number(row['accepted_at']),
  triggeredAt: number(row['triggered_at']),
  closedAt: number(row['closed_at']),
})

const positionOf = (row: Row): Position => ({
  id: Number(row['id']),
  optionId: Number(row['option_id']),
  memberId: Number(row['member_id']),
  side: row['side'] as Position['side'],
  qty: Number(row['qty']),
  margin: big(row['margin']),
  tradingDay: String(row['trading_day']),
  fundingFee: big(row['funding_fee']),
  openedAt: Number(row['opened_at']),
  closedAt: number(row['closed_at']),
  closeReason: row['close_reason'] as string | null,
})

const fillOf = (row: Row): Fill => ({
  id: Number(row['id']),
  orderId: Number(row['order_id']),
  positionId: Number(row['position_id']),
  optionId: Number(row['option_id']),
  memberId: Number(row['member_id']),
  side: row['side'] as Fill['side'],
  marketType: String(row['market_type']),
  qty: Number(row['qty']),
  quote: big(row['quote']),
  fee: big(row['fee']),
  realizedPnl: big(row['realized_pnl']),
  isClose: row['is_close'] as boolean,
  isMaker: row['is_maker'] as boolean,
  best: Number(row['best']),
  bookTs: Number(row['book_ts']),
  fxRate: big(row['fx_rate']),
  tradingDay: String(row['trading_day']),
  at: Number(row['at']),
})

const postingOf = (row: Row): Posting => ({
  id: Number(row['id']),
  memberId: Number(row['member_id']),
  amount: big(row['amount']),
  reason: String(row['reason']),
  refId: number(row['ref_id']),
  at: Number(row['at']),
})
