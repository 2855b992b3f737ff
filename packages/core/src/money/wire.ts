import { type CoinArrival, flagWords, type DnwRow as Row, walletCurrency } from '@maru/contract'
import { formatMinor } from '../money.ts'
import type { ArrivalRow, DnwRow } from './tables.ts'

/** A row as its member sees it. */
export function dnwWire(row: DnwRow): Row {
  const { currency } = row
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    walletType: row.walletType,
    currency: currency as Row['currency'],
    point: formatMinor(row.point, currency),
    fee: formatMinor(row.fee, currency),
    rate: row.rate,
    account: row.account || null,
    counterparty: row.counterparty || null,
    reason: row.reason || null,
    createdAt: row.createdAt,
    processedAt: row.processedAt,
    steps: [...row.steps],
    cancelableUntil: row.cancelableUntil,
    expiresAt: row.expiresAt,
    holdUntil: row.holdUntil,
    txnId: row.txnId,
    pairId: row.pairId,
    turnover: null,
  }
}

/** What the desk sees of a row beside what its member sees. */
export const deskWire = (row: DnwRow, approvalsNeeded: number) => ({
  ...dnwWire(row),
  memberId: row.memberId,
  version: row.rev,
  takenBy: row.takenBy,
  approvalsNeeded,
  approvals: [...row.approvals],
  flags: [...row.flags],
  flagWords: flagWords(row.flags),
})

/** Coins on their way, as their member sees them. */
export const arrivalWire = (row: ArrivalRow): CoinArrival => ({
  network: row.network,
  txid: row.txid,
  output: row.output,
  coin: row.coin,
  walletType: row.walletType,
  amount: formatMinor(row.amount, walletCurrency[row.coin]),
  confirmations: row.confirmations,
  needed: row.needed,
  state: row.state,
  dnwId: row.dnwId,
  createdAt: row.createdAt,
})
