import type { Rows } from '@maru/core'
import { booleanArray, jsonArray, numberArray, textArray } from './array-literal.ts'

type Row<T extends keyof Rows> = Rows[T][number]

type ColumnType = 'bigint' | 'int' | 'smallint' | 'text' | 'uuid' | 'boolean' | 'jsonb' | 'json'
type Column<R> = readonly [name: string, type: ColumnType, of: (row: R) => unknown]

/** One statement of the journal: the rows of one kind, however many, as one parameter a column. */
export interface TableStatement<R> {
  readonly name: string
  readonly text: string
  values(rows: readonly R[]): string[]
  /** What names a row; null where rows are only ever added. */
  readonly keyOf: ((row: R) => string) | null
}

function table<R>(
  name: string,
  columns: readonly Column<R>[],
  key: readonly string[],
  /** Columns that a later form of the row may change; null: rows are only added, and a row that is there already is an error. */
  changing: readonly string[] | null,
  keyOf: ((row: R) => string) | null,
): TableStatement<R> {
  const quoted = (column: string) => `"${column}"`
  const names = columns.map(([column]) => quoted(column)).join(', ')
  const sources = columns.map(([, type], index) => source(type, index + 1)).join(', ')
  const updates = changing?.map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
  const onConflict = updates ? ` on conflict (${key.map(quoted).join(', ')}) do update set ${updates.join(', ')}` : ''
  return {
    name: `journal_${name}${changing === null ? '_add' : ''}`,
    text: `insert into ${name} (${names}) select * from rows from (${sources})${onConflict}`,
    values: (rows) => columns.map((column) => encode(rows, column)),
    keyOf,
  }
}

/** Documents that are always there come as one JSON array: no quoting, no escapes. */
function source(type: ColumnType, place: number): string {
  return type === 'json' ? `json_array_elements($${place}::json)` : `unnest($${place}::${type}[])`
}

function encode<R>(rows: readonly R[], [, type, of]: Column<R>): string {
  switch (type) {
    case 'text':
    case 'uuid':
      return textArray(rows, of as (row: R) => string | null)
    case 'boolean':
      return booleanArray(rows, of as (row: R) => boolean)
    case 'jsonb':
      return jsonArray(rows, of)
    case 'json':
      return JSON.stringify(rows.map(of))
    default:
      return numberArray(rows, of as (row: R) => number | bigint | null)
  }
}

const betColumns: readonly Column<Row<'bets'>>[] = [
  ['site_id', 'bigint', (row) => row.siteId],
  ['id', 'bigint', (row) => row.id],
  ['trade_round_id', 'bigint', (row) => row.tradeRoundId],
  ['option_id', 'bigint', (row) => row.optionId],
  ['member_id', 'bigint', (row) => row.memberId],
  ['side', 'text', (row) => row.side],
  ['point', 'bigint', (row) => row.point],
  ['payout_rate_bp', 'int', (row) => row.payoutRateBp],
  ['accepted_at', 'bigint', (row) => row.acceptedAt],
  ['leaf_index', 'int', (row) => row.leafIndex],
  ['salt', 'text', (row) => row.salt],
  ['status', 'smallint', (row) => row.status],
  ['strike_price', 'bigint', (row) => row.strikePrice],
  ['strike_tick', 'jsonb', (row) => row.strikeTick],
  ['close_price', 'bigint', (row) => row.closePrice],
  ['profit', 'bigint', (row) => row.profit],
  ['void_reason', 'text', (row) => row.voidReason],
  ['settled_at', 'bigint', (row) => row.settledAt],
]

/** Bets that were taken since the batch before and did not change since: added without looking for an older form. */
export const newBets = table<Row<'bets'>>('bet', betColumns, ['site_id', 'id'], null, null)
export const isNewBet = (row: Row<'bets'>): boolean => row.status === 0 && row.strikePrice === null

