import type { BetRow, InstrumentSignal, RoundRow, Tick } from '@maru/core'

// int8 comes as a string; ids, times and prices are safe integers, money is bigint.

type Int8 = string
const nullableNumber = (value: Int8 | null) => (value === null ? null : Number(value))

/** A row of `round` as PostgreSQL gives it. */
export interface RoundRecord {
  site_id: Int8
  id: Int8
  option_id: Int8
  round_no: number
  open_at: Int8
  lock_at: Int8
  start_at: Int8
  end_at: Int8
  phase: RoundRow['phase']
  payout_rate_bp: number
  rule_version: string
  status: RoundRow['status']
  void_reason: string | null
  void_note: string | null
  strike_tick: Tick | null
  close_tick: Tick | null
  buy_point: Int8
  sell_point: Int8
  bet_count: number
  bet_root: string | null
  feed_states: InstrumentSignal[]
  decided_at: Int8 | null
  settled_at: Int8 | null
}

export const roundOf = (row: RoundRecord): RoundRow => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  optionId: Number(row.option_id),
  roundNo: row.round_no,
  openAt: Number(row.open_at),
  lockAt: Number(row.lock_at),
  startAt: Number(row.start_at),
  endAt: Number(row.end_at),
  phase: row.phase,
  payoutRateBp: row.payout_rate_bp,
  ruleVersion: row.rule_version,
  status: row.status,
  voidReason: row.void_reason,
  voidNote: row.void_note,
  strikeTick: row.strike_tick,
  closeTick: row.close_tick,
  buyPoint: BigInt(row.buy_point),
  sellPoint: BigInt(row.sell_point),
  betCount: row.bet_count,
  betRoot: row.bet_root,
  feedStates: row.feed_states,
  decidedAt: nullableNumber(row.decided_at),
  settledAt: nullableNumber(row.settled_at),
})

/** A row of `bet` as PostgreSQL gives it. */
export interface BetRecord {
  site_id: Int8
  id: Int8
  trade_round_id: Int8
  option_id: Int8
  member_id: Int8
  side: BetRow['side']
  point: Int8
  payout_rate_bp: number
  accepted_at: Int8
  leaf_index: number
  salt: string
  status: BetRow['status']
  strike_price: Int8 | null
  strike_tick: Tick | null
  close_price: Int8 | null
  profit: Int8
  void_reason: string | null
  settled_at: Int8 | null
}

export const betOf = (row: BetRecord): BetRow => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  tradeRoundId: Number(row.trade_round_id),
  optionId: Number(row.option_id),
  memberId: Number(row.member_id),
  side: row.side,
  point: BigInt(row.point),
  payoutRateBp: row.payout_rate_bp,
  acceptedAt: Number(row.accepted_at),
  leafIndex: row.leaf_index,
  salt: row.salt,
  status: row.status,
  strikePrice: nullableNumber(row.strike_price),
  strikeTick: row.strike_tick,
  closePrice: nullableNumber(row.close_price),
  profit: BigInt(row.profit),
  voidReason: row.void_reason,
  settledAt: nullableNumber(row.settled_at),
})
