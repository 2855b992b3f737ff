import { useTexts } from '@maru/client/i18n/texts'
import type { AlertStock } from '@maru/contract'
import { Chip, DecimalStepper, groupDigits } from '@maru/ui'
import { distanceOf, priceAway } from './distance.ts'
import { addTexts } from './texts.ts'

const steps = { ABOVE: [0.5, 1, 2, 5], BELOW: [-0.5, -1, -2, -5] } as const

interface Props {
  stock: AlertStock
  last: string | null
  direction: 'ABOVE' | 'BELOW'
  price: string
  onPrice: (price: string) => void
}

/** The price that is waited for, and how far it is. */
export function PriceFields({ stock, last, direction, price, onPrice }: Props) {
  const t = useTexts(addTexts)
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
      </div>
      <Distance last={last} price={price} precision={stock.precision} />
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
