import type { OverseaOption, PositionSide } from '@maru/contract'
import { formatPrice } from '@maru/ui'
import { termsOf } from '../../../books/oversea/terms.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { type Market, useView } from '../../../trading/market-view.ts'
import { priceText } from '../figures.ts'
import { type TicketInputs, takesPrice, takesTrigger } from './form.ts'
import { ticketTexts } from './texts.ts'

interface Of {
  side: PositionSide
  option: OverseaOption
  inputs: TicketInputs
  market: Market
}

/** What the button of a side would order: how many contracts, and at which price. */
export function OrderDetail({ side, option, inputs, market }: Of) {
  const t = useTexts(ticketTexts)
  return (
    <>
      {t('contracts', { count: inputs.count || '0' })}
      <span className="at">
        {' · '}
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
  const t = useTexts(ticketTexts)
  const { ask, bid, last } = useView(market)
  const best = (side === 'LONG' ? ask : bid) ?? last
  return <>{best === null ? '–' : t('atMarket', { price: priceText(best, termsOf(option)) })}</>
}
