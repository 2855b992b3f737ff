import type { ApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { errorText } from '../../../api/error-text.ts'
import { showAlert } from '../../../shell/alert.tsx'
import { useMoneyLane } from '../use-money-lane.ts'
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
  const { busy, run } = useMoneyLane('convert')
  const submit = async () => {
    const { quote } = offer
    if (point === '') return void showAlert(t('required'))
    if (quote === null || busy) return
    const { from, to } = pair
    const { quoteId } = quote
    const refused = (refusal: ApiError) => {
      if (priceErrors.includes(refusal.code)) offer.renew()
      void showAlert(errorText(refusal))
    }
    const legs = await (from === 'BINARY' && isCoin(to)
      ? run('POST /api/dnw/buy/apply', { coin: to, point, quoteId }, refused)
      : isCoin(from) && to === 'BINARY'
        ? run('POST /api/dnw/sell/apply', { coin: from, point, quoteId }, refused)
        : run('POST /api/dnw/convert', { from, to, point, quoteId }, refused))
    if (!legs) return
    takeOver(legs.in)
    onDone()
    void showAlert(t('done', { amount: amountOf(legs.in.point, to) }))
  }
  return { busy, submit: () => void submit() }
}
