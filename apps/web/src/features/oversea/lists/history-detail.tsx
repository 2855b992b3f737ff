import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaFill, OverseaOption, OverseaOrder } from '@maru/contract'
import { formatRational, tickSizesBetween } from '@maru/positions'
import { directionClass, formatDateTime, formatPrice } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orderFillsQuery } from '../../../books/oversea/history-queries.ts'
import { overseaOptionsQuery } from '../../../books/oversea/queries.ts'
import { DetailHead, DetailSheet, OrderFills } from '../../../kit/history-detail.tsx'
import { Facts } from '../../../lists/index.ts'
import { unitsOf } from '../../../trading/index.ts'
import { titleOf } from '../../../trading/instruments/title.ts'
import { asPriced } from '../../../trading/price-text.ts'
import { FillRow, isZero, paid, signed } from './history-rows.tsx'
import { overseaHistoryTexts } from './history-texts.ts'
import { netOfFill, reasonWord, statusWord } from './history-words.ts'

/** All of an order that is over, and its fills. */
export function OrderDetail({ order, onClose }: { order: OverseaOrder | null; onClose: () => void }) {
  const t = useTexts(overseaHistoryTexts)
  return (
    <DetailSheet row={order} title={t('orderTitle')} onClose={onClose}>
      {(order) => <OrderFacts order={order} />}
    </DetailSheet>
  )
}

function OrderFacts({ order }: { order: OverseaOrder }) {
  const t = useTexts(overseaHistoryTexts)
  const { tradeType, marketType, count, filledCount, price, triggerPrice, avgPrice, fee, tpTick, slTick } = order
  const reason = reasonWord(order)
  const fills = useQuery(orderFillsQuery(order.id))
  const [fill, setFill] = useState<OverseaFill | null>(null)
  return (
    <>
      <DetailHead
        name={titleOf(order)}
        side={tradeType}
        sideWord={t(tradeType === 'LONG' ? 'buy' : 'sell')}
        kind={t(marketType)}
      />
      <Facts
        facts={[
          [t('status'), t(statusWord(order))],
          reason !== null && [t('reason'), t(reason)],
          [t('filledKey'), t('filledOf', { filled: filledCount, count: count ?? t('whole') })],
          price !== null && [t('priceKey'), asPriced(price)],
          triggerPrice !== null && [t('triggerKey'), asPriced(triggerPrice)],
          avgPrice !== null && [t('averageKey'), asPriced(avgPrice)],
          (tpTick !== null || slTick !== null) && [
            t('ticksKey'),
            [tpTick, slTick].map((ticks) => (ticks === null ? '–' : t('ticks', { ticks }))).join(' / '),
          ],
          [t('fee'), t('amount', { amount: paid(fee) })],
          [t('createdAt'), formatDateTime(order.createdAt)],
          order.triggeredAt !== null && [t('triggeredAt'), formatDateTime(order.triggeredAt)],
          order.closedAt !== null && [t('closedAt'), formatDateTime(order.closedAt)],
          [t('orderId'), order.id],
          order.overseaPositionId !== null && [t('positionId'), order.overseaPositionId],
        ]}
      />
      <OrderFills query={fills} t={t}>
        {(one) => <FillRow key={one.id} fill={one} onOpen={() => setFill(one)} />}
      </OrderFills>
      <FillDetail fill={fill} onClose={() => setFill(null)} />
    </>
  )
}

/** All of a fill: what it met, what it slipped, what it cost and at which rate. */
export function FillDetail({ fill, onClose }: { fill: OverseaFill | null; onClose: () => void }) {
  const t = useTexts(overseaHistoryTexts)
  const option = useQuery(overseaOptionsQuery).data?.find(({ id }) => id === fill?.overseaOptionId)
  return (
    <DetailSheet row={fill} title={t('fillTitle')} onClose={onClose}>
      {(fill) => <FillFacts fill={fill} option={option} />}
    </DetailSheet>
  )
}

function FillFacts({ fill, option }: { fill: OverseaFill; option: OverseaOption | undefined }) {
  const t = useTexts(overseaHistoryTexts)
  const { tradeType, marketType, count, price, best, slippage, fee, fxRate, realizedPnl, isClose } = fill
  return (
    <>
      <DetailHead
        name={titleOf(fill)}
        side={tradeType}
        sideWord={t(tradeType === 'LONG' ? 'buy' : 'sell')}
        kind={t(marketType)}
      />
      <Facts
        facts={[
          isClose && [
            t('net'),
            <b key="net" className={directionClass(netOfFill(fill))}>
              {t('amount', { amount: signed(netOfFill(fill)) })}
            </b>,
          ],
          isClose && [t('realizedPnl'), t('amount', { amount: signed(realizedPnl) })],
          [t('filledKey'), t('contracts', { count })],
          [t('fillPrice'), asPriced(price)],
          [t('best'), asPriced(best)],
          [t('slippage'), slipped()],
          [t('fee'), t('amount', { amount: paid(fee) })],
          [t('fxRate'), t('fxPerDollar', { rate: formatPrice(fxRate, 2) })],
          [t('tradingDay'), fill.tradingDay],
          [t('filledTime'), formatDateTime(fill.createdAt)],
          [t('fillId'), fill.id],
          [t('orderId'), fill.overseaOrderId],
          [t('positionId'), fill.overseaPositionId],
        ]}
      />
    </>
  )

  /** The slippage as a price, and in ticks where the contract is known. */
  function slipped(): string {
    if (isZero(slippage) || !option) return asPriced(slippage)
    const size = unitsOf(slippage.replace('-', ''), option.precision)
    const ticks = formatRational(tickSizesBetween(0, size, unitsOf(option.tickSize, option.precision)), 1)
    return t('slippageTicks', { price: asPriced(slippage), ticks: ticks.replace(/\.0$/, '') })
  }
}
