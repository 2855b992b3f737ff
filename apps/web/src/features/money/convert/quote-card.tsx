import { useTexts } from '@maru/client/i18n/texts'
import { Button } from '@maru/ui'
import { errorText } from '../../../api/error-text.ts'
import { convertTexts } from './convert-texts.ts'
import type { Pair } from './ends.ts'
import { unitPrice } from './figures.ts'
import type { Offer } from './use-quote.ts'

interface Props {
  readonly pair: Pair
  readonly point: string
  readonly offer: Offer
}

const SECONDS = 10

/** The price that is promised, for how long, and what a price that ran out promised before. */
export function QuoteCard({ pair, point, offer }: Props) {
  const t = useTexts(convertTexts)
  const { quote, before, secondsLeft, error } = offer
  const priceOf = (receive: string) => unitPrice(pair, point, receive)
  if (error !== null)
    return (
      <section className="cv-quote is-new" role="alert">
        <p>{errorText(error)}</p>
        <Button size={36} onClick={offer.renew}>
          {t('retry')}
        </Button>
      </section>
    )
  if (quote === null)
    return (
      <section className="cv-quote">
        <Ring seconds={0} />
        <p className="cv-hint">{t(point === '' ? 'typeFirst' : 'renewing')}</p>
      </section>
    )
  const { coin, price } = priceOf(quote.receive)
  return (
    <section className={before ? 'cv-quote is-new' : 'cv-quote'}>
      <Ring seconds={secondsLeft} />
      <p>
        <b className="num">
          {before && <s>{priceOf(before.receive).price}</s>}
          {t('unitPrice', { coin, price })}
        </b>
        <small aria-live="polite">
          {before ? t('renewed') : secondsLeft > 0 ? t('promised', { seconds: secondsLeft }) : t('renewing')}
        </small>
      </p>
    </section>
  )
}

function Ring({ seconds }: { seconds: number }) {
  return (
    <svg className="cv-ring" viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="16" />
      <circle cx="18" cy="18" r="16" pathLength={SECONDS} strokeDasharray={`${seconds} ${SECONDS}`} />
      <text x="18" y="22.5">
        {seconds}
      </text>
    </svg>
  )
}
