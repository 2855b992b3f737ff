import { useTexts } from '@maru/client/i18n/texts'
import type { PositionSide } from '@maru/contract'
import { type Market, useView } from '../../../trading/market-view.ts'
import { directionOf, priceText, signedTicks, ticksAt } from '../figures.ts'
import type { TicketHolder } from './form.ts'
import { ticketTexts } from './texts.ts'

/** One touch, one order at the market: with the price it meets, and the ticks that the position stands at. */
export function TouchButtons({
  holder,
  market,
  count,
  isBusy,
  isClosing,
  onTake,
  onClose,
}: {
  holder: TicketHolder
  market: Market
  /** Contracts of a touch, as typed. */
  count: string
  /** An order is under way. */
  isBusy: boolean
  /** A close is under way. */
  isClosing: boolean
  onTake: (side: PositionSide) => void
  onClose: () => void
}) {
  const t = useTexts(ticketTexts)
  const { ask, bid, last } = useView(market)
  const { position, terms } = holder
  const price = (units: number | null) => (units === null ? '–' : priceText(units, terms))
  const ticks = position.qty !== 0 && last !== null ? ticksAt(position, last, terms) : null
  return (
    <>
      <button type="button" className="btn btn-up" disabled={isBusy} onClick={() => onTake('LONG')}>
        <span>{t('buy')}</span> <small className="n">{t('contracts', { count: count || '0' })}</small>
        <small className="num">{price(ask)}</small>
      </button>
      <button type="button" className="btn" disabled={isClosing || position.qty === 0} onClick={onClose}>
        <span>{t('closeOut')}</span>
        <small className={ticks ? `num ${directionOf(ticks.numerator)}` : 'num'}>
          {ticks ? `${signedTicks(ticks)}${t('tick')}` : '–'}
        </small>
      </button>
      <button type="button" className="btn btn-down" disabled={isBusy} onClick={() => onTake('SHORT')}>
        <span>{t('sell')}</span> <small className="n">{t('contracts', { count: count || '0' })}</small>
        <small className="num">{price(bid)}</small>
      </button>
    </>
  )
}
