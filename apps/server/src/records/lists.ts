import type { Bet, DeskFill, DeskOrder, DeskPosition, DnwRow, PositionStatus } from '@maru/contract'
import { betWire, dnwWire, type RoundOption, tables, type ValuedPosition } from '@maru/core'
import type { QueryList } from '../desk-lists/index.ts'
import type { Period } from '../http/filters.ts'
import { type DatabaseRow, readerOf } from '../journal/index.ts'
import { type BetRoundRecord, betOfRound } from '../rounds/index.ts'
import { type BookOptions, fillOf, orderOf, positionOf } from './shown.ts'

/** Whose records, and of when. */
export interface Whose extends Period {
  readonly siteId: number
  readonly memberId: number
}

interface Cut {
  readonly book?: string | undefined
  readonly side?: string | undefined
  readonly status?: string | undefined
}

/**
 * Each list goes along the index of the member by which his own pages read it, the newest first. $1 and $2 name the member, $3 and $4 the
 * period, $5 to $7 what the rows are cut to.
 */
const ofMember = (time: string) => `site_id = $1 and member_id = $2 and ${time} >= $3 and ${time} < $4`
const is = (column: string, nth: number) => `($${nth}::text is null or ${column} = $${nth})`
const valuesOf = ({ siteId, memberId, from, to }: Whose, cut: readonly (string | undefined)[]) => [
  siteId,
  memberId,
  from,
  to,
  ...cut.map((value) => value ?? null),
]

const bets = `(select b.*, r.round_no, r.start_at, r.end_at, r.strike_tick as round_strike_tick
                 from bet b join round r on r.site_id = b.site_id and r.id = b.trade_round_id) bets`

/** The stakes of a member on timed rounds. `optionIds`: null for those of all. */
export function betList(
  whose: Whose,
  { side, status }: Cut,
  optionIds: readonly number[] | null,
  optionOf: (id: number) => RoundOption,
): QueryList<BetRoundRecord, Bet> {
  const where = `${ofMember('accepted_at')} and ${is('side', 5)} and ($6::smallint is null or status = $6)
    and ($7::bigint[] is null or option_id = any ($7))`
  return {
    siteId: whose.siteId,
    source: bets,
    where,
    order: 'id desc',
    number: 'id',
    values: [...valuesOf(whose, [side]), status === undefined ? null : Number(status), optionIds],
    shown: (rows) => rows.map(betOfRound).map(({ bet, round: of }) => betWire(bet, of, optionOf(bet.optionId))),
  }
}

const readOrder = readerOf(tables.orders)
export const orderList = (
  whose: Whose,
  { book, side, status }: Cut,
  options: BookOptions,
): QueryList<DatabaseRow, DeskOrder> => ({
  siteId: whose.siteId,
  source: tables.orders.name,
  where: `${ofMember('accepted_at')} and ${is('book', 5)} and ${is('side', 6)} and ${is('status', 7)}`,
  order: 'id desc',
  number: 'id',
  values: valuesOf(whose, [book, side, status]),
  shown: (rows) => rows.map((row) => orderOf(readOrder(row), options)),
})

const readFill = readerOf(tables.fills)
export const fillList = (
  whose: Whose,
  { book, side }: Cut,
  options: BookOptions,
): QueryList<DatabaseRow, DeskFill> => ({
  siteId: whose.siteId,
  source: tables.fills.name,
  where: `${ofMember('at')} and ${is('book', 5)} and ${is('side', 6)}`,
  order: 'id desc',
  number: 'id',
  values: valuesOf(whose, [book, side]),
  shown: (rows) => rows.map((row) => fillOf(readFill(row), options)),
})

const readPosition = readerOf(tables.positions)
const statusText = `case when closed_at is null then 'OPEN' when close_reason = 'LIQUIDATION' then 'LIQUIDATED' else 'CLOSED' end`
export const positionList = (
  whose: Whose,
  { book, side, status }: Cut & { readonly status?: PositionStatus | undefined },
  options: BookOptions,
  valued: ReadonlyMap<number, ValuedPosition>,
): QueryList<DatabaseRow, DeskPosition> => ({
  siteId: whose.siteId,
  source: tables.positions.name,
  where: `${ofMember('opened_at')} and ${is('book', 5)} and ${is('side', 6)} and ${is(`(${statusText})`, 7)}`,
  order: 'id desc',
  number: 'id',
  values: valuesOf(whose, [book, side, status]),
  shown: (raw) =>
    raw.map((one) => {
      const row = readPosition(one)
      return positionOf(row, options, valued.get(row.id))
    }),
})

const readDnw = readerOf(tables.dnw)
export const dnwList = (
  whose: Whose,
  { type, status }: { readonly type?: string | undefined; readonly status?: string | undefined },
): QueryList<DatabaseRow, DnwRow> => ({
  siteId: whose.siteId,
  source: tables.dnw.name,
  where: `${ofMember('created_at')} and ${is('type', 5)} and ${is('status', 6)}`,
  order: 'id desc',
  number: 'id',
  values: valuesOf(whose, [type, status]),
  shown: (rows) => rows.map((row) => dnwWire(readDnw(row))),
})
