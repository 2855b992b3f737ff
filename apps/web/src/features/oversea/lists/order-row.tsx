import type { OverseaOption, OverseaOrder } from '@maru/contract'
import { Badge, Button, formatDateTime, formatPrice } from '@maru/ui'
import { memo } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { useFeed } from '../../../live/index.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { titleOf } from '../title.ts'
import { overseaListTexts } from './texts.ts'

/** An open order with all that it waits for, and its cancel button. */
export const OrderRow = memo(function OrderRow({ order, option }: { order: OverseaOrder; option: OverseaOption }) {
  const t = useTexts(overseaListTexts)
  const title = titleOf(order)
  const lane = useLane(`order-${order.id}`)
  const feed = useFeed(order.stock)
  const { tradeType, marketType, count, filledCount, price, triggerPrice, tpTick, slTick } = order
  const side = t(tradeType === 'LONG' ? 'buy' : 'sell')
  const figure = (label: string, value: string) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <article className="ord" aria-label={`${title} ${t(marketType)} ${side}`}>
      <div className="ord-h">
        <b>{title}</b>
        <SideBadge side={tradeType}>{side}</SideBadge>
        <Badge>{t(marketType)}</Badge>
        {order.isReduceOnly && <Badge>{t('reduce')}</Badge>}
        {order.status === 'TRIGGERED' && <Badge tone="ok">{t('triggered')}</Badge>}
        {marketType === 'MARKET' && feed !== 'live' && <Badge tone="warn">{t('waitsForPrice')}</Badge>}
      </div>
      <dl className="ord-g num">
        {price !== null && figure(t('orderPrice'), formatPrice(price, option.precision))}
        {triggerPrice !== null && figure(t('triggerPrice'), formatPrice(triggerPrice, option.precision))}
        {count !== null && figure(t('count'), t('contracts', { count }))}
        {figure(t('filled'), t('contracts', { count: filledCount }))}
        {(tpTick !== null || slTick !== null) &&
          figure(
            t('tpsl'),
            [tpTick, slTick].map((ticks) => (ticks === null ? '–' : t('ticks', { ticks }))).join(' / '),
          )}
      </dl>
      <div className="ord-f">
        <time className="num" dateTime={new Date(order.createdAt).toISOString()}>
          {formatDateTime(order.createdAt)}
        </time>
        <Button
          size={36}
          disabled={lane !== null}
          onClick={() => void run(`order-${order.id}`, 'overseaOrderCancel', { id: order.id })}
        >
          {lane === 'checking' ? t('checking') : t('cancel')}
        </Button>
      </div>
    </article>
  )
})
