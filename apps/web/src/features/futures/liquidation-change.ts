import type { Minor } from '@maru/positions'
import { collateralOf, heldOf, liquidationOf, type Marked } from './held.ts'

/** First marks that liquidate a cross position, in units of its price; null where none does. */
export interface LiquidationChange {
  readonly one: Marked
  readonly before: number | null
  readonly after: number | null
}

/** What money that leaves (or joins, `change` > 0) the futures wallet does to each cross position while the marks of the others stand still. */
export function liquidationChanges(all: readonly Marked[], playerPoint: Minor, change: Minor): LiquidationChange[] {
  const cross = all.filter(({ position }) => position.marginType === 'CROSS')
  return cross.map((one) => {
    const { position, terms } = one
    const behind = collateralOf(
      playerPoint,
      cross.filter((other) => other !== one),
    )
    const at = (margin: Minor) => liquidationOf(heldOf(position, terms), margin, terms)
    return { one, before: at(behind), after: at(behind + change) }
  })
}
