import { ceilDiv, entryNotional, floorDiv, type Minor, type Position, roeBp, unrealizedPnl } from '@maru/positions'
import type { Terms } from '../terms.ts'

/** How a TP or SL is entered: as a price, as a return on the margin, or as a result in USDT. */
export type ExitUnit = 'price' | 'roe' | 'pnl'

/** What leaving a whole position at a price would bring, before fees. `roeBp` in basis points of the margin. */
export const resultAt = (position: Position, price: number, leverage: number, { scale }: Terms) => ({
  pnl: unrealizedPnl(position, price, scale),
  roeBp: roeBp(position, price, leverage, scale) ?? 0n,
})

/**
 * The price on the grid whose result comes nearest to `pnl` without being worse, in units; null where no positive price
 * gives it.
 */
export function priceOfPnl(position: Position, pnl: Minor, { scale, tick }: Terms): number | null {
  const perTick = BigInt(Math.abs(position.qty)) * scale.unit * BigInt(tick)
  if (perTick === 0n) return null
  const ticks =
    position.qty > 0 ? ceilDiv(pnl + position.entryQuote, perTick) : floorDiv(-(pnl + position.entryQuote), perTick)
  const units = ticks * BigInt(tick)
  return units > 0n && units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null
}

/** The same for a return on the margin in basis points: 2,500 is +25 %. */
export const priceOfRoe = (position: Position, bp: bigint, leverage: number, terms: Terms): number | null =>
  priceOfPnl(position, ceilDiv(entryNotional(position) * bp, BigInt(leverage) * 10_000n), terms)
