import type { OverseaFill, OverseaOrder } from '@maru/contract'
import { wonOf } from '../../../books/oversea/terms.ts'
import { closedStatus, reasonOf } from '../../../kit/history-words.ts'
import { type HistoryWord, overseaHistoryTexts } from './history-texts.ts'

/** Why an order ended as it did; null where its status says all. */
export const reasonWord = (order: Pick<OverseaOrder, 'reason' | 'status'>): HistoryWord | null =>
  reasonOf(order, overseaHistoryTexts.ko)

/** The status of an order that is over. */
export const statusWord = ({ status, filledCount }: Pick<OverseaOrder, 'status' | 'filledCount'>): HistoryWord =>
  closedStatus(status, filledCount === 0)

/** What a fill that closed brought after its own fee, in won. */
export const netOfFill = ({ realizedPnl, fee }: Pick<OverseaFill, 'realizedPnl' | 'fee'>): string =>
  String(wonOf(realizedPnl) - wonOf(fee))
