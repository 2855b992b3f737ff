import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { AlertDirection, AlertStock } from '@maru/contract'
import { Button, FormError, Segmented, SwitchRow, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePrice } from '../../live/index.ts'
import { useSupport } from '../use-support.ts'
import { firstMove, MoveFields } from './move-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { alertsQuery } from './query.ts'
import { StockChoice } from './stock-choice.tsx'
import { addTexts } from './texts.ts'

/** The price or the move that is waited for, of one of the stocks. */
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
  const support = useSupport()
  const cache = useQueryClient()
  const [name, setName] = useState(first ?? stocks[0]?.stock ?? '')
  const stock = stocks.find((one) => one.stock === name) ?? stocks[0]
  const live = usePrice(name, 'last')
  const last = live ?? stock?.last ?? null
  const [direction, setDirection] = useState<AlertDirection>('ABOVE')
  const [price, setPrice] = useState('')
  const [move, setMove] = useState(firstMove)
  const [isRepeated, setRepeated] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!stock) return null
  const isEmpty = (direction === 'MOVE' ? move.percent : price) === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || isEmpty) return
    setBusy(true)
    setFailure(null)
    try {
      await call('POST /api/alert', {
        body: { stock: stock.stock, direction, isRepeated, ...(direction === 'MOVE' ? { move } : { price }) },
      })
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
          { value: 'MOVE', label: t('move') },
        ]}
        value={direction}
        onChange={setDirection}
      />
      {direction === 'MOVE' ? (
        <MoveFields move={move} last={last} tick={stock.tick} precision={stock.precision} onMove={setMove} />
      ) : (
        <PriceFields stock={stock} last={last} direction={direction} price={price} onPrice={setPrice} />
      )}
      <SwitchRow
        checked={isRepeated}
        onChange={setRepeated}
        label={t('repeat')}
        hint={t(direction === 'MOVE' ? 'repeatMoveHint' : 'repeatHint', support)}
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <div className="sheet-a">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" tone="primary" aria-busy={busy} disabled={isEmpty}>
          {t(busy ? 'saving' : 'save')}
        </Button>
      </div>
    </form>
  )
}
