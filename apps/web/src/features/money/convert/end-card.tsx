import { useTexts } from '@maru/client/i18n/texts'
import { DecimalInput, Icon, wonUnits } from '@maru/ui'
import type { ReactNode } from 'react'
import { convertTexts } from './convert-texts.ts'
import { currencyOf, decimalsOf, type End, isCoin } from './ends.ts'
import { amountOf, figureOf } from './figures.ts'

interface Props {
  readonly end: End
  readonly available: string
  readonly value: string
  /** Left out: the amount follows from the other side. */
  readonly onValue?: (value: string) => void
  readonly isWrong?: boolean
  readonly badge: ReactNode
  /** Left out: the wallet is given. */
  readonly onChoose?: () => void
}

/** One side of a conversion: its wallet, which a tap changes, what is there, and how much of it. */
export function EndCard({ end, available, value, onValue, isWrong = false, badge, onChoose }: Props) {
  const t = useTexts(convertTexts)
  const currency = currencyOf(end)
  return (
    <section className={isWrong ? 'cv-card is-error' : 'cv-card'}>
      <button type="button" className="cv-end" disabled={!onChoose} onClick={onChoose}>
        <i className={`cv-i is-${currency}`} aria-hidden="true">
          {currency === 'KRW' ? t('signKRW') : currency[0]}
        </i>
        <span>
          <b>
            {t(end)}
            {onChoose && <Icon name="down" small />}
          </b>
          <small>{t(isCoin(end) ? 'holding' : 'available', { amount: amountOf(available, end) })}</small>
        </span>
        {badge}
      </button>
      <div className="cv-v">
        {onValue ? (
          <DecimalInput
            value={value}
            onValue={onValue}
            decimals={decimalsOf(end)}
            units={currency === 'KRW' ? wonUnits : [currency]}
            placeholder="0"
            aria-label={t('giveLabel')}
            aria-invalid={isWrong}
          />
        ) : (
          <output className="num" aria-live="polite" aria-label={t('getLabel')}>
            {value === '' ? '0' : figureOf(value, end)}
          </output>
        )}
        <small>{currency === 'KRW' ? t('signKRW') : currency}</small>
      </div>
    </section>
  )
}
