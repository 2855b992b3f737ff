import { useTexts } from '@maru/client/i18n/texts'
import { feeOf, type Minor } from '@maru/positions'
import { ReceiptRow } from '../../../trading/receipt.tsx'
import { directionOf, priceText, signedUsdt, usdt } from '../figures.ts'
import type { Terms } from '../terms.ts'
import { orderSheetTexts } from './order-texts.ts'

interface CloseReceiptProps {
  /** In steps. */
  qty: number
  /** Price × quantity of what is closed. */
  quote: Minor
  pnl: Minor
  terms: Terms
}

/** What the close is expected to bring. */
export function CloseReceipt({ qty, quote, pnl, terms }: CloseReceiptProps) {
  const t = useTexts(orderSheetTexts)
  const average = qty === 0 ? null : Number(quote / (BigInt(qty) * terms.scale.unit))
  return (
    <table className="rcpt num">
      <tbody>
        <ReceiptRow label={t('closePrice')} after={average === null ? '–' : priceText(average, terms)} />
        <ReceiptRow label={t('closePnl')} after={<span className={directionOf(pnl)}>{signedUsdt(pnl)} USDT</span>} />
        <ReceiptRow label={t('closeFee')} after={`${usdt(feeOf(quote, terms.takerPpm))} USDT`} />
      </tbody>
    </table>
  )
}
