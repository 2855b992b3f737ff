import type { Command, Effects, OrderRow, OverseaOption } from '../../src/index.ts'
import { beside } from '../arithmetic.ts'
import { decimal, equal } from '../checks.ts'
import { isShut } from '../stops.ts'
import { blocksOf, lotOf, passesLimit } from '../traders.ts'
import { feeOf, marginOf } from './arithmetic.ts'
import { RATE_AGE } from './auditor-days.ts'
import {
  type AuditedMember,
  available,
  CLOSE_ONLY,
  heldOf,
  isHalted,
  isOpen,
  isTraded,
  leftOf,
  marketOf,
  needOf,
  openingCount,
  workingIn,
} from './margin-accounts.ts'
import type { OverseaRecord } from './record.ts'

type Place = Extract<Command, { kind: 'placeOversea' }>

/** Every reason for which an order must be refused, by the auditor's own record before it is placed. */
export function refusalsOfOrder(auditor: OverseaRecord, command: Place, at: number): Set<string> {
  const reasons = new Set<string>()
  const note = (code: string, holds: boolean) => {
    if (holds) reasons.add(code)
  }
  const member = auditor.members.get(command.memberId)
  const { order } = command
  const option = member?.options.get(order.optionId)
  if (!member || !option) return reasons.add(member ? 'STOCK_NOT_FOUND' : 'WALLET_NOT_FOUND')
  const isLimit = order.marketType === 'LIMIT' || order.marketType === 'STOPLIMIT'
  const isStop = order.marketType === 'STOPLIMIT' || order.marketType === 'STOPMARKET'
  const hasExits = order.tpTick !== null || order.slTick !== null
  note('INVALID_REQUEST', (order.price !== null) !== isLimit || (order.triggerPrice !== null) !== isStop)
  note('INVALID_REQUEST', hasExits && order.isReduceOnly)
  note('COUNT_INVALID', !Number.isSafeInteger(order.count) || order.count < 1)
  note('TPSL_TICK_RANGE', !isDistance(option, order.tpTick) || !isDistance(option, order.slTick))
  for (const text of [order.price, order.triggerPrice])
    note('PRICE_TICK_INVALID', text !== null && unitsOf(text, option.precision) % option.tickUnits !== 0)
  // A malformed order cannot be judged further.
  if (reasons.size > 0) return reasons

  const market = marketOf(auditor.markets, option)
  const { now: fixing } = auditor.fixings
  const held = member.positions.get(lotOf({ optionId: option.id }))?.qty ?? 0
  const direction = order.side === 'LONG' ? 1 : -1
  const closable = Math.max(0, -direction * held)
  const orders = workingIn(member, option.id)
  const isLate = leftOf(market, at) <= CLOSE_ONLY
  const isTakenAsClose = isOpeningStopped(auditor, option, at) && order.count <= closable
  const isReducing = order.isReduceOnly || isLate || isTakenAsClose
  const isPlain = isReducing && order.marketType === 'MARKET'
  const trigger = order.triggerPrice === null ? null : unitsOf(order.triggerPrice, option.precision)
  const price = order.price === null ? null : unitsOf(order.price, option.precision)

  // A close of all that is held is always possible, also where the contract allows less by now.
  const isClose = order.count <= closable && (order.isReduceOnly || isTakenAsClose)
  note('MAX_CONTRACTS_EXCEEDED', order.count > option.maxCount && !isClose)
  note('ORDER_EXPIRED', order.expiresAt !== null && order.expiresAt < at)
  // A close at the market waits for the end of a halt.
  note('STOCK_CLOSED', !isOpen(market, at) && !(isPlain && isHalted(market, at)))
  note('OPTION_STOPPED', !isPlain && isShut(option, at))
  note('OPTION_STOPPED', !isReducing && isOpeningStopped(auditor, option, at))
  note('PRICE_FEED_STALE', trigger !== null && market.last === null)
  if (isLate && !order.isReduceOnly && !isTakenAsClose) {
    const spoken = orders.reduce((sum, one) => (one.side === order.side ? sum + one.qty! - one.filledQty : sum), 0)
    note('OVERSEA_CLOSE_ONLY', order.count > closable - spoken)
  }
  if (isReducing) {
    note('REDUCE_ONLY_NO_POSITION', held === 0)
    note('REDUCE_ONLY_SAME_SIDE', held !== 0 && closable === 0)
    note('REDUCE_ONLY_QTY_EXCEEDED', held !== 0 && order.count > Math.abs(held))
    const resting = orders.reduce((sum, one) => (one.isReduceOnly ? sum + one.qty! - one.filledQty : sum), 0)
    note('REDUCE_ONLY_CONFLICT', !isPlain && resting + order.count > Math.abs(held))
  } else {
    for (const code of blocksOf(member, at)) reasons.add(code)
    const isOld = fixing === null || at - fixing.sourceTs > RATE_AGE
    note('PRICE_FEED_STALE', !isTraded(market, at) || isOld)
    noteMoney(auditor, member, command, orders, note, at)
  }
  if (!isPlain) {
    note('TRIGGER_PRICE_INVALID', trigger !== null && trigger === market.last)
    const from = trigger ?? market.last
    if (price !== null && from !== null) {
      const { priceBandPpm } = option
      note('PRICE_OUT_OF_BAND', price < beside(from, -1, priceBandPpm) || price > beside(from, 1, priceBandPpm))
    }
    note('ORDER_COUNT_EXCEEDED', orders.length >= option.maxOpenOrders)
  }
  return reasons
}

