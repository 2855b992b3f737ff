import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesPosition } from '@maru/contract'
import { feeOf, type Minor } from '@maru/positions'
import { ReceiptRow } from '../../../trading/receipt.tsx'
import { netOfClosed } from '../close-result.ts'
import { directionOf, priceText, signedUsdt, usdt } from '../figures.ts'
import { heldOf } from '../held.ts'
import { moneyOf, type Terms } from '../terms.ts'
import { orderSheetTexts } from './order-texts.ts'

interface CloseReceiptProps {
  position: FuturesPosition
  /** In steps. */
  qty: number
  /** Price × quantity of what is closed. */
  quote: Minor
  pnl: Minor
  terms: Terms
}

/** What the close is expected to bring; its net result is what its toast says: of the whole position from its beginning, of a part its own. */
export function CloseReceipt({ position, qty, quote, pnl, terms }: CloseReceiptProps) {
  const t = useTexts(orderSheetTexts)
  const average = qty === 0 ? null : Number(quote / (BigInt(qty) * terms.scale.unit))
  const fee = feeOf(quote, terms.takerPpm)
  const isWhole = qty === Math.abs(heldOf(position, terms).qty)
  const net = pnl - fee + (isWhole ? moneyOf(netOfClosed(position)) : 0n)
  return (
    <table className="rcpt num">
      <tbody>
        <ReceiptRow label={t('closePrice')} after={average === null ? '–' : priceText(average, terms)} />
        <ReceiptRow label={t('closePnl')} after={<span className={directionOf(pnl)}>{signedUsdt(pnl)} USDT</span>} />
        <ReceiptRow label={t('closeFee')} after={`${usdt(fee)} USDT`} />
        <ReceiptRow label={t('closeNet')} after={<span className={directionOf(net)}>{signedUsdt(net)} USDT</span>} />
      </tbody>
    </table>
  )
}
