import { change, type Turn } from '../state.ts'
import { type Direction, Rank, type TriggerPrice } from '../triggers/index.ts'
import type { PriceUnits } from '../types.ts'
import type { Position } from './state.ts'

/** Takes all guards of a position away: it is closed. */
export function dropAll(position: Position): void {
  dropGuards(position)
  setStop(position, null)
}

/** Takes the guards of a position's account away. */
export function dropGuards(position: Position): void {
  setGuard(position, 'rises', null)
  setGuard(position, 'falls', null)
  setGuard(position, 'wake', null)
}

/** Has the position's group judged at the next price of a kind, whatever it is. */
export function wake(position: Position, kind: TriggerPrice): void {
  setGuard(position, 'wake', 0, kind)
}

/** Says of each position of a group whether its owner is warned. */
export function setWarned(group: readonly Position[], isWarned: boolean, turn: Turn): void {
  for (const position of group)
    if (position.row.isWarned !== isWarned) change(turn.effects, 'positions', position, { isWarned })
}

/** Has the loss of a copy's follow computed from a mark on, after accounts are judged by it; null: not any more. */
export function setStop(
  position: Position,
  at: { readonly direction: Direction; readonly level: PriceUnits } | null,
): void {
  const { triggers } = position.market.instrument
  const { guards, row } = position
  if (guards.stop !== null) triggers.remove(guards.stop)
  const item = { kind: 'guard', position, place: 'stop' } as const
  guards.stop = at && triggers.add('mark', at.direction, at.level, Rank.stop, row.id, item)
}

/** Puts a guard of a position at a price, or takes it away. */
export function setGuard(
  position: Position,
  place: Exclude<keyof Position['guards'], 'stop'>,
  level: PriceUnits | null,
  kind: TriggerPrice = position.market.policy.judgedBy,
): void {
  const { triggers } = position.market.instrument
  const old = position.guards[place]
  if (old !== null && level !== null && place !== 'wake') {
    triggers.move(old, level)
    return
  }
  if (old !== null) triggers.remove(old)
  const direction = place === 'falls' ? 'falls' : 'rises'
  const item = { kind: 'guard', position, place } as const
  // A wake and a guard of one position may wait at one level: their sequences differ.
  const seq = place === 'wake' ? -position.row.id : position.row.id
  position.guards[place] = level === null ? null : triggers.add(kind, direction, level, Rank.guard, seq, item)
}
