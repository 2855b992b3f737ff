import { ceilDiv, notionalOf, unrealizedPnl } from '@maru/positions'
import type { Position } from '../futures/state.ts'
import type { State } from '../state.ts'
import { setStop } from '../trading/guards.ts'
import type { Minor, PositionRow, PriceUnits } from '../types.ts'
import { copiesOf, endOf, type Follow } from './state.ts'

/** What a copy came to so far: all that was ever posted for it. */
export const netOf = ({ realizedPnl, fee, fundingFee, otherPnl }: PositionRow): Minor =>
  realizedPnl - fee + fundingFee + otherPnl

/** What a follow has lost since it began, by the marks that hold; null while one of them is not known. */
export function lossOf({ row, pair, copies }: Follow): Minor | null {
  let net = pair.row.net - row.netBefore
  for (const { row: copy, market } of copies.values()) {
    const { mark } = market.instrument
    if (mark === null) return null
    net += netOf(copy) + unrealizedPnl(copy, mark, market.scale)
  }
  return -net
}

/** Guards the follow that a position is a copy of. Call it after whatever changed the position. */
export function guardLoss(state: State, { row }: Position): void {
  const follow = row.followId === null ? undefined : copiesOf(state).follows.get(row.followId)
  if (follow) guardLosses(state, follow)
}

/**
 * Puts the guards of a follow that has a loss stop: while every mark lies before its own, less is lost than that. What is left until then
 * is shared out over the copies by their worth, as between the positions of an account. Where nothing is left, the next mark judges it.
 */
export function guardLosses(state: State, follow: Follow): void {
  const { lossStop } = follow.row
  const isOn = lossStop !== null && endOf(state, follow) === Number.POSITIVE_INFINITY
  if (!isOn) {
    for (const copy of follow.copies.values()) if (copy.guards.stop !== null) setStop(copy, null)
    return
  }
  const lost = lossOf(follow)
  if (lost === null || lost >= lossStop) {
    const asleep = [...follow.copies.values()].find(({ market }) => market.instrument.mark === null)
    wakeLoss(follow, asleep)
    return
  }
  const left = lossStop - lost
  const worths = [...follow.copies.values()].map((copy) => ({ copy, worth: worthOf(copy) }))
  const sum = worths.reduce((total, { worth }) => total + worth, 0n)
  for (const { copy, worth } of worths) setStop(copy, guardOf(copy, (left * worth) / sum))
}

/** Has a follow judged at the next mark of one of its copies, the one that holds now included. */
export function wakeLoss({ copies }: Follow, by: Position | undefined): void {
  const first = by ?? copies.values().next().value
  for (const copy of copies.values()) setStop(copy, copy === first ? { direction: 'rises', level: 0 } : null)
}

const worthOf = ({ row, market }: Position): Minor =>
  notionalOf(market.instrument.mark!, Math.abs(row.qty), market.scale)

/** The first mark at which a copy alone has lost a share; never the one that holds. Null: no price is that low. */
function guardOf({ row, market }: Position, share: Minor): Parameters<typeof setStop>[1] {
  const perUnit = BigInt(Math.abs(row.qty)) * market.scale.unit
  const distance = Number(ceilDiv(share, perUnit)) || 1
  const mark: PriceUnits = market.instrument.mark!
  if (row.qty < 0) return { direction: 'rises', level: mark + distance }
  return mark > distance ? { direction: 'falls', level: mark - distance } : null
}
