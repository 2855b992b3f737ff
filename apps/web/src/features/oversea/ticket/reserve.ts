import type { PositionSide } from '@maru/contract'
import { contractFee, contractMargin, type Minor, openingContracts } from '@maru/positions'
import { signOf, type TicketHolder, type TicketMarket } from './inputs.ts'

/** What an order would hold back until it fills. */
export interface Reserve {
  /** Contracts that it would open beyond those that are open or wait already. */
  readonly opens: number
  readonly margin: Minor
  readonly fee: Minor
}

/** What the core would hold back for an order of a side: of what it opens alone. */
export function reserveOf(side: PositionSide, count: number, holder: TicketHolder): Reserve {
  const { terms } = holder
  const before = openingOf(holder)
  const after = openingOf(holder, side, count)
  const rate = terms.rate ?? 0n
  return {
    opens: after - before,
    margin: contractMargin(after - before, terms, rate),
    fee: contractFee(after, terms, rate) - contractFee(before, terms, rate),
  }
}

/** Why an order that opens is too large, or null. */
export function faultOfOpening(side: PositionSide, count: number, holder: TicketHolder) {
  const { terms, position, available } = holder
  const { opens, margin, fee } = reserveOf(side, count, holder)
  if (opens > 0 && Math.abs(position.qty) + openingOf(holder) + opens > terms.maxCount) return 'MAX_CONTRACTS_EXCEEDED'
  // What only closes needs nothing, and is taken however little is free.
  if (margin + fee <= 0n || margin + fee <= available) return null
  return margin > available ? 'BALANCE_INSUFFICIENT' : 'FEE_INSUFFICIENT'
}

/** The largest order of a side that nothing speaks against but its price. */
export function maxOf(side: PositionSide, holder: TicketHolder, { isClosing }: TicketMarket): number {
  const fits = (count: number) =>
    isClosing ? count <= closableOf(side, holder) : faultOfOpening(side, count, holder) === null
  // What fits, fits with fewer contracts too.
  let low = 0
  let high = holder.terms.maxCount
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Contracts of the position that no open order of this side speaks for. */
export function closableOf(side: PositionSide, { position, orders }: TicketHolder): number {
  const spoken = orders.reduce((sum, order) => (order.side === side ? sum + order.count : sum), 0)
  return Math.max(0, -signOf(side) * position.qty) - spoken
}

/** What open orders would open together, with another one or without. */
function openingOf({ position, orders }: TicketHolder, side?: PositionSide, count = 0): number {
  const sum = { LONG: 0, SHORT: 0 }
  for (const order of orders) if (!order.isReduceOnly) sum[order.side] += order.count
  if (side) sum[side] += count
  return openingContracts(position.qty, sum.LONG, sum.SHORT)
}
