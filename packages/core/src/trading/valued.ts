import type { Minor, PriceUnits } from '../types.ts'

/** An open position as its book judges it now. */
export interface ValuedPosition {
  readonly positionId: number
  /** The mark of a perpetual, the last price of an overseas contract; null: not known since the start. */
  readonly price: PriceUnits | null
  /** The open result at that price, before fees, in the currency of its margin. */
  readonly pnl: Minor | null
  /** null: no price of its own liquidates it. */
  readonly liquidPrice: PriceUnits | null
}
