import { type ContractTerms, contractMargin, type FxRateE2 } from '@maru/positions'
import type { Cell } from '../effects.ts'
import type { Turn } from '../state.ts'
import { lessened } from '../trading/growth.ts'
import type { EpochMs, Minor, PositionRow, Qty, RaiseRow } from '../types.ts'
import type { Contract, Holder, Position } from './state.ts'

/** The name under which the raises of a contract, or of a site's loss cut, are kept. */
export const nameOf = (siteId: number, contractId: number | null): string => `${siteId}:${contractId ?? ''}`

const none: readonly Cell<RaiseRow>[] = []
/** The raises of a contract's margin, or of a site's loss cut, that do not hold for everything yet. */
export const raisesIn = (
  raises: ReadonlyMap<string, readonly Cell<RaiseRow>[]> | undefined,
  siteId: number,
  contractId: number | null,
): readonly Cell<RaiseRow>[] => raises?.get(nameOf(siteId, contractId)) ?? none

/** The raises of a contract's margin that do not hold for everything yet. */
const raisesOf = ({ row, instrument }: Contract): readonly Cell<RaiseRow>[] =>
  raisesIn(instrument.days?.raises, row.siteId, row.id)

/** What a number is for what was opened at `since`: the lowest of what it was before each raise that came later. */
function heldSince(now: bigint, raises: readonly Cell<RaiseRow>[], since: EpochMs): bigint {
  let least = now
  for (const { row } of raises) if (since < row.at && row.before < least) least = row.before
  return least
}

/**
 * Margin of a position at a rate, in won: each contract has that of its time, until a raise holds for all. `count` and `growth` are what
 * the position has, or what a close leaves.
 */
export function positionMargin(
  { row, market }: Position,
  rate: FxRateE2,
  count: Qty = Math.abs(row.qty),
  growth: PositionRow['growth'] = row.growth,
): Minor {
  const raises = raisesOf(market)
  const terms: ContractTerms = market.row
  if (raises.length === 0) return contractMargin(count, terms, rate)
  const of = (qty: Qty, since: EpochMs) =>
    contractMargin(qty, { ...terms, margin: heldSince(terms.margin, raises, since) }, rate)
  let margin = 0n
  let first = count
  for (const grown of growth ?? []) {
    margin += of(grown.qty, grown.at)
    first -= grown.qty
  }
  return margin + of(first, row.openedAt)
}

/** Margin of what a close leaves of a position, at the rate that it is valued at. */
export const marginAfterClose = (position: Position, left: Qty): Minor => {
  const { row } = position
  const growth = lessened(row.growth, Math.abs(row.qty) - left)
  return positionMargin(position, BigInt(row.fxRate!), left, growth)
}

/** What a position grew by since the oldest raise that does not hold for everything yet; what came last goes first. */
export function growthOf({ row, market }: Position, by: Qty, { at }: Turn): PositionRow['growth'] {
  if (by < 0) return lessened(row.growth, -by)
  const raises = raisesOf(market)
  if (raises.length === 0 || row.qty === 0) return null
  const grown = row.growth ?? []
  const last = grown.at(-1)
  // Between two raises all that came has one margin.
  const isOne = last !== undefined && raises.every((raise) => last.at < raise.row.at === at < raise.row.at)
  return isOne ? [...grown.slice(0, -1), { at: last.at, qty: last.qty + by }] : [...grown, { at, qty: by }]
}

/** The share of the margin at which an account is cut: what held when the oldest of its positions was opened, until a raise holds for all. */
export function losscutPpmOf({ site, positions }: Holder): number {
  const { siteId, overseaLosscutPpm } = site.row
  let first = Number.POSITIVE_INFINITY
  let raises = none
  for (const { row, market } of positions.values()) {
    first = Math.min(first, row.openedAt)
    raises = raisesIn(market.instrument.days?.raises, siteId, null)
  }
  return Number(heldSince(BigInt(overseaLosscutPpm), raises, first))
}
