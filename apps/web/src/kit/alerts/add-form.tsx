import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { AlertDirection, AlertStock } from '@maru/contract'
import { Button, Chip, DecimalStepper, FormError, groupDigits, Segmented, SwitchRow, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePrice } from '../../live/index.ts'
import { distanceOf, priceAway } from './distance.ts'
import { alertsQuery } from './query.ts'
import { StockChoice } from './stock-choice.tsx'
import { addTexts } from './texts.ts'

const steps = { ABOVE: [0.5, 1, 2, 5], BELOW: [-0.5, -1, -2, -5] } as const

/** The price that is waited for, of one of the stocks. */
export function AddForm({
  stocks,
  first,
  onClose,
}: {
  stocks: readonly AlertStock[]
  first: string | null
  onClose: () => void
}) {
  const t = useTexts(addTexts)
  const cache = useQueryClient()
  const [name, setName] = useState(first ?? stocks[0]?.stock ?? '')
  const stock = stocks.find((one) => one.stock === name) ?? stocks[0]
  const live = usePrice(name, 'last')
  const last = live ?? stock?.last ?? null
  const [direction, setDirection] = useState<AlertDirection>('ABOVE')
  const [price, setPrice] = useState('')
  const [isRepeated, setRepeated] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!stock) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || price === '') return
    setBusy(true)
    setFailure(null)
    try {
      await call('POST /api/alert', { body: { stock: stock.stock, direction, price, isRepeated } })
      await cache.invalidateQueries({ queryKey: alertsQuery.queryKey })
      toast({ title: t('added') })
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const choose = (next: string) => {
    setName(next)
    setPrice('')
  }
  return (
    <form className="sheet-f al-f" onSubmit={(event) => void submit(event)} noValidate>
      <StockChoice stocks={stocks} value={stock.stock} last={last} onChange={choose} />
      <Segmented
        label={t('condition')}
        choices={[
          { value: 'ABOVE', label: t('above') },
          { value: 'BELOW', label: t('below') },
        ]}
        value={direction}
        onChange={setDirection}
      />
      <DecimalStepper
        label={t('price')}
        value={price}
        onValue={setPrice}
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
            onClick={() => last !== null && setPrice(priceAway(last, percent, stock))}
          >
            {percent > 0 ? '+' : ''}
            {percent}%
          </Chip>
        ))}
      </div>
      <Distance last={last} price={price} precision={stock.precision} />
      <SwitchRow checked={isRepeated} onChange={setRepeated} label={t('repeat')} hint={t('repeatHint')} />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <div className="sheet-a">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" tone="primary" aria-busy={busy} disabled={price === ''}>
          {t(busy ? 'saving' : 'save')}
        </Button>
      </div>
    </form>
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
