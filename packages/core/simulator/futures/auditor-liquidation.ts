import type { FillRow, OrderRow } from '../../src/index.ts'
import { beside } from '../arithmetic.ts'
import { equal } from '../checks.ts'
import { lotOf, takenBy } from '../traders.ts'
import { ladder, maintenance, tier, worth } from './arithmetic.ts'
import {
  type AuditedMarket,
  type AuditedMember,
  type AuditedPosition,
  health,
  isolated,
  reaches,
} from './margin-accounts.ts'
import type { FuturesRecord } from './record.ts'

/** The margin account of a position, and the money behind it. */
export function groupOf(member: AuditedMember, position: AuditedPosition) {
  if (!position.cross) return { group: [position], collateral: position.margin }
  const group = [...member.positions.values()]
    .filter(({ cross }) => cross)
    .sort((a, b) => a.option.id - b.option.id || a.lot - b.lot)
  return { group, collateral: member.purse.posted - isolated(member) }
}

/** The position that goes first: the largest maintenance, and of equals the lower option and lot. */
export function worstOf(
  group: readonly AuditedPosition[],
  markets: ReadonlyMap<string, AuditedMarket>,
): AuditedPosition {
  const needs = group.map(({ option, qty }) => maintenance(option, markets.get(option.instrument)!.mark!, qty))
  return group[needs.indexOf(needs.reduce((a, b) => (b > a ? b : a)))!]!
}

/** A liquidation is due at the marks that hold, takes the right position, and takes as much of it as the stage allows. */
export function checkLiquidation(
  auditor: FuturesRecord,
  member: AuditedMember,
  order: OrderRow,
  fill: FillRow,
  market: AuditedMarket,
): void {
  const name = `liquidation fill ${fill.id}`
  const position = member.positions.get(lotOf(fill))
  if (!position) throw new Error(`${name} has no position`)
  equal(order.positionId, position.id, `position of ${name}`)
  const { group, collateral } = groupOf(member, position)
  for (const one of group)
    if (!auditor.markets.get(one.option.instrument)!.live)
      throw new Error(`${name} while a feed of the account is stale`)
  const state = health(group, collateral, auditor.markets)
  if (!state || !reaches(state, 1_000_000))
    throw new Error(`${name}: ${JSON.stringify(state, text)} is no reason to liquidate`)
  equal(fill.positionId, worstOf(group, auditor.markets).id, `position of ${name}`)
  auditor.counts.liquidations++

  const { option, qty } = position
  const mark = market.mark!
  const held = Math.abs(qty)
  const place = tier(option, mark, qty)
  if (fill.qty === held && place === 0) return
  const direction = qty > 0 ? -1 : 1
  const levels = direction > 0 ? market.book!.asks : market.book!.bids
  const taken = takenBy(member, fill, fill.at)
  const limit = beside(mark, direction, option.slipPpm)
  const within = fitsWithin(levels, direction, taken, held, limit)
  const cut =
    place === 0
      ? held
      : held - keptQty(option.brackets[place - 1]!.notionalCap, worth(option, mark, 1), option.stepUnits)
  if (place > 0 && fill.qty < held) {
    equal(fill.qty, Math.min(cut, within), `cut of ${name}`)
    const { worst } = ladder(levels, direction, taken, taken + fill.qty)
    if (direction * (worst - limit) > 0) throw new Error(`${name} was cut at ${worst}, beyond ${limit}`)
  } else if (place > 0 && cut < held && within > 0)
    throw new Error(`${name} took a position over that could be cut by ${Math.min(cut, within)}`)
}

/** What a bracket can hold, in whole steps. */
function keptQty(cap: bigint, perStep: bigint, stepUnits: number): number {
  const fits = Number(cap / perStep)
  return fits - (fits % stepUnits)
}

/** The quantity that a side offers up to a limit, less what was taken; at most `most`. */
function fitsWithin(
  levels: readonly (readonly [number, number])[],
  direction: 1 | -1,
  taken: number,
  most: number,
  limit: number,
): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2)
    const { worst } = ladder(levels, direction, taken, taken + middle)
    if (direction * (worst - limit) <= 0) low = middle
    else high = middle - 1
  }
  return low
}

const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
