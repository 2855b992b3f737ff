import { addFill } from '@maru/positions'
import { positionIn } from '../trading/lots.ts'
import { sideOf } from '../trading/orders.ts'
import type { FillTerms, Offer } from '../trading/state.ts'
import type { Minor } from '../types.ts'
import { startsRisky } from './margin.ts'
import type { Holding } from './state.ts'

const NOTHING = { qty: 0, entryQuote: 0n, margin: 0n }

/**
 * Whether an isolated position would start near its liquidation, at the mark, with a fill that opens `offer` and adds `margin` (rules B,
 * at fill). Its fundings were settled before the price that fills it.
 */
export function fillsRisky(holding: Holding, { side, marginType }: FillTerms, offer: Offer, margin: Minor): boolean {
  const { market } = holding
  if (marginType === 'CROSS') return false
  const held = positionIn(holding)?.row ?? NOTHING
  const { position } = addFill(held, sideOf(side) * offer.qty, offer.quote)
  return startsRisky(market, position, held.margin + margin, market.instrument.mark!)
}
