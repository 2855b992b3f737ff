import { formatUnits } from '@maru/positions'
import type { State, Turn } from '../state.ts'
import type { Position, TradedInstrument } from '../trading/state.ts'
import { marginAccount, ratioOf } from './account.ts'
import { announcePosition } from './announce.ts'
import { settleFunding } from './funding.ts'
import { liquidate } from './liquidation.ts'
import { CALM_PPM, collateralOf, groupOf, LIQUIDATION_PPM, revalue, setWarned, WARN_PPM, wake } from './risk.ts'

/**
 * What a guard that fired asks for: its account is computed exactly at the marks that hold, then liquidated, warned, armed again
 * or given new guards. Nobody is judged while a feed of his group is stale: its next live mark wakes the group.
 */
export function judge(state: State, position: Position, place: keyof Position['guards'], turn: Turn): void {
  position.guards[place] = null
  position.guarded = null
  const { trader } = position
  const group = groupOf(position)
  const asleep = group.find(({ market }) => !isJudged(market.instrument, turn))
  if (asleep) {
    wake(asleep, 'mark')
    return
  }
  for (const one of group) settleFunding(state, one, turn)
  const account = marginAccount(collateralOf(group), group)!
  const ratio = ratioOf(account)
  const isWarned = group.some(({ row }) => row.isWarned)
  if (ratio >= LIQUIDATION_PPM) liquidate(state, group, turn)
  else if (ratio >= WARN_PPM && !isWarned) warn(group, ratio, turn)
  else if (ratio < CALM_PPM && isWarned) setWarned(group, false, turn)
  revalue(state, trader, turn)
}

const isJudged = (instrument: TradedInstrument, turn: Turn): boolean =>
  instrument.mark !== null && instrument.prices.isLive(turn.at)

function warn(group: readonly Position[], ratio: number, turn: Turn): void {
  setWarned(group, true, turn)
  for (const position of group) announcePosition(position, 'POSITION_WARN', turn, { ratio: percentOf(ratio) })
}

/** Parts per million as a percentage. */
const percentOf = (ppm: number): string => formatUnits(BigInt(ppm), 4).replace(/\.?0+$/, '')
