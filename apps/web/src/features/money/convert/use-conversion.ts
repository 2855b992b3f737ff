import { submitCommand } from '@maru/client/api/command'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { showAlert } from '../../../shell/alert.tsx'
import { takeOver } from '../use-request-news.ts'
import { convertTexts } from './convert-texts.ts'
import { isCoin, type Pair } from './ends.ts'
import { amountOf } from './figures.ts'
import type { Offer } from './use-quote.ts'

interface Given {
  readonly point: string
  readonly offer: Offer
  readonly onDone: () => void
}

/** The price that was refused is not offered again. */
const priceErrors = ['QUOTE_EXPIRED', 'QUOTE_USED', 'TRY_AGAIN_LATER']

/** Sends a conversion at the price that is shown: a purchase or a sale where a coin and KRW are its sides. One at a time. */
export function useConversion(pair: Pair, { point, offer, onDone }: Given) {
  const t = useTexts(convertTexts)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const { quote } = offer
    if (point === '') return void showAlert(t('required'))
    if (quote === null || isBusy) return
    setBusy(true)
    try {
      const legs = await send(pair, point, quote.quoteId)
      takeOver(legs.in)
      onDone()
      void showAlert(t('done', { amount: amountOf(legs.in.point, pair.to) }))
    } catch (error) {
      if (isApiError(error) && priceErrors.includes(error.code)) offer.renew()
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, submit: () => void submit() }
}

function send({ from, to }: Pair, point: string, quoteId: string) {
  if (from === 'BINARY' && isCoin(to)) return submitCommand('POST /api/dnw/buy/apply', { coin: to, point, quoteId })
  if (isCoin(from) && to === 'BINARY') return submitCommand('POST /api/dnw/sell/apply', { coin: from, point, quoteId })
  return submitCommand('POST /api/dnw/convert', { from, to, point, quoteId })
}
