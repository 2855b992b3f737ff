import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesOrder } from '@maru/contract'
import { Badge, formatPrice } from '@maru/ui'
import { memo } from 'react'
import { useFeed } from '../../../live/index.ts'
import { nameOf } from '../../../trading/index.ts'
import { OpenOrder } from '../../../trading/open-order.tsx'
import { run, useLane } from '../commands.ts'
import { futuresTexts } from '../texts.ts'

/** An open order with all that it waits for, and its cancel button. */
export const OrderRow = memo(function OrderRow({ order, option }: { order: FuturesOrder; option: FuturesOption }) {
  const t = useTexts(futuresTexts)
  const lane = useLane(`order-${order.id}`)
  const feed = useFeed(order.stock)
  const { side, stock, marketType, qty, filledQty, price, triggerPrice, isMark, takeProfit, stopLoss } = order
  const { precision } = option
  return (
    <OpenOrder
      name={nameOf(stock)}
      side={side}
      sideWord={t(side === 'LONG' ? 'buyLong' : 'sellShort')}
      typeWord={t(marketType)}
      marks={
        <>
          {order.isReduceOnly && <Badge>{t('reduceShort')}</Badge>}
          {order.status === 'TRIGGERED' && <Badge tone="ok">{t('triggered')}</Badge>}
          {marketType === 'MARKET' && feed !== 'live' && <Badge tone="warn">{t('waitsForBook')}</Badge>}
        </>
      }
      figures={[
        price !== null && [t('orderPrice'), formatPrice(price, precision)],
        triggerPrice !== null && [
          t('triggerPrice'),
          `${t(isMark ? 'byMark' : 'byLast')} ${formatPrice(triggerPrice, precision)}`,
        ],
        [t('qtyShort'), qty ?? '–'],
        [t('filled'), filledQty],
        (takeProfit !== null || stopLoss !== null) && [
          t('tpsl'),
          [takeProfit, stopLoss].map((at) => (at === null ? '–' : formatPrice(at, precision))).join(' / '),
        ],
      ]}
      createdAt={order.createdAt}
      cancelWord={t(lane === 'checking' ? 'checking' : 'cancel')}
      isBusy={lane !== null}
      onCancel={() => void run(`order-${order.id}`, 'POST /api/futures/order/cancel', { id: order.id })}
    />
  )
})