function noteMoney(
  auditor: OverseaRecord,
  member: AuditedMember,
  { order }: Place,
  orders: readonly OrderRow[],
  note: (code: string, holds: boolean) => void,
  at: number,
): void {
  const option = member.options.get(order.optionId)!
  const { rate } = auditor.fixings
  const qty = member.positions.get(lotOf({ optionId: option.id }))?.qty ?? 0
  const mine = { side: order.side, qty: order.count, filledQty: 0, isReduceOnly: false }
  const before = openingCount(qty, orders)
  const after = openingCount(qty, [...orders, mine])
  note('MAX_CONTRACTS_EXCEEDED', after > before && Math.abs(qty) + after > option.maxCount)
  const held = heldOf(member, rate)
  const need = needOf(option, after, rate) - needOf(option, before, rate)
  const free = available(member, auditor.markets, held)
  const margin = marginOf(option, after - before, rate)
  const fee = feeOf(option, after, rate) - feeOf(option, before, rate)
  note('BALANCE_INSUFFICIENT', need > 0n && margin > free)
  note('FEE_INSUFFICIENT', need > 0n && margin <= free && margin + fee > free)
  const site = auditor.sites.get(member.siteId)!
  const left = leftOf(marketOf(auditor.markets, option), at)
  const isEnding = site.isSessionEndHalved && left > 0 && left <= site.halvingLeadMs
  const isDoubled = isEnding || auditor.releases.until(site, at) !== null
  note('MARGIN_DOUBLED', isDoubled && margin > 0n && 2n * need + held > free)
  note('SELF_LIMIT_EXCEEDED', need > 0n && passesLimit(member, 'KRW', held + need, at))
}

/** The row of an accepted order says when it executes, from which side its trigger comes, and whether it may open. */
export function checkAccepted(auditor: OverseaRecord, command: Place, effects: Effects, at: number): void {
  const { order, memberId } = command
  const id = (effects.reply!.body as { id: number }).id
  const row = effects.rows.orders.find((one) => one.id === id)
  if (!row) throw new Error(`the accepted order ${id} has no row`)
  const option = auditor.members.get(memberId)!.options.get(order.optionId)!
  const market = marketOf(auditor.markets, option)
  const name = `order ${id}`
  equal(row.status, 'NEW', `status of ${name}`)
  const isLate = leftOf(market, at) <= CLOSE_ONLY
  // What takes nothing that opens takes it as a close.
  const isClose = order.isReduceOnly || isLate || isOpeningStopped(auditor, option, at)
  equal(row.isReduceOnly, isClose, `reduce-only of ${name}`)
  equal(row.takeProfit, order.tpTick, `TP of ${name}`)
  equal(row.stopLoss, order.slTick, `SL of ${name}`)
  const best = (order.side === 'LONG' ? market.book?.asks : market.book?.bids)?.[0]?.[0]
  const direction = order.side === 'LONG' ? 1 : -1
  const isResting =
    row.price !== null && market.book !== null && isTraded(market, at) && !(direction * (best! - row.price) <= 0)
  const isNow = row.triggerPrice === null && !isResting
  equal(row.executeAt, isNow ? at + option.execDelayMs : null, `time from which ${name} executes`)
  if (row.triggerPrice !== null)
    equal(row.triggerDirection, row.triggerPrice > market.last! ? 'rises' : 'falls', `direction of ${name}`)
}

/** Whether operators let nothing open in a contract: then an opposite order that the position covers is taken as a close. */
const isOpeningStopped = ({ stops }: OverseaRecord, option: OverseaOption, at: number): boolean =>
  isShut(option, at) || stops.isOn(option.siteId, 'OVERSEA', option.instrument)

export const isDistance = ({ maxExitTicks }: OverseaOption, ticks: number | null): boolean =>
  ticks === null || (Number.isInteger(ticks) && ticks >= 1 && ticks <= maxExitTicks)

const unitsOf = (text: string, precision: number): number => Number(decimal(text, precision))
