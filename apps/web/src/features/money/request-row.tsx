import type { DnwRow } from '@maru/contract'
import { Badge, type BadgeTone, formatTime } from '@maru/ui'
import { useTexts } from '../../i18n/texts.ts'
import { HistoryRow } from '../../lists/index.ts'
import { moneyTexts } from './texts.ts'
import { isIncoming, signedAmount } from './words.ts'

export const statusTones: Readonly<Record<DnwRow['status'], BadgeTone>> = {
  REQUESTED: 'warn',
  REVIEW: 'warn',
  APPROVED: 'warn',
  COMPLETED: 'ok',
  REJECTED: 'neutral',
  CANCELED: 'neutral',
}

/** One row of the history: what it was, what it did to which wallet, and where it stands. */
export function RequestRow({ row, onOpen }: { row: DnwRow; onOpen: () => void }) {
  const t = useTexts(moneyTexts)
  const isVoid = row.status === 'REJECTED' || row.status === 'CANCELED'
  const place = row.account ?? row.counterparty ?? t(`wallet${row.walletType}`)
  return (
    <HistoryRow
      onOpen={onOpen}
      head={
        <>
          <b>{t(`type${row.type}`)}</b>
          <Badge tone={statusTones[row.status]}>{t(`status${row.status}`)}</Badge>
        </>
      }
      result={
        <span className={`b num ${isVoid ? 'mid' : isIncoming(row) ? 'up' : 'down'}`}>
          {isVoid ? <s>{signedAmount(row)}</s> : signedAmount(row)}
        </span>
      }
      facts={`${formatTime(row.createdAt)} · ${place}`}
      detail={<span className="d">{t(`wallet${row.walletType}`)}</span>}
    />
  )
}
