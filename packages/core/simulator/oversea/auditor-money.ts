import type { Effects, FillRow, OrderRow, PostingRow } from '../../src/index.ts'
import { max } from '../arithmetic.ts'
import { equal } from '../checks.ts'
import { Insurance } from '../insurance.ts'
import { countFill } from '../orders.ts'
import { type Due, followPostings } from '../postings.ts'
import { checkOpening, lotOf } from '../traders.ts'
import { financing, worth } from './arithmetic.ts'
import { checkFill } from './auditor-fills.ts'
import { checkCut } from './auditor-losscut.ts'
import { isExecuting } from './auditor-requests.ts'
import {
  type AuditedMember,
  type AuditedPosition,
  available,
  CLOSE_ONLY,
  CLOSING,
  collateralOf,
  heldOf,
  leftOf,
  marketOf,
  needOf,
  positionMargin,
} from './margin-accounts.ts'
import type { OverseaRecord } from './record.ts'

/** Positions that ended in the current call, so that its later rows can be compared. */
export type Ended = Map<number, AuditedPosition>

/** Money as it moves: fills and nights, each booked into the auditor's own sums and compared. */
export class OverseaMoney {
  readonly #auditor: OverseaRecord
  readonly insurance = new Insurance('KRW')
  /** Positions that paid or received for the night in the call that is looked at. */
  readonly carried = new Set<number>()

  constructor(auditor: OverseaRecord) {
    this.#auditor = auditor
  }

  follow(effects: Effects, ended: Ended, at: number): void {
    this.carried.clear()
    followPostings(effects, {
      fill: (fill) => this.#fill(fill, effects, ended, at),
      other: (first) => this.#night(first, effects, at),
      kindOf: () => '',
    })
  }

  #fill(fill: FillRow, effects: Effects, ended: Ended, at: number): Due[] {
    const { traders, markets, counts, fixings } = this.#auditor
    const member = traders.touch(fill.memberId)
    const rows = effects.rows.orders
    const row = rows.find(({ id }) => id === fill.orderId)
    if (!row) throw new Error(`fill ${fill.id} changed no order`)
    const option = member.options.get(fill.optionId)!
    const market = marketOf(markets, option)
    if (row.marketType === 'LIQUIDATION') checkCut(this.#auditor, member, row, rows, at)
    const old = member.positions.get(lotOf(fill))
    if (row.origin === 'SYSTEM' && row.marketType === 'MARKET') {
      const isFlagged = old?.overnight != null && !this.#auditor.isFailing(member)
      if (isFlagged) throw new Error(`fill ${fill.id} closes position ${old.id}, which is held overnight`)
      checkSessionEnd(old, leftOf(market, at), market, fill)
    }
    const before = available(member, markets, heldOf(member, fixings.rate, isOver(rows, row)))
    const plan = checkFill(member, row, fill, market, fixings.rate, at)
    counts.fills++
    if (fill.isMaker) counts.makers++
    member.purse.results.push({ at, stake: 0n, profit: fill.realizedPnl - fill.fee })
    countFill(member, row, fill)
    if (old) old.fxRate = fixings.rate
    if (fill.isClose) {
      if (!old) throw new Error(`fill ${fill.id} closes what is not open`)
      apply(old, plan, fixings.rate)
      old.pnl += fill.realizedPnl
      if (old.qty === 0) {
        member.positions.delete(lotOf(fill))
        ended.set(old.id, old)
      }
      return this.#pay(member, [
        { reason: 'OVERSEA_PNL', account: 'PNL_OVERSEA', amount: plan.pnl },
        { reason: 'OVERSEA_FEE', account: 'FEE_OVERSEA', amount: -plan.fee },
      ])
    }
    if (leftOf(market, at) <= CLOSE_ONLY && this.#auditor.isEnding(option.instrument))
      throw new Error(`fill ${fill.id} opens in the last minutes of its session`)
    checkOpening(member, fill.id, at)
    this.#auditor.stops.checkOpening(member.siteId, 'OVERSEA', option.instrument, fill.id)
    const need = needOf(option, fill.qty, fixings.rate)
    if (need > before) throw new Error(`fill ${fill.id} opens for ${need}, available are ${before}`)
    const position = old ?? begin(member, fill, fixings.rate)
    if (member.orders.get(row.id)?.positionId !== position.id) this.#attach(member, position, row, rows, at)
    apply(position, plan, fixings.rate)
    member.purse.posted -= plan.fee
    return plan.fee === 0n ? [] : [{ reason: 'OVERSEA_FEE', account: 'FEE_OVERSEA', amount: -plan.fee }]
  }

  /** TP and SL of an order come into force with its first contract of a position, in place of what stood there and did not fire. */
  #attach(
    member: AuditedMember,
    position: AuditedPosition,
    { takeProfit, stopLoss }: OrderRow,
    rows: readonly OrderRow[],
    at: number,
  ): void {
    const hasFired = (type: OrderRow['marketType']) =>
      [...member.orders.values()]
        .filter(({ optionId, marketType }) => optionId === position.option.id && marketType === type)
        .map((order) => rows.findLast(({ id }) => id === order.id) ?? order)
        .some((order) => order.closedAt === null && isExecuting(this.#auditor, member, order, at))
    if (takeProfit !== null && !hasFired('TAKEPROFIT')) position.tp = takeProfit
    if (stopLoss !== null && !hasFired('STOPLOSS')) position.sl = stopLoss
  }

  /** A loss beyond the wallet without its stakes is paid by the fund, then by the house: no member owes anything. */
  #pay(member: AuditedMember, movements: readonly Due[]): Due[] {
    const net = movements.reduce((sum, { amount }) => sum + amount, 0n)
    const deficit = max(0n, -(collateralOf(member) + net))
    return this.insurance.book(member, movements, deficit, 'OVERSEA_INSURANCE')
  }

  #night({ refId }: PostingRow, effects: Effects, at: number): Due[] {
    const { traders, counts } = this.#auditor
    const known = traders.findPosition(refId!)
    if (!known) throw new Error(`a night was booked for ${refId}, which is not open`)
    const member = traders.touch(known.memberId)
    const position = member.positions.get(lotOf({ optionId: known.option.id }))!
    const row = effects.rows.positions.find(({ id }) => id === position.id)
    const amount = this.nightOf(position, row?.fxRate ?? position.fxRate)
    position.funding += amount
    member.purse.results.push({ at, stake: 0n, profit: amount })
    this.carried.add(position.id)
    counts.nights++
    return this.#pay(member, [{ reason: 'OVERSEA_FINANCING', account: 'FUNDING', amount }])
  }

  /** What a position gets (+) or pays (−) for its night, at a rate. */
  nightOf(position: AuditedPosition, rate: number): bigint {
    const { option, qty, entry } = position
    const { last } = marketOf(this.#auditor.markets, option)
    const quote = last === null ? (entry < 0n ? -entry : entry) : worth(last, Math.abs(qty))
    return financing(option, qty, quote, rate)
  }
}

