import type { Brackets } from '@maru/positions'
import { newPart } from '../part.ts'
import type { State, Turn } from '../state.ts'
import type { Minor, Reply } from '../types.ts'
import type { FuturesMarket, Holder, Order } from './state.ts'

/** New brackets of a perpetual, while the accounts under them are judged. */
export interface Trial {
  readonly market: FuturesMarket
  readonly brackets: Brackets
  /** What happens when all were judged: the orders that end are handed over. */
  readonly commit: (beyond: readonly Order[], turn: Turn) => Reply
  /** Gets the reply, where it was not given at once. */
  readonly later: (reply: Reply, turn: Turn) => void
  /** Null until its first step. */
  progress: Progress | null
}

/** The new cap at a leverage where it falls; null where it does not. */
export type Cuts = (leverage: number) => Minor | null

/** How far a trial is. */
export interface Progress {
  /** Holders of what is open in the market, in the order of ids; a holder comes as often as he has something open. */
  readonly rest: Iterator<Holder>
  readonly seen: Set<Holder>
  /** Holders that changed since they were judged. */
  readonly again: Set<Holder>
  /** Holders of orders beyond the new caps. */
  readonly cut: Set<Holder>
  readonly cutAt: Cuts
}

const trials = newPart<Trial[]>(() => [])

/** The trials that are asked for, in that order. They follow from commands and changes that wait: a start begins anew. */
export const trialsOf = (state: State): Trial[] => state.parts.of(trials)

/** Call it after whatever changed a holder: a trial that goes on judges him once more before it ends. */
export function noteChanged(state: State, holder: Holder): void {
  trialsOf(state)[0]?.progress?.again.add(holder)
}
