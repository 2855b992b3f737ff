import { useTexts } from '@maru/client/i18n/texts'
import { entryPriceText, type Position } from '@maru/positions'
import { formatPrice } from '@maru/ui'
import { ReceiptRow } from '../../../trading/receipt.tsx'
import { percentOfPpm, priceText, qtyText, sideOf, usdt } from '../figures.ts'
import { orderSheetTexts } from '../sheets/order-texts.ts'
import type { Terms } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import type { SideSummary } from './form.ts'

interface SummaryProps {
  summary: SideSummary
  terms: Terms
}

/** What an order would change: position, entry, liquidation price, margin and what is available, as they are and as they would be. */
export function ChangeRows({ summary: { before, after }, terms }: SummaryProps) {
  const t = useTexts(futuresTexts)
  const held = (position: Position) => {
    const which = sideOf(position)
    return which === null ? t('none') : `${t(which === 'LONG' ? 'long' : 'short')} ${qtyText(position.qty, terms)}`
  }
  return (
    <>
      <ReceiptRow label={t('position')} before={held(before.position)} after={held(after.position)} />
      <ReceiptRow
        label={t('entryPrice')}
        before={entryOf(before.position, terms)}
        after={entryOf(after.position, terms)}
      />
      <ReceiptRow
        label={t('liquidation')}
        before={priceText(before.liquidation, terms)}
        after={<span className="warn">{priceText(after.liquidation, terms)}</span>}
      />
      <ReceiptRow label={t('margin')} before={usdt(before.margin)} after={usdt(after.margin)} />
      <ReceiptRow label={t('available')} before={usdt(before.available)} after={usdt(after.available)} />
    </>
  )
}

/** The average price on the book of now, and how far it lies from the first one. */
export function FillRow({ summary: { price, slippagePpm }, terms }: SummaryProps) {
  const tSheet = useTexts(orderSheetTexts)
  return (
    <ReceiptRow
      label={tSheet('fillAndSlippage')}
      after={`${priceText(price, terms)} · ${percentOfPpm(slippagePpm ?? 0, 3)}%`}
    />
  )
}

function entryOf(position: Position, { scale }: Terms): string {
  const text = entryPriceText(position, scale)
  return text === null ? '–' : formatPrice(text, scale.precision)
}
