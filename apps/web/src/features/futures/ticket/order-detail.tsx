import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, PositionSide } from '@maru/contract'
import { OrderDetail } from '../../../kit/order-detail.tsx'
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

/** What the button of a side would order. */
export function FuturesOrderDetail({ side, option, inputs, market }: Of) {
  return (
    <OrderDetail
      size={inputs.qty === '' ? '' : `${inputs.qty} ${unitOf(nameOf(option.stock))}`}
      price={takesPrice(inputs) ? inputs.price : takesTrigger(inputs) ? inputs.trigger : null}
      precision={option.precision}
      met={<Met side={side} option={option} market={market} />}
    />
  )
}

function Met({ side, option, market }: Pick<Of, 'side' | 'option' | 'market'>) {
  const t = useTexts(futuresTexts)
  const { asks, bids, last } = useView(market)
  const best = (side === 'LONG' ? asks : bids)[0]?.[0] ?? last
  return <>{t('atMarket', { price: priceText(best, termsOf(option)) })}</>
}
