import { useTexts } from '@maru/client/i18n/texts'
import type { AlertStock } from '@maru/contract'
import { Chip, DecimalStepper, groupDigits } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { distanceOf, priceAway } from './distance.ts'
import { daysAt, type Past, pastQuery } from './past.ts'
import { addTexts } from './texts.ts'

const steps = { ABOVE: [0.5, 1, 2], BELOW: [-0.5, -1, -2] } as const

interface Props {
  stock: AlertStock
  last: string | null
  direction: 'ABOVE' | 'BELOW'
  price: string
  onPrice: (price: string) => void
}

/** The price that is waited for, how far it is, and when it was last seen. */
export function PriceFields({ stock, last, direction, price, onPrice }: Props) {
  const t = useTexts(addTexts)
  const { data: past = null } = useQuery(pastQuery(stock.stock))
  const extreme = past?.today?.[direction === 'ABOVE' ? 'high' : 'low']
  return (
    <>
      <DecimalStepper
        label={t('price')}
        value={price}
        onValue={onPrice}
        step={stock.tick}
        decimals={stock.precision}
        decreaseLabel={t('lower')}
        increaseLabel={t('higher')}
        {...(last !== null && { start: last, placeholder: last })}
      />
      <div className="al-q">
        {steps[direction].map((percent) => (
          <Chip
            key={percent}
            disabled={last === null}
            onClick={() => last !== null && onPrice(priceAway(last, percent, stock))}
          >
            {percent > 0 ? '+' : ''}
            {percent}%
          </Chip>
        ))}
        <Chip disabled={extreme === undefined} onClick={() => extreme !== undefined && onPrice(extreme)}>
          {t(direction === 'ABOVE' ? 'todayHigh' : 'todayLow')}
        </Chip>
      </div>
      <Distance last={last} price={price} precision={stock.precision} />
      <Touched past={past} price={price} />
    </>
  )
}

function Distance({ last, price, precision }: { last: string | null; price: string; precision: number }) {
  const t = useTexts(addTexts)
  const far = last === null || price === '' ? null : distanceOf(last, price, precision)
  const signed = (text: string) => (text.startsWith('-') ? text : `+${text}`)
  return (
    <p className="al-d">
      <span>{t('distance')}</span>
      <b className="num">{far === null ? '–' : `${signed(groupDigits(far.gap))} (${signed(far.percent)}%)`}</b>
    </p>
  )
}

/** How many days of the last seven have seen the price, and the newest two. */
function Touched({ past, price }: { past: Past | null; price: string }) {
  const t = useTexts(addTexts)
  const days = past === null || price === '' ? null : daysAt(past, price)
  return (
    <p className="al-d">
      <span>{t('touched')}</span>
      <b className="num">
        {days === null
          ? '–'
          : days.length === 0
            ? t('never')
            : `${t('days', { count: days.length })} · ${days.slice(0, 2).join(', ')}`}
      </b>
    </p>
  )
}
