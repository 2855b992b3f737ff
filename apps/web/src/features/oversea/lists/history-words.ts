import type { OverseaFill, OverseaOrder } from '@maru/contract'
import { wonOf } from '../../../books/oversea/terms.ts'
import { type HistoryWord, overseaHistoryTexts } from './history-texts.ts'

const isWord = (text: string): text is HistoryWord => Object.hasOwn(overseaHistoryTexts.ko, text)

/** Why an order ended as it did; null where its status says all. */
export function reasonWord({ reason, status }: Pick<OverseaOrder, 'reason' | 'status'>): HistoryWord | null {
  if (reason === null || status === 'FILLED') return null
  if (reason === 'LIQUIDATION') return 'LIQUIDATED_ORDER'
  if (reason.startsWith('REDUCE_ONLY')) return 'REDUCE_ONLY'
  return isWord(reason) ? reason : 'otherReason'
}

/** The status of an order that is over; a cancelled one may have been filled in part. */
export function statusWord({ status, filledCount }: Pick<OverseaOrder, 'status' | 'filledCount'>): HistoryWord {
  if (status === 'REJECTED') return 'REJECTED'
  if (status === 'FILLED') return 'FILLED'
  return filledCount === 0 ? 'CANCELED' : 'PARTLY'
}

/** What a fill that closed brought after its own fee, in won. */
export const netOfFill = ({ realizedPnl, fee }: Pick<OverseaFill, 'realizedPnl' | 'fee'>): string =>
  String(wonOf(realizedPnl) - wonOf(fee))