/** Orders that end in the same call hold nothing back when its fills open something, nor does the one that fills. */
const isOver =
  (rows: readonly OrderRow[], own: OrderRow) =>
  ({ id }: OrderRow): boolean =>
    id === own.id || rows.some((row) => row.id === id && row.closedAt !== null)

function apply(position: AuditedPosition, plan: { qty: number; entry: bigint; fee: bigint }, rate: number): void {
  position.parts = changedParts(position, Math.abs(plan.qty))
  position.qty = plan.qty
  position.entry = plan.entry
  position.fee += plan.fee
  position.margin = positionMargin(position, rate)
}

/** What grows is a part of its own; what is closed goes from the newest. */
function changedParts({ parts, qty }: AuditedPosition, count: number): AuditedPosition['parts'] {
  let less = Math.abs(qty) - count
  if (less < 0) return [...parts, { qty: -less, margins: [] }]
  const left = [...parts]
  while (less > 0) {
    const newest = left.pop()!
    if (newest.qty > less) left.push({ ...newest, qty: newest.qty - less })
    less -= newest.qty
  }
  return left
}

function begin(member: AuditedMember, fill: FillRow, rate: number): AuditedPosition {
  const position: AuditedPosition = {
    id: fill.positionId,
    memberId: member.memberId,
    option: member.options.get(fill.optionId)!,
    qty: 0,
    entry: 0n,
    margin: 0n,
    parts: [],
    cuts: [],
    fxRate: rate,
    day: fill.tradingDay!,
    overnight: null,
    funding: 0n,
    fee: 0n,
    pnl: 0n,
    warned: false,
    tp: null,
    sl: null,
  }
  member.positions.set(lotOf(fill), position)
  return position
}

/** The house closes what has no flag from five minutes before the close, and what an earlier session left behind. */
function checkSessionEnd(
  position: AuditedPosition | undefined,
  left: number,
  market: { readonly session: { readonly times: { readonly tradingDay: string } } | null },
  fill: FillRow,
): void {
  if (!position) throw new Error(`fill ${fill.id} ends a session for what is not open`)
  if (left > CLOSING && position.day >= market.session!.times.tradingDay)
    throw new Error(`fill ${fill.id} closed position ${position.id} ${left} ms before its session's end`)
  equal(fill.qty, Math.abs(position.qty), `count of fill ${fill.id} at its session's end`)
}
