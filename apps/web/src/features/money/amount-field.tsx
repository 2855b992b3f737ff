import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import { Button, Chip, formatKrw, formatKrwShort, Icon, NumericInput, wonUnits } from '@maru/ui'
import { useId } from 'react'
import { koreanReading } from './reading.ts'
import { moneyTexts } from './texts.ts'

/** What is wrong with an amount, and the amount that would be right. */
export interface AmountFault {
  readonly text: string
  readonly fix?: number
}

interface Props {
  readonly label: string
  readonly value: number | null
  readonly onValue: (value: number | null) => void
  /** What amounts are possible. */
  readonly hint: string
  readonly fault: AmountFault | null
  /** Amounts that a tap adds, in KRW. */
  readonly steps: readonly number[]
  /** The whole that there is, where a tap may choose it. */
  readonly all?: number
}

/** The amount of KRW that a page is about: typed in place, with its reading below and taps that add to it. */
export function AmountField({ label, value, onValue, hint, fault, steps, all }: Props) {
  const t = useTexts(moneyTexts)
  const language = useLanguage()
  const id = useId()
  const note = `${id}-note`
  return (
    <section className={fault ? 'amt is-error' : 'amt'}>
      <label className="amt-k" htmlFor={id}>
        {label}
      </label>
      <div className="amt-v">
        <NumericInput
          id={id}
          value={value}
          onValue={onValue}
          min={0}
          max={mostKrw}
          units={wonUnits}
          placeholder="0"
          aria-invalid={fault !== null}
          aria-describedby={note}
        />
        <span>{t('won')}</span>
        {value !== null && value !== 0 && (
          <button type="button" className="ib" aria-label={t('clear')} onClick={() => onValue(null)}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {fault ? (
        <div className="amt-fix" role="alert" id={note}>
          <Icon name="info" small />
          <span>{fault.text}</span>
          {fault.fix !== undefined && (
            <Button size={36} onClick={() => onValue(fault.fix!)}>
              {t('fixTo', { amount: formatKrw(String(fault.fix)) })}
            </Button>
          )}
        </div>
      ) : (
        <p className="amt-s" id={note}>
          <b>{value && language === 'ko' ? koreanReading(value) : ''}</b>
          <span>{hint}</span>
        </p>
      )}
      <div className="amt-q">
        {steps.map((step) => (
          <Chip key={step} onClick={() => onValue(Math.min(mostKrw, (value ?? 0) + step))}>
            +{formatKrwShort(String(step)).replace(/원$/, '')}
          </Chip>
        ))}
        {all !== undefined && <Chip onClick={() => onValue(all)}>{t('all')}</Chip>}
      </div>
    </section>
  )
}

/** Far above every limit, and exact in a number. */
const mostKrw = 999_999_999_999
