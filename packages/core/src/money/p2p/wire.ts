import type { P2pOrder } from '@maru/contract'
import { formatMinor } from '../../money.ts'
import type { P2pOrderRow } from './tables.ts'

/** A price in KRW for one USDT. */
export const rateText = (rate: number): string => `${Math.floor(rate / 100)}.${String(rate % 100).padStart(2, '0')}`

/** An order as its member sees it. */
export const p2pWire = (row: P2pOrderRow): P2pOrder => ({
  id: row.id,
  side: row.side,
  won: formatMinor(row.won, 'KRW'),
  point: formatMinor(row.point, 'USDT'),
  rate: row.reviewBy === null ? rateText(row.rate) : null,
  walletType: row.walletType,
  merchantId: row.merchantId,
  merchant: row.merchant,
  account: row.account || null,
  memo: row.memo,
  payBy: row.payBy,
  answerBy: row.answerBy,
  reviewBy: row.reviewBy,
  state: row.state,
  reference: row.reference || null,
  reason: row.reason || null,
  isHeld: row.escrow > 0n,
  steps: [...row.steps],
  dnwId: row.dnwId,
  createdAt: row.createdAt,
})
