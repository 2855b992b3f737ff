import type { Side } from './scale.ts'

export interface ExitCheck {
  readonly side: Side
  readonly mark: number
  /** First price that liquidates, null where none does. */
  readonly liquidationPrice: number | null
  readonly takeProfit?: number | null
  readonly stopLoss?: number | null
}

/** Codes of the error catalogue. */
export type ExitFault = 'TAKE_PROFIT_WRONG_SIDE' | 'STOP_LOSS_WRONG_SIDE' | 'STOP_LOSS_BEYOND_LIQUIDATION'

/**
 * What is wrong with a position's TP and SL (rules B): TP lies on the profit side of the mark, SL on its loss side and before
 * the liquidation price. An SL beyond the entry that locks in profit is allowed. Null or absent is not set.
 */
export function exitFault(check: ExitCheck): ExitFault | null {
  const { side, mark, liquidationPrice, takeProfit, stopLoss } = check
  if (typeof takeProfit === 'number' && side * (takeProfit - mark) <= 0) return 'TAKE_PROFIT_WRONG_SIDE'
  if (typeof stopLoss !== 'number') return null
  if (side * (stopLoss - mark) >= 0) return 'STOP_LOSS_WRONG_SIDE'
  if (liquidationPrice !== null && side * (stopLoss - liquidationPrice) <= 0) return 'STOP_LOSS_BEYOND_LIQUIDATION'
  return null
}
