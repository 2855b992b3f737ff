import type { DnwRow } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import type { Columns } from '../../lists/index.ts'
import type { moneyTexts } from './texts.ts'
import { isIncoming } from './words.ts'

/**
 * What a row posted to its wallet. What leaves is posted with the request, and comes back by a row of its own (E); what
 * comes is posted when it is there.
 */
export function postedOf({ point, ...row }: Pick<DnwRow, 'type' | 'status' | 'point'>): string {
  if (!isIncoming(row)) return `-${point}`
  return row.status === 'COMPLETED' ? point : '0'
}

/** The columns of the history's file. Amounts are as the ledger has them: their changes add up to the wallet's. */
export const requestColumns: Columns<DnwRow, keyof typeof moneyTexts.ko> = [
  ['csvAt', ({ createdAt }) => formatDateTime(createdAt)],
  ['csvId', ({ id }) => id],
  ['csvType', ({ type }, t) => t(`type${type}`)],
  ['csvStatus', ({ status }, t) => t(`status${status}`)],
  ['csvWallet', ({ walletType }, t) => t(`wallet${walletType}`)],
  ['csvCurrency', ({ currency }) => currency],
  ['csvPoint', ({ point }) => point],
  ['csvChange', postedOf],
  ['csvFee', ({ fee }) => fee],
  ['csvRate', ({ rate }) => rate],
  ['csvAccount', ({ account, counterparty }) => account ?? counterparty],
  ['csvDone', ({ processedAt }) => (processedAt === null ? null : formatDateTime(processedAt))],
  ['csvReason', ({ reason }) => reason],
  ['csvTxn', ({ txnId }) => txnId],
  ['csvPair', ({ pairId }) => pairId],
]
