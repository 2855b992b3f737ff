import { type BetRow, type RoundRow, tables } from '@maru/core'
import type { Period, Slice } from '../http/filters.ts'
import { type DatabaseRow, readerOf } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** A bet with what is shown of its round. */
export interface BetOfRound {
  readonly bet: BetRow
  readonly round: Pick<RoundRow, 'id' | 'roundNo' | 'startAt' | 'endAt' | 'strikeTick'>
}

/** A row of a bet with columns of its round. */
export type BetRoundRecord = DatabaseRow & {
  trade_round_id: string
  round_no: number
  start_at: string
  end_at: string
  round_strike_tick: RoundRow['strikeTick']
}

const betOf = readerOf(tables.bets)

const columns = `b.*, r.round_no, r.start_at, r.end_at, r.strike_tick as round_strike_tick`
const betsAndRounds = `bet b join round r on r.site_id = b.site_id and r.id = b.trade_round_id`

/** Reads one. */
export const betOfRound = (row: BetRoundRecord): BetOfRound => ({
  bet: betOf(row),
  round: {
    id: Number(row.trade_round_id),
    roundNo: row.round_no,
    startAt: Number(row.start_at),
    endAt: Number(row.end_at),
    strikeTick: row.round_strike_tick,
  },
})

export interface BetFilter {
  readonly siteId: number
  readonly memberId: number
  readonly optionIds: readonly number[] | null
  readonly roundId: number | null
  readonly sides: readonly string[] | null
  readonly statuses: readonly number[] | null
  /** Of acceptedAt. */
  readonly period: Period
}

const filterText = `b.site_id = $1 and b.member_id = $2
  and ($3::bigint[] is null or b.option_id = any ($3))
  and ($4::bigint is null or b.trade_round_id = $4)
  and ($5::text[] is null or b.side = any ($5))
  and ($6::smallint[] is null or b.status = any ($6))
  and b.accepted_at >= $7 and b.accepted_at < $8`
const filterValues = (filter: BetFilter) => [
  filter.siteId,
  filter.memberId,
  filter.optionIds,
  filter.roundId,
  filter.sides,
  filter.statuses,
  filter.period.from,
  filter.period.to,
]

/** A member's bets, newest first. */
export async function listBets(tx: Tx, filter: BetFilter, slice: Slice): Promise<BetOfRound[]> {
  const rows = await tx.query<BetRoundRecord>(
    `select ${columns} from ${betsAndRounds} where ${filterText} order by b.id desc limit $9 offset $10`,
    [...filterValues(filter), slice.limit, slice.offset],
  )
  return rows.map(betOfRound)
}

export interface BetTotals {
  readonly count: number
  readonly win: number
  readonly lose: number
  readonly void: number
  readonly totalPoint: bigint
  readonly totalProfit: bigint
}

/** Counts and sums over a member's bets; open ones count with their stake. */
export async function totalBets(tx: Tx, filter: BetFilter): Promise<BetTotals> {
  const rows = await tx.query<Record<'count' | 'win' | 'lose' | 'void' | 'point' | 'profit', string>>(
    `select count(*) as count,
            count(*) filter (where b.status = 1) as win,
            count(*) filter (where b.status = 2) as lose,
            count(*) filter (where b.status = 3) as void,
            coalesce(sum(b.point), 0)::text as point,
            coalesce(sum(b.profit), 0)::text as profit
     from bet b where ${filterText}`,
    filterValues(filter),
  )
  const row = rows[0]
  if (!row) throw new Error('an aggregate has one row')
  return {
    count: Number(row.count),
    win: Number(row.win),
    lose: Number(row.lose),
    void: Number(row.void),
    totalPoint: BigInt(row.point),
    totalProfit: BigInt(row.profit),
  }
}

/** A member's bets of an option that are in progress, newest first. */
export async function openBets(tx: Tx, siteId: number, memberId: number, optionId: number): Promise<BetOfRound[]> {
  const rows = await tx.query<BetRoundRecord>(
    `select ${columns} from ${betsAndRounds}
     where r.site_id = $1 and r.option_id = $3 and r.settled_at is null and b.member_id = $2 and b.status = 0
     order by b.id desc`,
    [siteId, memberId, optionId],
  )
  return rows.map(betOfRound)
}

/** The side of a member's bets in each round that he bet on: one side a round. */
export async function sidesOf(
  tx: Tx,
  siteId: number,
  memberId: number,
  roundIds: readonly number[],
): Promise<ReadonlyMap<number, BetRow['side']>> {
  if (roundIds.length === 0) return new Map()
  // A bet's id is given out after its round's: the index on (member, id) reads no older bets.
  const rows = await tx.query<{ trade_round_id: string; side: BetRow['side'] }>(
    `select distinct trade_round_id, side from bet
     where site_id = $1 and member_id = $2 and id > $3 and trade_round_id = any ($4::bigint[])`,
    [siteId, memberId, Math.min(...roundIds), roundIds],
  )
  return new Map(rows.map((row) => [Number(row.trade_round_id), row.side]))
}

export interface PublicBet {
  readonly id: number
  readonly roundNo: number
  readonly nick: string | null
  readonly side: BetRow['side']
  readonly point: bigint
  readonly status: BetRow['status']
  readonly acceptedAt: number
}

/** The newest bets of all members on an option, newest first, of rounds that start at `since` or later. */
export async function newestBets(
  tx: Tx,
  siteId: number,
  optionId: number,
  since: number,
  limit: number,
): Promise<PublicBet[]> {
  const rows = await tx.query<
    Record<'id' | 'point' | 'accepted_at', string> &
      Pick<BetRow, 'side' | 'status'> & { round_no: number; nick: string | null }
  >(
    `select b.id, b.side, b.point, b.status, b.accepted_at, r.round_no, m.nick
     from (
       select site_id, id, round_no from round
       where site_id = $1 and option_id = $2 and start_at >= $3 and bet_count > 0
       order by start_at desc limit $4
     ) r
     cross join lateral (
       select * from bet where site_id = r.site_id and trade_round_id = r.id order by leaf_index desc limit $4
     ) b
     left join member m on m.site_id = b.site_id and m.id = b.member_id
     order by b.id desc limit $4`,
    [siteId, optionId, since, limit],
  )
  return rows.map((row) => ({
    id: Number(row.id),
    roundNo: row.round_no,
    nick: row.nick,
    side: row.side,
    point: BigInt(row.point),
    status: row.status,
    acceptedAt: Number(row.accepted_at),
  }))
}
