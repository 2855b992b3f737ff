import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOrder, FuturesPosition } from '@maru/contract'
import { directionClass, formatDateTime, formatPercent } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { DetailHead, DetailSheet, OrderFills } from '../../../kit/history-detail.tsx'
import { Facts } from '../../../lists/index.ts'
import { nameOf } from '../../../trading/index.ts'
import { asPriced } from '../../../trading/price-text.ts'
import { orderFillsQuery } from './history-queries.ts'
import { FillRow, paid, signed } from './history-rows.tsx'
import { historyTexts } from './history-texts.ts'
import { netOf, reasonWord, statusWord } from './history-words.ts'

/** All of an order that is over, and its fills. */
export function OrderDetail({ order, onClose }: { order: FuturesOrder | null; onClose: () => void }) {
  const t = useTexts(historyTexts)
  return (
    <DetailSheet row={order} title={t('orderTitle')} onClose={onClose}>
      {(order) => <OrderFacts order={order} />}
    </DetailSheet>
  )
}

function OrderFacts({ order }: { order: FuturesOrder }) {
  const t = useTexts(historyTexts)
  const { stock, side, marketType, qty, filledQty, price, triggerPrice, avgPrice, fee, leverage, marginType } = order
  const reason = reasonWord(order)
  const fills = useQuery(orderFillsQuery(order.id))
  return (
    <>
      <DetailHead
        name={nameOf(stock)}
        side={side}
        sideWord={`${t(side === 'LONG' ? 'buy' : 'sell')} ${leverage}x`}
        kind={[t(marketType), t(marginType)].join(' · ')}
      />
      <Facts
        facts={[
          [t('csvStatus'), t(statusWord(order))],
          reason !== null && [t('reasonKey'), t(reason)],
          [t('csvFilled'), t('filledOf', { filled: filledQty, qty: qty ?? t('whole') })],
          price !== null && [t('csvPrice'), asPriced(price)],
          triggerPrice !== null && [t('csvTrigger'), asPriced(triggerPrice)],
          avgPrice !== null && [t('csvAverage'), asPriced(avgPrice)],
          [t('feeKey'), `${paid(fee)} USDT`],
          [t('createdAt'), formatDateTime(order.createdAt)],
          order.triggeredAt !== null && [t('triggeredAt'), formatDateTime(order.triggeredAt)],
          order.closedAt !== null && [t('closedAt'), formatDateTime(order.closedAt)],
          [t('orderId'), order.id],
          order.futuresPositionId !== null && [t('positionId'), order.futuresPositionId],
        ]}
      />
      <OrderFills query={fills} t={t}>
        {(fill) => <FillRow key={fill.id} fill={fill} />}
      </OrderFills>
    </>
  )
}

/** All of a closed position. */
export function PositionDetail({ position, onClose }: { position: FuturesPosition | null; onClose: () => void }) {
  const t = useTexts(historyTexts)
  return (
    <DetailSheet row={position} title={t('positionTitle')} onClose={onClose}>
      {(position) => <PositionFacts position={position} />}
    </DetailSheet>
  )
}

function PositionFacts({ position }: { position: FuturesPosition }) {
  const t = useTexts(historyTexts)
  const { stock, side, leverage, marginType, realizedPnl, roe, fee, fundingFee, closePrice, closedAt } = position
  const net = netOf(position)
  return (
    <>
      <DetailHead
        name={nameOf(stock)}
        side={side}
        sideWord={`${t(side === 'LONG' ? 'long' : 'short')} ${leverage}x`}
        kind={t(marginType)}
      />
      <Facts
        facts={[
          net !== null && [
            t('netKey'),
            <b key="net" className={directionClass(net)}>
              {signed(net)} USDT
            </b>,
          ],
          [t('realizedPnl'), `${signed(realizedPnl)} USDT`],
          [t('feeKey'), `${paid(fee)} USDT`],
          [t('funding'), `${signed(fundingFee)} USDT`],
          roe !== null && [t('roe'), formatPercent(roe)],
          [t('csvEntry'), asPriced(position.entryPrice)],
          closePrice !== null && [t('csvExit'), asPriced(closePrice)],
          [t('maxQty'), position.maxQty],
          position.closeReason !== null &&
            position.closeReason !== 'MEMBER' && [t('reasonKey'), t(position.closeReason)],
          [t('openedAt'), formatDateTime(position.createdAt)],
          closedAt !== null && [t('exitedAt'), formatDateTime(closedAt)],
          [t('positionId'), position.id],
        ]}
      />
      {net === null && <p className="hx-n">{t('liquidatedHint')}</p>}
    </>
  )
}
