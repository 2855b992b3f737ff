import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow, DnwSite } from '@maru/contract'
import { formatCount, formatKrw, formatTime, maskName } from '@maru/ui'
import { Countdown } from '../../shell/countdown.tsx'
import { VirtualNote } from '../../shell/virtual-note.tsx'
import { arrivalTexts } from './arrival-texts.ts'
import { CancelRequest } from './cancel-request.tsx'
import { HouseAccount } from './house-account.tsx'
import { RequestSteps } from './request-steps.tsx'
import { moneyTexts } from './texts.ts'

/** A deposit that was asked for: where to send what, and until when; once its money is there, that it waits for its approval. */
export function DepositWait({ row, site, name }: { row: DnwRow; site: DnwSite; name: string }) {
  const t = useTexts(moneyTexts)
  const arrival = useTexts(arrivalTexts)
  const [account] = site.accounts
  const isDemo = site.moneyMode === 'DEMO'
  const hasArrived = row.steps.some(({ state }) => state === 'ARRIVED')
  return (
    <>
      <section className="pad">
        {hasArrived && <p className="mid">{arrival('title')}</p>}
        {!hasArrived && row.expiresAt !== null && (
          <p className="mid">{t('sendUntil', { time: formatTime(row.expiresAt) })}</p>
        )}
        <h2 className="hero num">{formatKrw(row.point)}</h2>
        {hasArrived && <p className="cap-l">{arrival('text')}</p>}
        {!hasArrived && row.expiresAt !== null && (
          <p className="cap-l num">
            {t('timeLeft')} <Countdown until={row.expiresAt} />
          </p>
        )}
      </section>
      <section className="pad" aria-live="polite">
        <RequestSteps row={row} next={t('waitingArrival')} />
      </section>
      <section className="pad">
        {!hasArrived && account && <HouseAccount account={account} isDemo={isDemo} amount={row.point} />}
        <dl className="kvs">
          <dt>{t('sender')}</dt>
          <dd>{maskName(name)}</dd>
          <dt>{t('requestNo')}</dt>
          <dd className="num">{formatCount(String(row.id))}</dd>
        </dl>
        {isDemo && <VirtualNote>{t('virtualWait')}</VirtualNote>}
      </section>
      <div className="band" />
      <details className="acc">
        <summary>{t('lateTitle')}</summary>
        <p>{t('lateText')}</p>
      </details>
      <details className="acc">
        <summary>{t('differsTitle')}</summary>
        <p>{t('differsText')}</p>
      </details>
      {row.status === 'REQUESTED' && <CancelRequest row={row} />}
    </>
  )
}
