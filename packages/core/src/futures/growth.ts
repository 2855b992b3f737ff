import type { Turn } from '../state.ts'
import { lessened } from '../trading/growth.ts'
import type { EpochMs, PositionRow, Qty } from '../types.ts'
import { BESIDE_MS } from './beside.ts'
import type { FuturesMarket, Position } from './state.ts'

/** The longest `seasonMs` that an option may have. */
export const LONGEST_SEASON_MS = 60_000

/**
 * What a position grew by within the longest season before its newest growth, once its quantity changes by `by` (− for less): what came
 * last goes first. It is kept with the position, since a venue may tell of a funding long after it, and after a start. Null: all of it is
 * as old as the position, or will be old enough by the next funding.
 */
export function growthOf({ row, market }: Position, by: Qty, { at }: Turn): PositionRow['growth'] {
  if (by < 0) return lessened(row.growth, -by)
  if (row.qty === 0 || !isFundedSoon(market, at)) return null
  const young = (row.growth ?? []).filter((grown) => grown.at > at - LONGEST_SEASON_MS)
  return [...young, { at, qty: by }]
}

/** How much of a position was held throughout since a time, the time of a change included. */
export function heldSince({ row }: Position, since: EpochMs): Qty {
  if (row.openedAt > since) return 0
  let held = Math.abs(row.qty)
  for (const grown of row.growth ?? []) if (grown.at > since) held -= grown.qty
  return Math.sign(row.qty) * held
}

/** Whether what grows now may be young still at the next funding, which lies somewhat beside its announced time. */
const isFundedSoon = ({ instrument: { nextFundingTime } }: FuturesMarket, at: EpochMs): boolean =>
  nextFundingTime === null || nextFundingTime - at < LONGEST_SEASON_MS + BESIDE_MS
