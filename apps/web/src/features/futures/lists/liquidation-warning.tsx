import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { futuresTexts } from '../texts.ts'
import { useMarked } from '../use-marked.ts'
import type { CellProps } from './position-figures.tsx'

/** How far the mark is from liquidation, and what helps. */
export function LiquidationWarning({ position, option, onRemedy }: CellProps & { onRemedy: () => void }) {
  const t = useTexts(futuresTexts)
  const { mark } = useMarked(position, option)
  const { liquidPrice, marginType } = position
  const liquidation = liquidPrice === null ? null : Number(liquidPrice) * 10 ** option.precision
  const distance = liquidation === null ? null : Math.abs(mark - liquidation) / mark
  return (
    <div className="strip strip-warn" role="status">
      <Icon name="warn" />
      <span>
        <b>{t('liquidationRisk')}</b>
        {distance !== null && t('distance', { percent: (distance * 100).toFixed(2) })}
      </span>
      <button type="button" className="btn btn-s" onClick={onRemedy}>
        {t(marginType === 'ISOLATED' ? 'addMargin' : 'partialClose')}
      </button>
    </div>
  )
}
