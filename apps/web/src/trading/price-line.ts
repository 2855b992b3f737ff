/** Long is bought, short is sold; a close has the side of the order that closes. */
export type TradeSide = 'LONG' | 'SHORT'

export type PriceLineKind = 'entry' | 'order' | 'tp' | 'sl' | 'liquidation'

/** A horizontal line of the member's own on the chart. */
export interface PriceLine {
  /** Unique among the lines of the chart; comes back with `onDrag` and `onDrop`. */
  readonly id: string
  readonly kind: PriceLineKind
  readonly side: TradeSide
  /** A decimal on the grid of ticks, or whole ticks from `origin`. */
  readonly price: string
  /** A move goes by whole ticks from here: an average entry lies between two ticks. */
  readonly origin?: string
  /** What the label says before the PnL: `롱 0.100`, `매수 0.050`; the kind's own word where left out. */
  readonly label?: string
  /**
   * What a move of the price to `price` would mean, signed (`+220.37`). Asked for the line's own price, while it is
   * dragged, and for an entry at the mark price of now.
   */
  readonly pnlAt?: (price: string) => string | null
  /** The member may drag it or move it with the arrow keys. */
  readonly draggable?: boolean
}

/** One of the member's own fills, as a mark on its candle. */
export interface FillMark {
  readonly id: string | number
  readonly at: number
  readonly side: TradeSide
  readonly price: string
}
