import type {
  BetRow,
  CoreSnapshot,
  HouseRow,
  MemberLimitRow,
  MemberStateRow,
  RoundOption,
  RoundRow,
  SiteConfig,
  Tick,
  WalletRow,
} from '@maru/core'
import { newestBatchAt, type RoundRecord, roundOf } from '../journal/index.ts'
import type { Database, Tx } from '../ports.ts'
import { readTrading } from './restore-trading.ts'

const dayMs = 86_400_000
const kstOffsetMs = 9 * 3_600_000

/** All that the core needs to start again, read in one snapshot of the database; `now` is domain time. */
export async function readSnapshot(db: Database, now: number): Promise<CoreSnapshot> {
  return db.system(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const lastBatchAt = await newestBatchAt(tx)
    const [sites, options, wallets, house, rounds, bets, limits, members, recentResults, houseToday, trading] =
      await Promise.all([
        readSites(tx),
        readOptions(tx),
        readWallets(tx),
        readHouse(tx),
        readUnsettledRounds(tx),
        readOpenBets(tx),
        readLimits(tx),
        readMembers(tx),
        readRecentResults(tx, now - 30 * dayMs),
        readHouseToday(tx, now),
        readTrading(tx, lastBatchAt),
      ])
    return {
      sites,
      options,
      wallets,
      house,
      rounds,
      bets,
      limits,
      members,
      recentResults,
      houseToday,
      ...trading,
      lastBatchAt,
    }
  }, 'long')
}

// int8 comes as a string; ids, times and prices are safe integers, money is bigint.

type Int8 = string
const nullableNumber = (value: Int8 | null) => (value === null ? null : Number(value))
const nullableBigInt = (value: Int8 | null) => (value === null ? null : BigInt(value))

async function readSites(tx: Tx): Promise<SiteConfig[]> {
  const rows = await tx.query<{ site_id: Int8; max_day_exposure: Int8; binary_currency: 'KRW' }>(
    'select site_id, max_day_exposure, binary_currency from site_config order by site_id',
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    maxDayExposure: BigInt(row.max_day_exposure),
    binaryCurrency: row.binary_currency,
  }))
}

interface OptionRecord {
  site_id: Int8
  id: Int8
  stock: string
  instrument: string
  ko_name: string
  type: RoundOption['type']
  precision: number
  currency: 'KRW'
  is_play: boolean
  is_stop: boolean
  payout_rate_bp: number
  min_point: Int8
  max_point: Int8
  unit: Int8
  max_round_point: Int8
  max_bets: number
  min_interval_ms: number
  strike_delay_ms: number
  max_exposure: Int8
}

async function readOptions(tx: Tx): Promise<RoundOption[]> {
  const rows = await tx.query<OptionRecord>('select * from round_option order by site_id, id')
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    id: Number(row.id),
    stock: row.stock,
    instrument: row.instrument,
    koName: row.ko_name,
    type: row.type,
    precision: row.precision,
    currency: row.currency,
    isPlay: row.is_play,
    isStop: row.is_stop,
    payoutRateBp: row.payout_rate_bp,
    minPoint: BigInt(row.min_point),
    maxPoint: BigInt(row.max_point),
    unit: BigInt(row.unit),
    maxRoundPoint: BigInt(row.max_round_point),
    maxBets: row.max_bets,
    minIntervalMs: row.min_interval_ms,
    strikeDelayMs: row.strike_delay_ms,
    maxExposure: BigInt(row.max_exposure),
  }))
}

async function readWallets(tx: Tx): Promise<WalletRow[]> {
  const rows = await tx.query<{
    site_id: Int8
    member_id: Int8
    type: WalletRow['type']
    currency: string
    posted: Int8
    reserved: Int8
  }>(
    'select site_id, member_id, type, currency, posted, reserved from wallet order by site_id, member_id, type, currency',
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.member_id),
    type: row.type,
    currency: row.currency,
    posted: BigInt(row.posted),
    reserved: BigInt(row.reserved),
  }))
}

async function readHouse(tx: Tx): Promise<HouseRow[]> {
  const rows = await tx.query<{ site_id: Int8; account: HouseRow['account']; currency: string; balance: Int8 }>(
    'select site_id, account, currency, balance from house_account order by site_id, account, currency',
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    account: row.account,
    currency: row.currency,
    balance: BigInt(row.balance),
  }))
}

async function readUnsettledRounds(tx: Tx): Promise<RoundRow[]> {
  const rows = await tx.query<RoundRecord>('select * from round where settled_at is null order by site_id, id')
  return rows.map(roundOf)
}

