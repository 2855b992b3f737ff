import { formatUnits } from '@maru/positions'
import type { State, Turn } from '../state.ts'
import { setWarned, wake } from '../trading/guards.ts'
import { isLive } from '../trading/prices.ts'
import type { TradedInstrument } from '../trading/state.ts'
import { announcePosition } from './announce.ts'
import { settleFunding } from './funding.ts'
import { liquidate } from './liquidation.ts'
import { marginAccount, ratioOf } from './margin-account.ts'
import { groupOf, LIQUIDATION_PPM, marginOf, revalue } from './risk.ts'
import type { Position } from './state.ts'

/**
 * Judges the account of a guard that fired. It is computed exactly at the current marks, then liquidated, warned, armed again or given new
 * guards. While a feed of the group is stale nobody is judged: the next live mark wakes the group.
 */
export function judge(state: State, position: Position, turn: Turn): void {
  position.guarded = null
  const { holder } = position
  const group = groupOf(position)
  const asleep = group.find(({ market }) => !isJudged(market.instrument, turn))
  if (asleep) {
    wake(asleep, 'mark')
    return
  }
  for (const one of group) settleFunding(state, one, turn)
  if (ratioNow(group) >= LIQUIDATION_PPM) liquidate(state, group, turn)
  const left = group.filter(({ row }) => row.closedAt === null)
  if (left.length > 0) tell(left, turn)
  revalue(state, holder, turn)
}

/** Warns from the site's ratio on, once until the ratio was below the calm one. */
function tell(group: readonly Position[], turn: Turn): void {
  const ratio = ratioNow(group)
  if (ratio >= LIQUIDATION_PPM) return // it waits for a book to be closed on
  const isWarned = group.some(({ row }) => row.isWarned)
  const { futuresWarnPpm, futuresCalmPpm } = group[0]!.holder.site.row
  if (ratio >= futuresWarnPpm && !isWarned) warn(group, ratio, turn)
  else if (ratio < futuresCalmPpm && isWarned) setWarned(group, false, turn)
}

const ratioNow = (group: readonly Position[]): number => ratioOf(marginAccount(marginOf(group), group)!)

const isJudged = (instrument: TradedInstrument, turn: Turn): boolean =>
  instrument.mark !== null && isLive(instrument, turn.at)

function warn(group: readonly Position[], ratio: number, turn: Turn): void {
  setWarned(group, true, turn)
  for (const position of group) announcePosition(position, 'POSITION_WARN', turn, null, { ratio: percentOf(ratio) })
}

/** Parts per million as a percentage. */
const percentOf = (ppm: number): string => formatUnits(BigInt(ppm), 4).replace(/\.?0+$/, '')
