import { useTexts } from '@maru/client/i18n/texts'
import type { AlertStock } from '@maru/contract'
import { groupDigits } from '@maru/ui'
import { useId } from 'react'
import { titleOf } from '../../trading/instruments/title.ts'
import { addTexts } from './texts.ts'

/** What is watched, with its price. */
export function StockChoice({
  stocks,
  value,
  last,
  onChange,
}: {
  stocks: readonly AlertStock[]
  value: string
  last: string | null
  onChange: (stock: string) => void
}) {
  const t = useTexts(addTexts)
  const id = useId()
  return (
    <div className="al-pick">
      <label className="sr" htmlFor={id}>
        {t('stock')}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {stocks.map((one) => (
          <option key={one.stock} value={one.stock}>
            {titleOf(one)}
          </option>
        ))}
      </select>
      {last !== null && <small className="num">{t('now', { last: groupDigits(last) })}</small>}
    </div>
  )
}
