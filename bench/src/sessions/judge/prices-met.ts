import { minute } from '../calendar.ts'
import type { Fill, Order } from '../records.ts'
import type { Case } from './case.ts'

/** Where an order had to wait for a trigger, a time or a price, it did; else what is wrong. */
export function firedWrongly({ accounts, optionOf, seen }: Case, order: Order, fill: Fill): string | null {
  const { instrument } = optionOf(order)
  if (order.triggerPrice !== null) {
    if (order.triggeredAt === null || fill.at < order.triggeredAt) return 'filled before its trigger'
    const range = accounts.range(
      instrument,
      Math.min(fill.bookTs, order.triggeredAt - seen.lag) - minute,
      Math.max(fill.bookTs, order.triggeredAt),
    )
    const isReached =
      range && (order.triggerDirection === 'rises' ? range.high >= order.triggerPrice : range.low <= order.triggerPrice)
    if (!isReached) return `no price reached its trigger ${order.triggerPrice}`
  }
  if (order.origin === 'MEMBER' && !fill.isMaker && fill.at < order.acceptedAt + 300)
    return 'filled within the delay of 300 ms'
  if (order.price === null) return null
  const limit = BigInt(order.price) * BigInt(fill.qty) * 100_000_000n
  const isWithin = order.side === 'LONG' ? fill.quote <= limit : fill.quote >= limit
  return isWithin ? null : 'filled beyond its limit'
}

/** Whether its limit can have been met shortly before `at`. */
export function isReached({ accounts, optionOf, seen }: Case, order: Order, at: number): boolean {
  const { instrument, tickUnits } = optionOf(order)
  const range = accounts.range(instrument, at - seen.lag, at)
  const far = 10 * tickUnits
  const { price, side } = order
  return price !== null && range !== null && (side === 'LONG' ? range.low - far <= price : range.high + far >= price)
}
