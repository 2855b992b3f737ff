import type { FuturesPosition } from '@maru/contract'
import { formatUnits, type Minor, removableMargin } from '@maru/positions'
import { heldOf, liquidationOf, ratioOf } from '../held.ts'
import { moneyOf, type Terms } from '../terms.ts'

export type MarginMove = 'ADD' | 'REMOVE'

export interface MarginAccount {
  readonly position: FuturesPosition
  readonly terms: Terms
  /** In units; null while there is no price. */
  readonly mark: number | null
  readonly isLive: boolean
  /** What can be added from. */
  readonly available: Minor
  /** Orders of the instrument are open, TP and SL aside: nothing can be taken out. */
  readonly hasOrders: boolean
}

/** How a position stands with its margin. `liquidation` in units of the price, `ratioPpm` null without a mark. */
export interface MarginStanding {
  readonly margin: Minor
  readonly liquidation: number | null
  readonly ratioPpm: number | null
  readonly available: Minor
}

export interface MarginSummary {
  /** Most that can be added or taken out. */
  readonly max: Minor
  readonly before: MarginStanding
  readonly after: MarginStanding
  readonly problem:
    | 'AMOUNT_MISSING'
    | 'BALANCE_INSUFFICIENT'
    | 'ISOLATED_MARGIN_INSUFFICIENT'
    | 'MARGIN_LOCKED_ORDER'
    | 'PRICE_FEED_STALE'
    | null
}

/** What adding to or taking from the margin of an isolated position would do (rules B). */
export function summariseMargin(move: MarginMove, amount: Minor, account: MarginAccount): MarginSummary {
  const { position, available } = account
  const margin = moneyOf(position.margin)
  const max = mostOf(move, margin, account)
  const signed = move === 'ADD' ? amount : -amount
  return {
    max,
    before: standing(margin, available, account),
    after: standing(margin + signed, available - signed, account),
    problem: problemOf(move, amount, max, account),
  }
}

function mostOf(move: MarginMove, margin: Minor, account: MarginAccount): Minor {
  const { position, terms, mark, available, hasOrders, isLive } = account
  if (move === 'ADD') return available > 0n ? available : 0n
  if (hasOrders || mark === null || !isLive) return 0n
  return removableMargin(margin, heldOf(position, terms), mark, position.leverage, terms.scale)
}

function problemOf(move: MarginMove, amount: Minor, max: Minor, account: MarginAccount): MarginSummary['problem'] {
  if (move === 'REMOVE' && account.hasOrders) return 'MARGIN_LOCKED_ORDER'
  if (move === 'REMOVE' && !account.isLive) return 'PRICE_FEED_STALE'
  if (amount > max) return move === 'ADD' ? 'BALANCE_INSUFFICIENT' : 'ISOLATED_MARGIN_INSUFFICIENT'
  return amount === 0n ? 'AMOUNT_MISSING' : null
}

function standing(margin: Minor, available: Minor, { position, terms, mark }: MarginAccount): MarginStanding {
  const liquidation = liquidationOf(heldOf(position, terms), margin, terms)
  const then = { ...position, margin: formatUnits(margin, 8) }
  return {
    margin,
    liquidation,
    ratioPpm: mark === null ? null : ratioOf({ position: then, terms, mark }, [], 0n),
    available,
  }
}
