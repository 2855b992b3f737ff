import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaFill, OverseaOrder } from '@maru/contract'
import { Badge, directionClass, formatCount, formatSigned, formatTime, minusSign } from '@maru/ui'
import { HistoryRow } from '../../../lists/index.ts'
import { titleOf } from '../../../trading/instruments/title.ts'
import { asPriced } from '../../../trading/price-text.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { overseaHistoryTexts } from './history-texts.ts'
import { netOfFill, reasonWord, statusWord } from './history-words.ts'

export const signed = (amount: string): string => formatSigned(amount, formatCount)
/** What was paid, as what it did to the wallet. */
export const paid = (fee: string): string => (fee === '0' ? fee : `${minusSign}${formatCount(fee)}`)

/** One fill: what it brought after its fee, beside what it realised; or that it opened; a touch shows all of it. */
export function FillRow({ fill, onOpen }: { fill: OverseaFill; onOpen: () => void }) {
  const t = useTexts(overseaHistoryTexts)
  const { tradeType, marketType, count, price, isClose, fee, realizedPnl, slippage, createdAt } = fill
  const net = netOfFill(fill)
  return (
    <HistoryRow
      onOpen={onOpen}
      head={
        <>
          <b>{titleOf(fill)}</b>
          <SideBadge side={tradeType}>{t(tradeType === 'LONG' ? 'buy' : 'sell')}</SideBadge>
          <Badge>{t(marketType)}</Badge>
        </>
      }
      result={
        isClose ? (
          <span className={`b num ${directionClass(net)}`}>{signed(net)}</span>
        ) : (
          <span className="b">{t('open')}</span>
        )
      }
      facts={[
        formatTime(createdAt),
        t('filledAt', { count, price: asPriced(price) }),
        ...(isZero(slippage) ? [] : [t('slipped', { slippage: asPriced(slippage) })]),
        ...(isClose ? [t('feeOf', { fee: paid(fee) })] : []),
      ].join(' · ')}
      detail={
        <span className="d num">
          {isClose ? t('gross', { gross: signed(realizedPnl) }) : t('feeOf', { fee: paid(fee) })}
        </span>
      }
    />
  )
}

/** An order that is over; a touch shows all of it with its fills. */
export function OrderHistoryRow({ order, onOpen }: { order: OverseaOrder; onOpen: () => void }) {
  const t = useTexts(overseaHistoryTexts)
  const { tradeType, marketType, count, filledCount, price, triggerPrice, avgPrice, isReduceOnly, createdAt } = order
  const reason = reasonWord(order)
  const facts = [
    avgPrice !== null && t('average', { price: asPriced(avgPrice) }),
    avgPrice === null && price !== null && t('orderPrice', { price: asPriced(price) }),
    triggerPrice !== null && t('triggerPrice', { price: asPriced(triggerPrice) }),
    reason !== null && t(reason),
  ].filter((fact) => fact !== false)
  const isExit = marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS' || marketType === 'LIQUIDATION'
  return (
    <HistoryRow
      onOpen={onOpen}
      head={
        <>
          <b>{titleOf(order)}</b>
          <SideBadge side={tradeType}>{t(tradeType === 'LONG' ? 'buy' : 'sell')}</SideBadge>
          <Badge>{t(marketType)}</Badge>
          {isReduceOnly && !isExit && <Badge>{t('reduce')}</Badge>}
        </>
      }
      result={<span className="b">{t(statusWord(order))}</span>}
      facts={[formatTime(createdAt), ...facts].join(' · ')}
      detail={<span className="d num">{t('filledOf', { filled: filledCount, count: count ?? t('whole') })}</span>}
    />
  )
}

export const isZero = (figure: string): boolean => /^-?[0.]*$/.test(figure)
