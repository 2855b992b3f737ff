import type { FuturesFill, FuturesOrder, FuturesPosition } from '@maru/contract'
import { netOfClosed } from '../close-result.ts'
import { type HistoryWord, historyTexts } from './history-texts.ts'

const isWord = (text: string): text is HistoryWord => Object.hasOwn(historyTexts.ko, text)

/** Why an order ended as it did; null where its status says all. */
export function reasonWord({ reason, status }: Pick<FuturesOrder, 'reason' | 'status'>): HistoryWord | null {
  if (reason === null || status === 'FILLED') return null
  if (reason === 'LIQUIDATION') return 'LIQUIDATED_ORDER'
  if (reason.startsWith('REDUCE_ONLY')) return 'REDUCE_ONLY'
  return isWord(reason) ? reason : 'otherReason'
}

/** What a ledger row books. What has no word of its own came from or went to another wallet. */
export const transactionWord = (reason: string): HistoryWord => (isWord(reason) ? reason : 'otherTransaction')

/** The status of an order that is over; a cancelled one may have been filled in part. */
export function statusWord({ status, filledQty }: Pick<FuturesOrder, 'status' | 'filledQty'>): HistoryWord {
  if (status === 'REJECTED') return 'REJECTED'
  if (status === 'FILLED') return 'FILLED'
  return /^[0.]*$/.test(filledQty) ? 'CANCELED' : 'PARTLY'
}

/**
 * What a closed position brought after fees and funding; null for a liquidated one, of which insurance takes or covers a part
 * that only the ledger tells.
 */
export const netOf = ({ realizedPnl, fee, fundingFee, status }: FuturesPosition): string | null =>
  status === 'LIQUIDATED' ? null : netOfClosed({ realizedPnl, fee, fundingFee })

/** What a fill that closed brought after its own fee. */
export const netOfFill = ({ realizedPnl, fee }: Pick<FuturesFill, 'realizedPnl' | 'fee'>): string =>
  netOfClosed({ realizedPnl, fee, fundingFee: '0' })
