import type { Cell } from '../effects.ts'
import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import type { EpochMs } from '../types.ts'
import { isPaused, type Pause } from './pauses.ts'
import type { Line, StopRow } from './tables.ts'

/** The stops that stand, by site; a site without any has no list. */
const part = newPart<Map<number, Cell<StopRow>[]>>(() => new Map())

const none: readonly Cell<StopRow>[] = []

/** The stops that stand on a site, the oldest first. */
export const stopsOf = (state: State, siteId: number): readonly Cell<StopRow>[] =>
  state.parts.of(part).get(siteId) ?? none

/** All stops that stand. */
export const allStops = (state: State): StopRow[] => [...state.parts.of(part).values()].flat().map(({ row }) => row)

/** Makes a stop stand. */
export function keepStop(state: State, stop: Cell<StopRow>): void {
  const stops = state.parts.of(part)
  const own = stops.get(stop.row.siteId)
  if (own) own.push(stop)
  else stops.set(stop.row.siteId, [stop])
}

/** Takes a stop away. */
export function dropStop(state: State, stop: Cell<StopRow>): void {
  const stops = state.parts.of(part)
  const left = stopsOf(state, stop.row.siteId).filter((other) => other !== stop)
  if (left.length > 0) stops.set(stop.row.siteId, left)
  else stops.delete(stop.row.siteId)
}

/** Whether an emergency stop bars what would open something on an instrument in a line of products. */
export const isStopped = (state: State, siteId: number, line: Line, instrument: string): boolean =>
  stopsOf(state, siteId).some(({ row }) => isOn(row, line, instrument))

/** Whether a stop is about an instrument in a line of products. */
export function isOn({ scope, ...of }: StopRow, line: Line, instrument: string): boolean {
  if (scope === 'WITHDRAWALS') return false
  return (of.line === null || of.line === line) && (of.instrument === null || of.instrument === instrument)
}

/** Whether an emergency stop bars a whole line of products. */
export const isLineStopped = (state: State, siteId: number, line: Line): boolean =>
  stopsOf(state, siteId).some(({ row }) => row.scope === 'LINE' && row.line === line)

/** Whether an emergency stop bars money from leaving a site. */
export const areWithdrawalsStopped = (state: State, siteId: number): boolean =>
  stopsOf(state, siteId).some(({ row }) => row.scope === 'WITHDRAWALS')

interface Stoppable {
  readonly siteId: number
  readonly instrument: string
  readonly isPlay: boolean
  readonly isStop: boolean
  readonly pauses: readonly Pause[]
}

/** Whether an option takes no new orders at a time: hidden, stopped, or within a pause of its week. */
export const isClosedTo = ({ isPlay, isStop, pauses }: Stoppable, at: EpochMs): boolean =>
  !isPlay || isStop || isPaused(pauses, at)

/** An option as members are shown it: one that pauses, or is under an emergency stop, shows as stopped. */
export const shownStop = <Option extends Stoppable>(state: State, line: Line, option: Option, at: EpochMs): Option => {
  const isShut = isPaused(option.pauses, at) || isStopped(state, option.siteId, line, option.instrument)
  return !option.isStop && isShut ? { ...option, isStop: true } : option
}