/** Of an open bet only what is not known of every open one: there can be hundreds of thousands, and a start waits for them. */
interface OpenBetRecord {
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
  strike_price: Int8 | null
  strike_tick: Tick | null
}

/** Bets are found through their rounds: no index says which bets are open, so that settling one changes no index. */
async function readOpenBets(tx: Tx): Promise<BetRow[]> {
  const rows = await tx.query<OpenBetRecord>(
    `select b.site_id, b.id, b.trade_round_id, b.option_id, b.member_id, b.side, b.point, b.payout_rate_bp, b.accepted_at,
            b.leaf_index, b.salt, b.strike_price, b.strike_tick
     from round r join bet b on b.site_id = r.site_id and b.trade_round_id = r.id
     where r.settled_at is null and b.status = 0
     order by b.site_id, b.id`,
  )
  return rows.map((row) => ({
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
    status: 0,
    strikePrice: nullableNumber(row.strike_price),
    strikeTick: row.strike_tick,
    closePrice: null,
    profit: 0n,
    voidReason: null,
    settledAt: null,
  }))
}

interface LimitRecord {
  site_id: Int8
  member_id: Int8
  kind: MemberLimitRow['kind']
  window: MemberLimitRow['window']
  currency: string
  amount: Int8 | null
  pending_amount: Int8 | null
  pending_from: Int8 | null
}

async function readLimits(tx: Tx): Promise<MemberLimitRow[]> {
  const rows = await tx.query<LimitRecord>(
    'select * from member_limit order by site_id, member_id, kind, "window", currency',
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.member_id),
    kind: row.kind,
    window: row.window,
    currency: row.currency,
    amount: nullableBigInt(row.amount),
    pendingAmount: nullableBigInt(row.pending_amount),
    pendingFrom: nullableNumber(row.pending_from),
  }))
}

async function readMembers(tx: Tx): Promise<MemberStateRow[]> {
  const rows = await tx.query<{
    site_id: Int8
    member_id: Int8
    status: MemberStateRow['status']
    cool_off_until: Int8 | null
    excluded_until: Int8 | null
  }>('select site_id, member_id, status, cool_off_until, excluded_until from member_state order by site_id, member_id')
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.member_id),
    status: row.status,
    coolOffUntil: nullableNumber(row.cool_off_until),
    excludedUntil: nullableNumber(row.excluded_until),
  }))
}

/** Results since `from` of members who have a limit: decided bets (voids are no results), and what fills of futures came to after fees. */
async function readRecentResults(tx: Tx, from: number): Promise<CoreSnapshot['recentResults']> {
  const rows = await tx.query<{
    site_id: Int8
    member_id: Int8
    id: Int8
    currency: string
    settled_at: Int8
    point: Int8
    profit: Int8
  }>(
    `with limited as (select distinct site_id, member_id from member_limit)
     select site_id, member_id, b.id, 'KRW' as currency, b.settled_at, b.point, b.profit
     from limited join bet b using (site_id, member_id)
     where b.status in (1, 2) and b.settled_at > $1
     union all
     select site_id, member_id, f.id, case f.book when 'futures' then 'USDT' else 'KRW' end, f.at, 0, f.realized_pnl - f.fee
     from limited join trading_fill f using (site_id, member_id)
     where f.at > $1
     union all
     select site_id, member_id, p.txn_id, p.currency, p.at, 0, p.amount
     from limited join posting p using (site_id, member_id)
     where p.account = 'MEMBER' and p.reason in ('FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING') and p.at > $1
     order by settled_at, id`,
    [from],
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.member_id),
    betId: Number(row.id),
    currency: row.currency,
    at: Number(row.settled_at),
    stake: BigInt(row.point),
    profit: BigInt(row.profit),
  }))
}

/** What the house won (+) or lost (−) on rounds since 00:00 KST: the postings of its result account. */
async function readHouseToday(tx: Tx, now: number): Promise<CoreSnapshot['houseToday']> {
  const midnight = Math.floor((now + kstOffsetMs) / dayMs) * dayMs - kstOffsetMs
  const dayKst = new Date(midnight + kstOffsetMs).toISOString().slice(0, 10)
  const rows = await tx.query<{ site_id: Int8; pnl: string }>(
    `select site_id, sum(amount)::text as pnl from posting
     where account = 'PNL_ROUND' and currency = 'KRW' and at >= $1 group by site_id order by site_id`,
    [midnight],
  )
  return rows.map((row) => ({ siteId: Number(row.site_id), dayKst, pnl: BigInt(row.pnl) }))
}
