import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { Badge, type BadgeTone, formatDateTime, formatTime } from '@maru/ui'
import { HistoryRow } from '../../lists/index.ts'
import { postedOf } from './columns.ts'
import { reasonText } from './reasons.ts'
import { moneyTexts } from './texts.ts'
import { lengthOf, placeOf, plainAmount, signedAmount } from './words.ts'

export const statusTones: Readonly<Record<DnwRow['status'], BadgeTone>> = {
  REQUESTED: 'warn',
  REVIEW: 'warn',
  APPROVED: 'warn',
  COMPLETED: 'ok',
  REJECTED: 'neutral',
  CANCELED: 'neutral',
}

/** One row of the history: what it was, what it did to which wallet, and where it stands. `isDated`: no day stands above it. */
export function RequestRow({ row, isDated, onOpen }: { row: DnwRow; isDated?: true; onOpen: () => void }) {
  const t = useTexts(moneyTexts)
  const isVoid = row.status === 'REJECTED' || row.status === 'CANCELED'
  const place =
    row.reason !== null && (isVoid || row.reason === 'DEMO_GRANT')
      ? reasonText(row.reason, t)
      : (placeOf(row) ?? t(`wallet${row.walletType}`))
  return (
    <HistoryRow
      onOpen={onOpen}
      head={
        <>
          <b>{t(`type${row.type}`)}</b>
          {row.processedAt === null && <Badge tone="warn">{t(`status${row.status}`)}</Badge>}
        </>
      }
      result={
        <span className={isVoid ? 'b num mid' : 'b num'}>
          {isVoid || postedOf(row) === '0' ? plainAmount(row) : signedAmount(row)}
        </span>
      }
      facts={`${(isDated ? formatDateTime : formatTime)(row.createdAt)} · ${place}`}
      detail={
        <span className="d num">
          {row.processedAt === null || row.processedAt === row.createdAt
            ? t(`status${row.status}`)
            : `${t(`status${row.status}`)} · ${lengthOf(row.processedAt - row.createdAt, t)}`}
        </span>
      }
    />
  )
}
