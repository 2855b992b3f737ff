import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaOrder } from '@maru/contract'
import { Badge, formatPrice } from '@maru/ui'
import { memo } from 'react'
import { useFeed } from '../../../live/index.ts'
import { titleOf } from '../../../trading/instruments/title.ts'
import { OpenOrder } from '../../../trading/open-order.tsx'
import { run, useLane } from '../commands.ts'
import { overseaListTexts } from './texts.ts'

/** An open order with all that it waits for, and its cancel button. */
export const OrderRow = memo(function OrderRow({ order, option }: { order: OverseaOrder; option: OverseaOption }) {
  const t = useTexts(overseaListTexts)
  const lane = useLane(`order-${order.id}`)
  const feed = useFeed(order.stock)
  const { tradeType, marketType, count, filledCount, price, triggerPrice, tpTick, slTick } = order
  return (
    <OpenOrder
      name={titleOf(order)}
      side={tradeType}
      sideWord={t(tradeType === 'LONG' ? 'buy' : 'sell')}
      typeWord={t(marketType)}
      marks={
        <>
          {order.isReduceOnly && <Badge>{t('reduce')}</Badge>}
          {order.status === 'TRIGGERED' && <Badge tone="ok">{t('triggered')}</Badge>}
          {marketType === 'MARKET' && feed !== 'live' && <Badge tone="warn">{t('waitsForPrice')}</Badge>}
        </>
      }
      figures={[
        price !== null && [t('orderPrice'), formatPrice(price, option.precision)],
        triggerPrice !== null && [t('triggerPrice'), formatPrice(triggerPrice, option.precision)],
        count !== null && [t('count'), t('contracts', { count })],
        [t('filled'), t('contracts', { count: filledCount })],
        (tpTick !== null || slTick !== null) && [
          t('tpsl'),
          [tpTick, slTick].map((ticks) => (ticks === null ? '–' : t('ticks', { ticks }))).join(' / '),
        ],
      ]}
      createdAt={order.createdAt}
      cancelWord={t(lane === 'checking' ? 'checking' : 'cancel')}
      isBusy={lane !== null}
      onCancel={() => void run(`order-${order.id}`, 'POST /api/oversea/order/cancel', { id: order.id })}
    />
  )
})
