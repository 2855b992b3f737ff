import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesFill, FuturesOrder, FuturesPosition, FuturesTransaction } from '@maru/contract'
import { Badge, directionClass, formatPercent, formatSigned, formatTime, formatUsdt, minusSign } from '@maru/ui'
import { HistoryRow } from '../../../lists/index.ts'
import { nameOf } from '../../../trading/index.ts'
import { asPriced } from '../../../trading/price-text.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { historyTexts } from './history-texts.ts'
import { netOf, netOfFill, reasonWord, statusWord, transactionWord } from './history-words.ts'

/** USDT of lists and wallets: four decimals, signed where it is a result. */
export const signed = (amount: string): string => formatSigned(amount, formatUsdt)
/** What was paid, as what it did to the wallet. */
export const paid = (fee: string): string => (/^[0.]*$/.test(fee) ? formatUsdt(fee) : `${minusSign}${formatUsdt(fee)}`)

/** An order that is over; a touch shows all of it with its fills. */
export function OrderHistoryRow({ order, onOpen }: { order: FuturesOrder; onOpen: () => void }) {
  const t = useTexts(historyTexts)
  const { stock, side, marketType, qty, filledQty, price, triggerPrice, avgPrice, isReduceOnly, createdAt } = order
  const reason = reasonWord(order)
  const facts = [
    avgPrice !== null && t('average', { price: asPriced(avgPrice) }),
    avgPrice === null && price !== null && t('orderPrice', { price: asPriced(price) }),
    triggerPrice !== null && t('triggerPrice', { price: asPriced(triggerPrice) }),
    reason !== null && t(reason),
  ].filter((fact) => fact !== false)
  return (
    <HistoryRow
      onOpen={onOpen}
      head={
        <>
          <b>{nameOf(stock)}</b>
          <SideBadge side={side}>{t(side === 'LONG' ? 'buy' : 'sell')}</SideBadge>
          <Badge>{t(marketType)}</Badge>
          {isReduceOnly && marketType !== 'TAKEPROFIT' && marketType !== 'STOPLOSS' && <Badge>{t('reduce')}</Badge>}
        </>
      }
      result={<span className="b">{t(statusWord(order))}</span>}
      facts={[formatTime(createdAt), ...facts].join(' · ')}
      detail={<span className="d num">{t('filledOf', { filled: filledQty, qty: qty ?? t('whole') })}</span>}
    />
  )
}

/** One fill: what it brought after its fee, beside what it realised; or that it opened. */
export function FillRow({ fill }: { fill: FuturesFill }) {
  const t = useTexts(historyTexts)
  const { stock, side, marketType, qty, price, isClose, isMaker, fee, realizedPnl, slippage, createdAt } = fill
  const net = netOfFill(fill)
  return (
    <HistoryRow
      head={
        <>
          <b>{nameOf(stock)}</b>
          <SideBadge side={side}>{t(side === 'LONG' ? 'buy' : 'sell')}</SideBadge>
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
        `${qty} @ ${asPriced(price)}`,
        isMaker ? t('maker') : t('slippage', { slippage: asPriced(slippage) }),
        ...(isClose ? [t('fee', { fee: paid(fee) })] : []),
      ].join(' · ')}
      detail={
        <span className="d num">
          {isClose ? t('gross', { gross: signed(realizedPnl) }) : t('fee', { fee: paid(fee) })}
        </span>
      }
    />
  )
}

/** A closed position: what was left after fees and funding, beside what it realised. */
export function ClosedPositionRow({ position, onOpen }: { position: FuturesPosition; onOpen: () => void }) {
  const t = useTexts(historyTexts)
  const { stock, side, leverage, marginType, maxQty, entryPrice, closePrice, realizedPnl, roe, status } = position
  const net = netOf(position)
  const path = { qty: maxQty, entry: asPriced(entryPrice), exit: closePrice === null ? '–' : asPriced(closePrice) }
  return (
    <button type="button" className="hx" aria-haspopup="dialog" onClick={onOpen}>
      <span className="l">
        <span className="a">
          <b>{nameOf(stock)}</b>
          <SideBadge side={side}>
            {t(side === 'LONG' ? 'long' : 'short')} {leverage}x
          </SideBadge>
          <Badge>{t(marginType)}</Badge>
          {status === 'LIQUIDATED' && <Badge tone="warn">{t('liquidated')}</Badge>}
        </span>
        <span className={`b num ${directionClass(net ?? realizedPnl)}`}>{signed(net ?? realizedPnl)}</span>
      </span>
      <span className="l">
        <span className="c num">{t('path', path)}</span>
        <span className={`d num ${directionClass(roe ?? '0')}`}>{roe !== null && formatPercent(roe)}</span>
      </span>
      <span className="l">
        <span className="c num">{position.closedAt !== null && formatTime(position.closedAt)}</span>
        <span className="d num">
          {net === null ? t('fee', { fee: paid(position.fee) }) : t('gross', { gross: signed(realizedPnl) })}
        </span>
      </span>
    </button>
  )
}

/** A row of the ledger of the futures wallet. */
export function TransactionRow({ transaction }: { transaction: FuturesTransaction }) {
  const t = useTexts(historyTexts)
  const { reason, stock, amount, currency, createdAt } = transaction
  return (
    <HistoryRow
      head={<b>{t(transactionWord(reason))}</b>}
      result={<span className={`b num ${directionClass(amount)}`}>{signed(amount)}</span>}
      facts={[formatTime(createdAt), ...(stock === null ? [] : [nameOf(stock)])].join(' · ')}
      detail={<span className="d">{currency}</span>}
    />
  )
}
