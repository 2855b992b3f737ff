import type { FuturesFill, FuturesOrder, FuturesPosition } from '@maru/contract'
import { closedStatus, isWord, reasonOf } from '../../../kit/history-words.ts'
import { netOfClosed } from '../close-result.ts'
import { type HistoryWord, historyTexts } from './history-texts.ts'

/** Why an order ended as it did; null where its status says all. */
export const reasonWord = (order: Pick<FuturesOrder, 'reason' | 'status'>): HistoryWord | null =>
  reasonOf(order, historyTexts.ko)

/** What a ledger row books. What has no word of its own came from or went to another wallet. */
export const transactionWord = (reason: string): HistoryWord =>
  isWord(reason, historyTexts.ko) ? reason : 'otherTransaction'

/** The status of an order that is over. */
export const statusWord = ({ status, filledQty }: Pick<FuturesOrder, 'status' | 'filledQty'>): HistoryWord =>
  closedStatus(status, /^[0.]*$/.test(filledQty))

/**
 * What a closed position brought after fees and funding; null for a liquidated one, of which the insurance fund gets or pays a part
 * that only the ledger tells.
 */
export const netOf = ({ realizedPnl, fee, fundingFee, status }: FuturesPosition): string | null =>
  status === 'LIQUIDATED' ? null : netOfClosed({ realizedPnl, fee, fundingFee })

/** What a fill that closed brought after its own fee. */
export const netOfFill = ({ realizedPnl, fee }: Pick<FuturesFill, 'realizedPnl' | 'fee'>): string =>
  netOfClosed({ realizedPnl, fee, fundingFee: '0' })
