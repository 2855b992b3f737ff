import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { formatDateTime, formatMoney, minusSign } from '@maru/ui'
import { withdrawTexts } from './withdraw-texts.ts'

/** What may leave the wallet, and why the rest may not yet: each reason with the time at which it ends. */
export function HeldList({ wallet: { point, withdrawable, currency, held = [] } }: { wallet: MyWallet }) {
  const t = useTexts(withdrawTexts)
  const free = point.startsWith('-') ? '0' : point
  return (
    <section className="pad" aria-labelledby="withdrawable">
      <div className="sec-t">
        <h2 id="withdrawable">{t('withdrawable')}</h2>
        <b className="num">{formatMoney(withdrawable, currency)}</b>
      </div>
      <dl className="kvs">
        <dt>{t('available')}</dt>
        <dd className="num">{formatMoney(free, currency)}</dd>
        {held.map(({ cause, amount, until, dnwId }) => (
          <div key={`${cause}-${dnwId ?? ''}-${until ?? ''}`} className="kvs-r">
            <dt>
              {t(`held${cause}`)}
              <small className="num">
                {until === null ? t('noTime') : t('until', { time: formatDateTime(until) })}
              </small>
            </dt>
            <dd className="num">{amount === null ? t('whole') : `${minusSign}${formatMoney(amount, currency)}`}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
