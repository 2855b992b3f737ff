import { useTexts } from '@maru/client/i18n/texts'
import { Button, formatCount, formatKrw, formatPrice, formatUsdt, Icon } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../../api/error-text.ts'
import { showAlert } from '../../../shell/alert.tsx'
import { sendStep } from './order-actions.tsx'
import { type P2pOrder, takeOver } from './queries.ts'
import { useP2pTerms } from './terms.ts'
import { p2pTexts } from './texts.ts'

const reasons = ['MEMBER', 'MERCHANT', 'MERCHANT_SILENT', 'UNPAID', 'UNAPPROVED', 'REJECTED', 'DECIDED'] as const

/** An order that has just ended: one mark, one sentence, what it came to. */
export function OrderEnd({ order, onAgain }: { order: P2pOrder; onAgain: () => void }) {
  const t = useTexts(p2pTexts)
  const terms = useP2pTerms()
  const { side, state, reason } = order
  const isKept = reason === 'SUSPENDED'
  const isDone = state === 'RELEASED' && !isKept
  const amount = `${formatUsdt(order.point)} USDT`
  const why = reasons.find((one) => one === reason)
  return (
    <>
      <section className="end" role="status">
        <i className={isDone ? undefined : 'is-bad'}>
          <Icon name={isDone ? 'check' : 'close'} />
        </i>
        <h2>
          {isDone
            ? t(`endRELEASED${side}`, { amount })
            : t(isKept ? 'endSUSPENDED' : state === 'EXPIRED' ? 'endEXPIRED' : 'endCANCELED')}
        </h2>
        {isKept && <p>{t('whySUSPENDED', { amount })}</p>}
        {why !== undefined && !isDone && <p>{t(`why${why}`, terms)}</p>}
      </section>
      <section className="pad">
        <dl className="kvs">
          <dt>{order.merchant}</dt>
          <dd className="num">{formatKrw(order.won)}</dd>
          <dt>{t('price')}</dt>
          <dd className="num">{order.rate === null || isUnpriced(order) ? '–' : formatPrice(order.rate, 2)}</dd>
          <dt>{t('orderNo')}</dt>
          <dd className="num">{formatCount(String(order.id))}</dd>
        </dl>
        {state === 'EXPIRED' && side === 'BUY' && <Late order={order} />}
      </section>
      <div className="dock dock-2">
        <Button size={52} onClick={onAgain}>
          {t('again')}
        </Button>
        <Link to="/wallet/asset" className="btn btn-l btn-primary">
          {t('toWallet')}
        </Link>
      </div>
    </>
  )
}

/** Nobody approved the sale: it never had a price. */
const isUnpriced = ({ reason }: P2pOrder): boolean => reason === 'UNAPPROVED' || reason === 'REJECTED'

/** Who paid after the time was over says so: staff look at it. */
function Late({ order }: { order: P2pOrder }) {
  const t = useTexts(p2pTexts)
  const [busy, setBusy] = useState(false)
  const tell = async () => {
    if (busy) return
    setBusy(true)
    try {
      takeOver(await sendStep('paid', order))
    } catch (error) {
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p className="cap">{t('lateAsk', useP2pTerms())}</p>
      <Button tone="line" size={44} className="wide" aria-busy={busy} onClick={() => void tell()}>
        {t('lateYes')}
      </Button>
    </>
  )
}
