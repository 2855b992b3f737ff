import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, PositionSide } from '@maru/contract'
import { termsOf } from '../../../books/oversea/terms.ts'
import { OrderDetail } from '../../../kit/order-detail.tsx'
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

/** What the button of a side would order. */
export function OverseaOrderDetail({ side, option, inputs, market }: Of) {
  const t = useTexts(ticketTexts)
  return (
    <OrderDetail
      size={t('contracts', { count: inputs.count || '0' })}
      price={takesPrice(inputs) ? inputs.price : takesTrigger(inputs) ? inputs.trigger : null}
      precision={option.precision}
      met={<Met side={side} option={option} market={market} />}
    />
  )
}

function Met({ side, option, market }: Pick<Of, 'side' | 'option' | 'market'>) {
  const t = useTexts(ticketTexts)
  const { ask, bid, last } = useView(market)
  const best = (side === 'LONG' ? ask : bid) ?? last
  return <>{best === null ? '–' : t('atMarket', { price: priceText(best, termsOf(option)) })}</>
}