/** Every table that the journal writes, in the order in which it writes them. */
export const statements: { readonly [T in keyof Rows]: TableStatement<Row<T>> } = {
  rounds: table<Row<'rounds'>>(
    'round',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['id', 'bigint', (row) => row.id],
      ['option_id', 'bigint', (row) => row.optionId],
      ['round_no', 'int', (row) => row.roundNo],
      ['open_at', 'bigint', (row) => row.openAt],
      ['lock_at', 'bigint', (row) => row.lockAt],
      ['start_at', 'bigint', (row) => row.startAt],
      ['end_at', 'bigint', (row) => row.endAt],
      ['phase', 'text', (row) => row.phase],
      ['payout_rate_bp', 'int', (row) => row.payoutRateBp],
      ['rule_version', 'text', (row) => row.ruleVersion],
      ['status', 'smallint', (row) => row.status],
      ['void_reason', 'text', (row) => row.voidReason],
      ['strike_tick', 'jsonb', (row) => row.strikeTick],
      ['close_tick', 'jsonb', (row) => row.closeTick],
      ['buy_point', 'bigint', (row) => row.buyPoint],
      ['sell_point', 'bigint', (row) => row.sellPoint],
      ['bet_count', 'int', (row) => row.betCount],
      ['bet_root', 'text', (row) => row.betRoot],
      ['feed_states', 'jsonb', (row) => row.feedStates],
      ['decided_at', 'bigint', (row) => row.decidedAt],
      ['settled_at', 'bigint', (row) => row.settledAt],
    ],
    ['site_id', 'id'],
    [
      'phase',
      'payout_rate_bp',
      'rule_version',
      'status',
      'void_reason',
      'strike_tick',
      'close_tick',
      'buy_point',
      'sell_point',
      'bet_count',
      'bet_root',
      'feed_states',
      'decided_at',
      'settled_at',
    ],
    (row) => `${row.id}`,
  ),
  bets: table<Row<'bets'>>(
    'bet',
    betColumns,
    ['site_id', 'id'],
    ['status', 'strike_price', 'strike_tick', 'close_price', 'profit', 'void_reason', 'settled_at'],
    (row) => `${row.id}`,
  ),
  wallets: table<Row<'wallets'>>(
    'wallet',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['member_id', 'bigint', (row) => row.memberId],
      ['type', 'text', (row) => row.type],
      ['currency', 'text', (row) => row.currency],
      ['posted', 'bigint', (row) => row.posted],
      ['reserved', 'bigint', (row) => row.reserved],
    ],
    ['site_id', 'member_id', 'type', 'currency'],
    ['posted', 'reserved'],
    (row) => `${row.siteId}:${row.memberId}:${row.type}:${row.currency}`,
  ),
  house: table<Row<'house'>>(
    'house_account',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['account', 'text', (row) => row.account],
      ['currency', 'text', (row) => row.currency],
      ['balance', 'bigint', (row) => row.balance],
    ],
    ['site_id', 'account', 'currency'],
    ['balance'],
    (row) => `${row.siteId}:${row.account}:${row.currency}`,
  ),
  postings: table<Row<'postings'>>(
    'posting',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['id', 'bigint', (row) => row.id],
      ['txn_id', 'bigint', (row) => row.txnId],
      ['account', 'text', (row) => row.account],
      ['member_id', 'bigint', (row) => row.memberId],
      ['wallet_type', 'text', (row) => row.walletType],
      ['currency', 'text', (row) => row.currency],
      ['amount', 'bigint', (row) => row.amount],
      ['reason', 'text', (row) => row.reason],
      ['ref_id', 'bigint', (row) => row.refId],
      ['at', 'bigint', (row) => row.at],
    ],
    ['site_id', 'id'],
    null,
    null,
  ),
  replies: table<Row<'replies'>>(
    'stored_reply',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['member_id', 'bigint', (row) => row.memberId],
      ['key', 'uuid', (row) => row.key],
      ['route', 'text', (row) => row.route],
      ['body_hash', 'text', (row) => row.bodyHash],
      ['status', 'int', (row) => row.status],
      ['body', 'json', (row) => row.body],
      ['at', 'bigint', (row) => row.at],
    ],
    ['site_id', 'member_id', 'key'],
    null,
    null,
  ),
  limits: table<Row<'limits'>>(
    'member_limit',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['member_id', 'bigint', (row) => row.memberId],
      ['kind', 'text', (row) => row.kind],
      ['window', 'text', (row) => row.window],
      ['currency', 'text', (row) => row.currency],
      ['amount', 'bigint', (row) => row.amount],
      ['pending_amount', 'bigint', (row) => row.pendingAmount],
      ['pending_from', 'bigint', (row) => row.pendingFrom],
    ],
    ['site_id', 'member_id', 'kind', 'window', 'currency'],
    ['amount', 'pending_amount', 'pending_from'],
    (row) => `${row.siteId}:${row.memberId}:${row.kind}:${row.window}:${row.currency}`,
  ),
  members: table<Row<'members'>>(
    'member_state',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['member_id', 'bigint', (row) => row.memberId],
      ['status', 'text', (row) => row.status],
      ['cool_off_until', 'bigint', (row) => row.coolOffUntil],
      ['excluded_until', 'bigint', (row) => row.excludedUntil],
    ],
    ['site_id', 'member_id'],
    ['status', 'cool_off_until', 'excluded_until'],
    (row) => `${row.siteId}:${row.memberId}`,
  ),
  options: table<Row<'options'>>(
    'round_option',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['id', 'bigint', (row) => row.id],
      ['stock', 'text', (row) => row.stock],
      ['instrument', 'text', (row) => row.instrument],
      ['ko_name', 'text', (row) => row.koName],
      ['type', 'text', (row) => row.type],
      ['precision', 'int', (row) => row.precision],
      ['currency', 'text', (row) => row.currency],
      ['is_play', 'boolean', (row) => row.isPlay],
      ['is_stop', 'boolean', (row) => row.isStop],
      ['payout_rate_bp', 'int', (row) => row.payoutRateBp],
      ['min_point', 'bigint', (row) => row.minPoint],
      ['max_point', 'bigint', (row) => row.maxPoint],
      ['unit', 'bigint', (row) => row.unit],
      ['max_round_point', 'bigint', (row) => row.maxRoundPoint],
      ['max_bets', 'int', (row) => row.maxBets],
      ['min_interval_ms', 'int', (row) => row.minIntervalMs],
      ['strike_delay_ms', 'int', (row) => row.strikeDelayMs],
      ['max_exposure', 'bigint', (row) => row.maxExposure],
    ],
    ['site_id', 'id'],
    [
      'stock',
      'instrument',
      'ko_name',
      'type',
      'precision',
      'currency',
      'is_play',
      'is_stop',
      'payout_rate_bp',
      'min_point',
      'max_point',
      'unit',
      'max_round_point',
      'max_bets',
      'min_interval_ms',
      'strike_delay_ms',
      'max_exposure',
    ],
    (row) => `${row.siteId}:${row.id}`,
  ),
}

export const tables = Object.keys(statements) as (keyof Rows)[]
