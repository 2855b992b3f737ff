import { useTexts } from '@maru/client/i18n/texts'
import { formatPrice, Icon } from '@maru/ui'
import { futuresTexts } from '../texts.ts'
import type { CellProps } from './position-figures.tsx'

/** The margin; that of an isolated position can be changed. */
export function MarginRow({ isolated, margin, onOpen }: { isolated: boolean; margin: string; onOpen: () => void }) {
  const t = useTexts(futuresTexts)
  const figure = `${formatPrice(margin, 2)} USDT`
  if (!isolated)
    return (
      <div className="pos-e">
        {t('margin')}
        <span className="num">{figure}</span>
      </div>
    )
  return (
    <button type="button" className="pos-e" aria-haspopup="dialog" onClick={onOpen}>
      {t('margin')}
      <span className="num">
        {figure}
        <Icon name="right" small />
      </span>
    </button>
  )
}

/** TP and SL, which a touch changes. */
export function ExitsRow({ position, option, onOpen }: CellProps & { onOpen: () => void }) {
  const t = useTexts(futuresTexts)
  const { takeProfit, stopLoss } = position
  const { precision } = option
  return (
    <button type="button" className="pos-e" aria-haspopup="dialog" onClick={onOpen}>
      {t('exits')}
      <span className="num">
        {takeProfit === null && stopLoss === null ? (
          <span className="dim">{t('notSet')}</span>
        ) : (
          <>
            <b className="up">{takeProfit === null ? '–' : formatPrice(takeProfit, precision)}</b> /{' '}
            <b className="down">{stopLoss === null ? '–' : formatPrice(stopLoss, precision)}</b>
          </>
        )}
        <Icon name="right" small />
      </span>
    </button>
  )
}
