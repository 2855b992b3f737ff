import type { OverseaPosition } from '@maru/contract'

/** The position of an event that says more than it. */
export function positionOf(given: OverseaPosition & { [more: string]: unknown }): OverseaPosition {
  const { equity: _, warnAt: __, losscut: ___, liquidation: ____, ...position } = given
  return position
}
