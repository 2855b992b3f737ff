import type { Effects, FillRow, OrderRow, PostingRow } from '../../src/index.ts'
import { max, min } from '../arithmetic.ts'
import { Insurance } from '../insurance.ts'
import { countFill } from '../orders.ts'
import { type Due, followPostings } from '../postings.ts'
import { checkOpening, isExit, lotOf } from '../traders.ts'
import { checkFill } from './auditor-fills.ts'
import { settleNothing, takeShare } from './auditor-funding.ts'
import { checkLiquidation } from './auditor-liquidation.ts'
import { checkCovered, checkStart } from './auditor-risk.ts'
import { isAgainst } from './linked.ts'
import { type AuditedMarket, type AuditedMember, type AuditedPosition, available, isolated } from './margin-accounts.ts'
import type { FuturesRecord } from './record.ts'

/** Positions that ended in the current call, so that its later rows can be compared. */
export type Ended = Map<number, AuditedPosition>

const shareReasons: ReadonlySet<string> = new Set(['COPY_SHARE', 'COPY_SHARE_PAID', 'COPY_SHARE_BACK'])

/** Movements of money: fills, fundings and forfeited margins, each posted to the auditor's own sums and compared. */
export class FuturesMoney {
  readonly #auditor: FuturesRecord
  readonly insurance = new Insurance('USDT')

  constructor(auditor: FuturesRecord) {
    this.#auditor = auditor
  }

