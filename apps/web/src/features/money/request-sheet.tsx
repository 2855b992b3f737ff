import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { Badge, formatCount, formatDateTime, formatMoney, Sheet } from '@maru/ui'
import { Facts } from '../../lists/index.ts'
import { arrivalTexts } from './arrival-texts.ts'
import { CancelRequest } from './cancel-request.tsx'
import { RateText } from './rate-text.tsx'
import { reasonText } from './reasons.ts'
import { statusTones } from './request-row.tsx'
import { moneyTexts } from './texts.ts'
import { placeOf, signedAmount } from './words.ts'

/** All that is known of one request: its times, amounts, and the transaction of the ledger. */
export function RequestSheet({ row, onClose }: { row: DnwRow | null; onClose: () => void }) {
  const t = useTexts(moneyTexts)
  return (
    <Sheet open={row !== null} title={row ? t(`type${row.type}`) : ''} onClose={onClose} className="hx-sheet money">
      {row && <Detail row={row} />}
    </Sheet>
  )
}

function Detail({ row }: { row: DnwRow }) {
  const t = useTexts(moneyTexts)
  const arrival = useTexts(arrivalTexts)
  const { currency, fee, status, steps } = row
  const hasFee = Number(fee) > 0
  return (
    <>
      <p className="req-h">
        <b className="num">{signedAmount(row)}</b>
        <Badge tone={statusTones[status]}>{t(`status${status}`)}</Badge>
      </p>
      <ol className="tl">
        {steps.map(({ state, at }, index) => (
          // A state can come again, and the steps never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what names a step.
          <li key={`${index} ${state}`} className={index === steps.length - 1 ? 'now' : 'done'}>
            <b>{state === 'ARRIVED' ? arrival('step') : t(`status${state}`)}</b>
            <time className="num">{formatDateTime(at)}</time>
          </li>
        ))}
      </ol>
      <Facts
        facts={[
          [t('wallet'), t(`wallet${row.walletType}`)],
          hasFee && [t('fee'), formatMoney(fee, currency)],
          row.rate !== null && [t('rate'), <RateText key="rate" row={{ ...row, rate: row.rate }} />],
          placeOf(row) !== null && [t(row.account === null ? 'counterparty' : 'account'), placeOf(row)],
          row.holdUntil !== null && [t('withdrawableFrom'), formatDateTime(row.holdUntil)],
          row.reason !== null && [t('reason'), reasonText(row.reason, t)],
          [t('requestNo'), formatCount(String(row.id))],
          row.pairId !== null && [t('pairNo'), formatCount(String(row.pairId))],
          row.txnId !== null && [t('txnNo'), formatCount(String(row.txnId))],
        ]}
      />
      <CancelRequest row={row} />
    </>
  )
}
