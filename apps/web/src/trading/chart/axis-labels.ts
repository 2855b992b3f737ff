import type { IPrimitivePaneRenderer, IPrimitivePaneView, ISeriesPrimitive, Time } from 'lightweight-charts'
import { textScale } from './text-scale.ts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** Half the height of a figure of the axis with the gap that it keeps, of the usual size. */
const usualHalf = 7
/** Half the height of the label of the last price, with the gap to the next figure. */
const usualLastHalf = 11
/** Scales that are asked for their figures in turn: the candles' and those of two indicators. */
const scales = 3

/**
 * Takes away the figures of the price axis that would be overprinted by the label of the last price, or cut by the edge.
 * The library draws all of them; this wipes some out before it draws its labels.
 */
export class AxisLabels implements ISeriesPrimitive<Time> {
  private readonly levels: (readonly number[])[] = []
  private readonly views: readonly IPrimitivePaneView[]

  /** `coordinate` of a price, and the last price, null before the first. */
  constructor(coordinate: (price: number) => number | null, last: () => number | null) {
    const draw = (target: Target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
        const scale = textScale()
        const half = usualHalf * scale
        const price = last()
        const at = price === null ? null : coordinate(price)
        for (const level of new Set(this.levels.flat())) {
          const y = coordinate(level)
          if (y === null || !isHidden(y, at, height, scale)) continue
          context.clearRect(0, y - half, width, 2 * half)
        }
      })
    this.views = [{ zOrder: () => 'normal', renderer: () => ({ draw }) }]
  }

  priceAxisPaneViews() {
    return this.views
  }

  /** Notes the levels that a scale writes at, and gives them back. */
  note(levels: readonly number[]): readonly number[] {
    this.levels.push(levels)
    if (this.levels.length > scales) this.levels.shift()
    return levels
  }
}

/** Whether a figure at `y` would be cut by an edge of the axis, or lie under the label of the last price at `last`. */
export const isHidden = (y: number, last: number | null, height: number, scale = 1): boolean =>
  y < usualHalf * scale ||
  y > height - usualHalf * scale ||
  (last !== null && Math.abs(y - last) < (usualHalf + usualLastHalf) * scale)