  follow(effects: Effects, ended: Ended, at: number): void {
    followPostings(effects, {
      fill: (fill) => this.#fill(fill, effects.rows, ended, at),
      other: ({ reason, refId }, own) =>
        reason === 'FUTURES_SURPLUS'
          ? this.#forfeit(refId!, ended, at)
          : shareReasons.has(reason)
            ? this.#share(own, at)
            : own.filter(({ account }) => account === 'FUNDING').flatMap(() => this.#settleFunding(refId!, at)),
      kindOf: ({ reason }) => String(reason === 'FUTURES_SURPLUS'),
    })
  }

  #fill(fill: FillRow, all: Effects['rows'], ended: Ended, at: number): Due[] {
    const { orders: rows, postings } = all
    const { traders, markets, counts } = this.#auditor
    const member = traders.touch(fill.memberId)
    const copy = fill.orderId === null ? (this.#auditor.copies?.asOrder(fill, all, this.#auditor, at) ?? null) : null
    const row = copy?.row ?? rows.find(({ id }) => id === fill.orderId)
    if (!row) throw new Error(`fill ${fill.id} changed no order`)
    const market = copy?.market ?? markets.get(member.options.get(fill.optionId)!.instrument)!
    if (row.marketType === 'LIQUIDATION') {
      cancelFirst(member, fill, rows)
      checkLiquidation(this.#auditor, member, row, fill, market)
    }
    const old = member.positions.get(lotOf(fill))
    const plan = checkFill(member, row, fill, market, at)
    counts.fills++
    member.purse.results.push({ at, stake: 0n, profit: fill.realizedPnl - fill.fee })
    if (copy === null) countFill(member, row, fill)
    if (fill.isMaker) counts.makers++
    if (old) settleNothing(old, market, market.index)
    if (fill.isClose) {
      if (!old) throw new Error(`fill ${fill.id} closes what is not open`)
      resize(old, plan.qty, at)
      old.entry = plan.entry
      old.fee += fill.fee
      old.pnl += fill.realizedPnl
      const linked = postings.filter(({ reason, refId }) => reason === 'LINKED_DEFICIT' && refId === fill.id)
      if (linked.length > 0 && row.marketType !== 'LIQUIDATION') throw new Error(`fill ${fill.id} took linked gains`)
      const due = this.#pay(member, old, plan.movements, plan.released, linked)
      if (old.qty === 0) {
        member.positions.delete(lotOf(fill))
        ended.set(old.id, old)
      }
      return due
    }
    checkOpening(member, fill.id, at)
    const { instrument } = member.options.get(fill.optionId)!
    this.#auditor.stops.checkOpening(member.siteId, 'FUTURES', instrument, fill.id)
    if (isAgainst(this.#auditor, { ...fill, hasOrders: false }))
      throw new Error(`fill ${fill.id} opens against the group of its member`)
    checkCovered(this.#auditor, member, fill, row.leverage, rows)
    const position = old ?? begin(member, row, fill, market)
    resize(position, plan.qty, at)
    position.entry = plan.entry
    position.margin += plan.added
    checkStart(position, market, fill)
    position.fee += fill.fee
    member.purse.posted -= fill.fee
    return fill.fee === 0n ? [] : [{ reason: 'FUTURES_FEE', account: 'FEE_FUTURES', amount: -fill.fee }]
  }

  /** Posts movements of a position: liable with its margin, or in CROSS with all that is not isolated; insurance pays the rest. */
  #pay(
    member: AuditedMember,
    position: AuditedPosition,
    movements: readonly Due[],
    released: bigint | null,
    linked: readonly PostingRow[] = [],
  ): Due[] {
    const net = movements.reduce((sum, { amount }) => sum + amount, 0n)
    let left: bigint
    if (position.cross) left = member.purse.posted - isolated(member) + net
    else {
      const kept = released === null ? position.margin + net : position.margin - released + min(0n, released + net)
      left = kept
      position.margin = max(0n, kept)
    }
    const deficit = max(0n, -left) - this.#takeLinked(member, max(0n, -left), linked)
    return this.insurance.book(member, movements, deficit, 'FUTURES_INSURANCE')
  }

  /** Others of the group pay of a deficit what is available to them at most, and nobody pays more than it is. */
  #takeLinked(member: AuditedMember, deficit: bigint, linked: readonly PostingRow[]): bigint {
    const group = this.#auditor.groups.find((ids) => ids.includes(member.memberId)) ?? []
    let taken = 0n
    for (const { memberId, amount } of linked) {
      const payer = this.#auditor.traders.touch(memberId!)
      if (amount < 0n) {
        const isLinked = memberId !== member.memberId && group.includes(memberId!)
        if (!isLinked || -amount > available(payer, this.#auditor.markets))
          throw new Error(`${memberId} paid ${-amount} of a deficit of ${member.memberId}`)
        taken -= amount
      }
      payer.purse.posted += amount
    }
    if (taken > deficit) throw new Error(`a deficit of ${deficit} took ${taken} from others`)
    return taken
  }

  #forfeit(positionId: number, ended: Ended, at: number): Due[] {
    const position = ended.get(positionId)
    if (!position) throw new Error(`the margin of position ${positionId} was forfeited though it was not taken over`)
    const member = this.#auditor.traders.touch(position.memberId)
    const { margin } = position
    position.margin = 0n
    member.purse.posted -= margin
    member.purse.results.push({ at, stake: 0n, profit: -margin })
    this.insurance.add(member.siteId, margin)
    return [{ reason: 'FUTURES_SURPLUS', account: 'INSURANCE_FUND', amount: -margin }]
  }

  /** A share of a profit is set aside for a trader, paid to him, or returned. */
  #share(own: readonly PostingRow[], at: number): Due[] {
    const leg = own.find(({ memberId }) => memberId !== null)!
    const { memberId, reason, amount } = leg
    const member = this.#auditor.traders.touch(memberId!)
    this.#auditor.copies!.checkShare(leg, this.#auditor)
    member.purse.posted += amount
    if (reason !== 'COPY_SHARE_PAID') member.purse.results.push({ at, stake: 0n, profit: amount })
    return [{ reason, account: 'TRADER_PAYABLE', amount }]
  }

  #settleFunding(positionId: number, at: number): Due[] {
    const { traders, markets } = this.#auditor
    const known = traders.findPosition(positionId)
    if (!known) throw new Error(`a funding was booked for ${positionId}, which is not open`)
    const member = traders.touch(known.memberId)
    const position = member.positions.get(lotOf({ optionId: known.option.id, lot: known.lot }))!
    const market = markets.get(position.option.instrument)!
    const amount = takeShare(position, market)
    position.funding += amount
    member.purse.results.push({ at, stake: 0n, profit: amount })
    return this.#pay(member, position, [{ reason: 'FUTURES_FUNDING', account: 'FUNDING', amount }], null)
  }
}

/** Before a liquidation closes anything the orders concerned are gone: those of the lot, or in CROSS all. */
function cancelFirst(member: AuditedMember, fill: FillRow, rows: readonly OrderRow[]): void {
  const isCross = member.positions.get(lotOf(fill))?.cross === true
  for (const order of member.orders.values()) {
    if (isExit(order) || (!isCross && lotOf(order) !== lotOf(fill))) continue
    const now = rows.find(({ id }) => id === order.id)
    if (now?.closedAt == null) throw new Error(`order ${order.id} outlived a liquidation`)
    member.gone.add(order.id)
  }
}

function resize(position: AuditedPosition, qty: number, at: number): void {
  position.qty = qty
  position.sizes = [...position.sizes, { at, qty }]
}

function begin(member: AuditedMember, row: OrderRow, fill: FillRow, market: AuditedMarket): AuditedPosition {
  const position: AuditedPosition = {
    id: fill.positionId,
    memberId: member.memberId,
    option: member.options.get(fill.optionId)!,
    lot: fill.lot,
    cross: row.marginType === 'CROSS',
    leverage: row.leverage,
    openedAt: fill.at,
    sizes: [],
    funded: market.fundings.length,
    qty: 0,
    entry: 0n,
    margin: 0n,
    index: market.index,
    funding: 0n,
    fee: 0n,
    pnl: 0n,
    warned: false,
  }
  member.positions.set(lotOf(fill), position)
  return position
}
