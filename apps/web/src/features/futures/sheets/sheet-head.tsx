import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { formatPrice } from '@maru/ui'
import { nameOf } from '../../../trading/index.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { priceText } from '../figures.ts'
import { termsOf } from '../terms.ts'
import type { TicketPrices } from '../ticket/form.ts'
import { sheetTexts } from './texts.ts'

interface SheetHeadProps {
  position: FuturesPosition
  option: FuturesOption
  view: Pick<TicketPrices, 'last' | 'mark'>
}

/** Which position a sheet is about, and the prices that decide about it. */
export function SheetHead({ position, option, view }: SheetHeadProps) {
  const t = useTexts(sheetTexts)
  const { side, leverage, qty, entryPrice, liquidPrice, stock } = position
  const terms = termsOf(option)
  const price = (value: string | null) => (value === null ? '–' : formatPrice(value, option.precision))
  return (
    <>
      <p className="ps-h">
        <b>{nameOf(stock)}</b>
        <SideBadge side={side}>
          {t(side === 'LONG' ? 'long' : 'short')} {leverage}x
        </SideBadge>
        <span className="num">{formatPrice(qty, option.qtyPrecision)}</span>
      </p>
      <dl className="ps-k num">
        <div>
          <dt>{t('entry')}</dt>
          <dd>{price(entryPrice)}</dd>
        </div>
        <div>
          <dt>{t('mark')}</dt>
          <dd>{priceText(view.mark, terms)}</dd>
        </div>
        <div>
          <dt>{t('last')}</dt>
          <dd>{priceText(view.last, terms)}</dd>
        </div>
        <div>
          <dt>{t('liquidation')}</dt>
          <dd className="warn">{price(liquidPrice)}</dd>
        </div>
      </dl>
    </>
  )
}
