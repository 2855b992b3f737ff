import type { FuturesOption, FuturesOrder } from '@maru/contract'
import { Badge, Button, formatDateTime, formatPrice } from '@maru/ui'
import { memo } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { useFeed } from '../../../live/index.ts'
import { nameOf } from '../../../trading/index.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { futuresTexts } from '../texts.ts'

/** An open order with all that it waits for, and its cancel button. */
export const OrderRow = memo(function OrderRow({ order, option }: { order: FuturesOrder; option: FuturesOption }) {
  const t = useTexts(futuresTexts)
  const lane = useLane(`order-${order.id}`)
  const feed = useFeed(order.stock)
  const { side, stock, marketType, qty, filledQty, price, triggerPrice, isMark, takeProfit, stopLoss } = order
  const isLong = side === 'LONG'
  const { precision } = option
  const figure = (label: string, value: string) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <article className="ord" aria-label={`${nameOf(stock)} ${t(marketType)} ${t(isLong ? 'buyLong' : 'sellShort')}`}>
      <div className="ord-h">
        <b>{nameOf(stock)}</b>
        <SideBadge side={side}>{t(isLong ? 'buyLong' : 'sellShort')}</SideBadge>
        <Badge>{t(marketType)}</Badge>
        {order.isReduceOnly && <Badge>{t('reduceShort')}</Badge>}
        {order.status === 'TRIGGERED' && <Badge tone="ok">{t('triggered')}</Badge>}
        {marketType === 'MARKET' && feed !== 'live' && <Badge tone="warn">{t('waitsForBook')}</Badge>}
      </div>
      <dl className="ord-g num">
        {price !== null && figure(t('orderPrice'), formatPrice(price, precision))}
        {triggerPrice !== null &&
          figure(t('triggerPrice'), `${t(isMark ? 'byMark' : 'byLast')} ${formatPrice(triggerPrice, precision)}`)}
        {figure(t('qtyShort'), qty ?? '–')}
        {figure(t('filled'), filledQty)}
        {(takeProfit !== null || stopLoss !== null) &&
          figure(
            t('tpsl'),
            [takeProfit, stopLoss].map((at) => (at === null ? '–' : formatPrice(at, precision))).join(' / '),
          )}
      </dl>
      <div className="ord-f">
        <time className="num" dateTime={new Date(order.createdAt).toISOString()}>
          {formatDateTime(order.createdAt)}
        </time>
        <Button
          size={36}
          disabled={lane !== null}
          onClick={() => void run(`order-${order.id}`, 'futuresOrderCancel', { id: order.id })}
        >
          {lane === 'checking' ? t('checking') : t('cancel')}
        </Button>
      </div>
    </article>
  )
})
