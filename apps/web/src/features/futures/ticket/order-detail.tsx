import type { FuturesOption, PositionSide } from '@maru/contract'
import { formatPrice } from '@maru/ui'
import { useTexts } from '../../../i18n/texts.ts'
import { nameOf } from '../../../trading/index.ts'
import { type Market, useView } from '../../../trading/market-view.ts'
import { priceText } from '../figures.ts'
import { termsOf, unitOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import { type TicketInputs, takesPrice, takesTrigger } from './form.ts'

interface Of {
  side: PositionSide
  option: FuturesOption
  inputs: TicketInputs
  market: Market
}

/** What the button of a side would order: how much, and at which price. */
export function OrderDetail({ side, option, inputs, market }: Of) {
  const qty = inputs.qty === '' ? '' : `${inputs.qty} ${unitOf(nameOf(option.stock))}`
  return (
    <>
      {qty}
      <span className="at">
        {qty && ' · '}
        {takesPrice(inputs) || takesTrigger(inputs) ? (
          <Given option={option} inputs={inputs} />
        ) : (
          <Met side={side} option={option} market={market} />
        )}
      </span>
    </>
  )
}

function Given({ option, inputs }: Pick<Of, 'option' | 'inputs'>) {
  const price = takesPrice(inputs) ? inputs.price : inputs.trigger
  return <>{price === '' ? '–' : formatPrice(price, option.precision)}</>
}

/** The best price that an order at the market would meet. */
function Met({ side, option, market }: Pick<Of, 'side' | 'option' | 'market'>) {
  const t = useTexts(futuresTexts)
  const { asks, bids, last } = useView(market)
  const best = (side === 'LONG' ? asks : bids)[0]?.[0] ?? last
  return <>{t('atMarket', { price: priceText(best, termsOf(option)) })}</>
}
