import { isOverdue, isReached } from '../orders.ts'
import { isBeyondTrigger } from '../stops.ts'
import { takenBy } from '../traders.ts'
import { shown } from './arithmetic.ts'
import { isOfTime } from './auditor-fills.ts'
import { groupOf, worstOf } from './auditor-liquidation.ts'
import { type AuditedMember, health, reaches } from './margin-accounts.ts'
import type { FuturesRecord } from './record.ts'

/** Looks at every margin account on a market whose mark came, and at those that changed: none may be left that should be liquidated, warned or armed again. */
export function scanAccounts(
  auditor: FuturesRecord,
  touched: ReadonlySet<AuditedMember>,
  marked: ReadonlySet<string>,
): void {
  for (const member of auditor.members.values()) {
    const { futuresWarnPpm, futuresCalmPpm } = auditor.sites.get(member.siteId)!
    let isCrossSeen = false
    for (const position of member.positions.values()) {
      if (position.cross && isCrossSeen) continue
      const { group, collateral } = groupOf(member, position)
      isCrossSeen ||= position.cross
      if (!touched.has(member) && !group.some(({ option }) => marked.has(option.instrument))) continue
      for (const { id, index, option } of group)
        if (index !== auditor.markets.get(option.instrument)!.index) throw new Error(`position ${id} was not funded`)
      if (!group.every(({ option }) => auditor.markets.get(option.instrument)!.live)) continue
      const state = health(group, collateral, auditor.markets)
      if (!state) continue
      const name = `position ${position.id} of ${member.memberId} with ${state.maintenance} of ${state.equity}`
      const isWarned = group.some(({ warned }) => warned)
      if (reaches(state, 1_000_000)) {
        const worst = worstOf(group, auditor.markets)
        const { book } = auditor.markets.get(worst.option.instrument)!
        if ((worst.qty > 0 ? book?.bids : book?.asks)?.length) throw new Error(`${name} was not liquidated`)
      } else if (reaches(state, futuresWarnPpm)) {
        if (!group.every(({ warned }) => warned)) throw new Error(`${name} was not warned`)
      } else if (!reaches(state, futuresCalmPpm) && isWarned) throw new Error(`${name} is warned still`)
    }
  }
}

/** Looks at every open order on a market whose price came: none may be left that had to fire, fill or end. `moved`: symbol and kind. */
export function scanOrders(auditor: FuturesRecord, moved: ReadonlySet<string>, at: number): void {
  for (const member of auditor.members.values())
    for (const order of member.orders.values()) {
      const option = member.options.get(order.optionId)!
      const { instrument } = option
      const market = auditor.markets.get(instrument)!
      if (!market.live) continue
      const name = `${order.marketType} order ${order.id}`
      const levels = (order.side === 'LONG' ? market.book?.asks : market.book?.bids) ?? []
      // What a member may open cannot be said without a mark, and waits under an emergency stop.
      const isStopped = auditor.stops.isOn(member.siteId, 'FUTURES', instrument)
      const isBeyond = levels.length > 0 && isBeyondTrigger(order, levels[0]![0], option.slipPpm)
      const isAble = order.isReduceOnly || (market.isBookMarked && !isStopped && !isBeyond)
      if (order.executeAt !== null) {
        if (isOverdue(order, member.options.get(order.optionId)!, at))
          throw new Error(`${name} waits for a book since ${at - order.acceptedAt} ms`)
        if (isAble && levels.length > 0 && moved.has(`${instrument} depth`) && isOfTime(order, market.book!, option))
          throw new Error(`${name} passed its book over`)
      } else if (order.triggerKind !== null && order.triggeredAt === null) {
        if (auditor.lives.fresh.has(order.id) || !moved.has(`${instrument} ${order.triggerKind}`)) continue
        const price = (order.triggerKind === 'mark' ? market.mark : market.last)!
        if (isReached(order, price)) throw new Error(`${name} did not fire at ${price}`)
      } else if (isAble && moved.has(`${instrument} depth`) && market.book!.correctedTs >= order.acceptedAt) {
        const direction = order.side === 'LONG' ? 1 : -1
        if (levels.length === 0 || direction * (levels[0]![0] - order.price!) > 0) continue
        if (shown(levels, direction, order.price!) > takenBy(member, order, market.bookAt))
          throw new Error(`${name} was passed over by the book`)
      }
    }
}
