import type { OverseaPosition } from '@maru/contract'
import type { BodyOf } from '@maru/contract/client'
import { type Minor, type Position, triggerAtDistance } from '@maru/positions'
import type { Terms } from '../../../books/oversea/terms.ts'
import { pnlAt } from '../figures.ts'

export const exitKinds = ['takeProfit', 'stopLoss'] as const
export type ExitKind = (typeof exitKinds)[number]
/** Ticks from the average entry; null: none. */
export type ExitTicks = Readonly<Record<ExitKind, number | null>>

export const isDistance = (ticks: number, { maxExitTicks }: Pick<Terms, 'maxExitTicks'>): boolean =>
  Number.isInteger(ticks) && ticks >= 1 && ticks <= maxExitTicks

/** What a take profit or stop loss so many ticks away would do. */
export interface ExitOutcome {
  /** The price that it waits for, in units; null: there is none that far below. */
  readonly price: number | null
  /** Won that it would bring there, before fees; null while the session has no rate. */
  readonly pnl: Minor | null
  /** The price is there already. */
  readonly firesAtOnce: boolean
}

export function exitOutcome(
  kind: ExitKind,
  ticks: number,
  held: Position,
  last: number | null,
  terms: Terms,
): ExitOutcome {
  const price = triggerAtDistance(held, kind === 'takeProfit' ? ticks : -ticks, terms.tickUnits, terms.scale)
  if (price === null || price < 1) return { price: null, pnl: null, firesAtOnce: false }
  const rises = held.qty > 0 === (kind === 'takeProfit')
  return {
    price,
    pnl: pnlAt(held, price, terms),
    firesAtOnce: last !== null && (rises ? last >= price : last <= price),
  }
}

export const exitsOf = ({ tpTick, slTick }: OverseaPosition): ExitTicks => ({ takeProfit: tpTick, stopLoss: slTick })

export interface ExitChanges {
  readonly set: BodyOf<'POST /api/oversea/order/tpsl'> | null
  readonly clear: readonly BodyOf<'POST /api/oversea/order/delete-tpsl'>[]
}

/** What to send so that the position has these ticks; nothing for what it has already. */
export function exitChanges(position: OverseaPosition, ticks: ExitTicks): ExitChanges {
  const { id, overseaOptionId } = position
  const was = exitsOf(position)
  const isSet = (kind: ExitKind) => ticks[kind] !== null && ticks[kind] !== was[kind]
  const isCleared = (kind: ExitKind) => ticks[kind] === null && was[kind] !== null
  const { takeProfit, stopLoss } = ticks
  return {
    set: exitKinds.some(isSet)
      ? {
          overseaPositionId: id,
          overseaOptionId,
          ...(isSet('takeProfit') && { tpTick: takeProfit ?? 0 }),
          ...(isSet('stopLoss') && { slTick: stopLoss ?? 0 }),
        }
      : null,
    clear: exitKinds
      .filter(isCleared)
      .map((kind) => ({ id, overseaOptionId, value: kind === 'takeProfit' ? 'TP' : 'SL' })),
  }
}
