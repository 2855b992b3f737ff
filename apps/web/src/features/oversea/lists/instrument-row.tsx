import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaPosition } from '@maru/contract'
import { Badge, formatPercent, Price, Skeleton } from '@maru/ui'
import { memo } from 'react'
import { heldOf, termsOf } from '../../../books/oversea/terms.ts'
import { useFeed, usePrice } from '../../../live/index.ts'
import { nameOf } from '../../../trading/index.ts'
import { Logo } from '../../../trading/instruments/logo.tsx'
import { useStockRow } from '../../../trading/instruments/stock-list.ts'
import { titleOf } from '../../../trading/instruments/title.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { directionOf, pnlAt, priceText, signedWon } from '../figures.ts'
import { overseaListTexts } from './texts.ts'
import { useLast } from './use-last.ts'

interface RowProps {
  option: OverseaOption
  position: OverseaPosition | undefined
  onOpen: (optionId: number) => void
}

/** A contract of the site: its price and change, whether it trades, and what the member holds of it. A tick renders its cells alone. */
export const InstrumentRow = memo(function InstrumentRow({ option, position, onOpen }: RowProps) {
  const t = useTexts(overseaListTexts)
  const isRest = useStockRow('oversea', option.stock)?.isRest ?? option.isRest
  return (
    <button type="button" className="qo" aria-haspopup="dialog" onClick={() => onOpen(option.id)}>
      <Logo stock={option.stock} />
      <span className="qo-n">
        <b>{titleOf(option)}</b>
        <small>
          {nameOf(option.stock)}
          {isRest && <Badge>{t('resting')}</Badge>}
        </small>
      </span>
      <span className="qo-p num">
        <LastCell option={option} />
        <Change option={option} isRest={isRest} />
      </span>
      {position && <Held option={option} position={position} />}
    </button>
  )
})

function LastCell({ option }: { option: OverseaOption }) {
  const last = useLast(option)
  const feed = useFeed(option.stock)
  if (last === null) return <Skeleton width={72} height={16} />
  return (
    <b>
      <Price value={String(last)} stale={option.isRest || feed === 'stale'}>
        {priceText(last, termsOf(option))}
      </Price>
    </b>
  )
}

/** Change of the day in percent, with its sign and an arrow. */
function Change({ option, isRest }: { option: OverseaOption; isRest: boolean }) {
  const last = usePrice(option.stock, 'last')
  const reference = usePrice(option.stock, 'reference')
  const percent =
    last === undefined || reference === undefined
      ? option.priceChangePercent
      : (((Number(last) - Number(reference)) / Number(reference)) * 100).toFixed(4)
  if (percent === null) return <small className="dim">–</small>
  const change = Number(Number(percent).toFixed(2))
  const direction = isRest || change === 0 ? 'dim' : change > 0 ? 'up' : 'down'
  return (
    <small className={direction}>
      {change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''}
      {formatPercent(percent)}
    </small>
  )
}

/** What is held, and what it would bring. */
function Held({ option, position }: { option: OverseaOption; position: OverseaPosition }) {
  const t = useTexts(overseaListTexts)
  const terms = termsOf(option)
  const last = useLast(option)
  const pnl = last === null ? null : pnlAt(heldOf(position, terms), last, terms)
  const { tradeType, count } = position
  return (
    <span className="qo-h num">
      <SideBadge side={tradeType}>
        {t('sideCount', { side: t(tradeType === 'LONG' ? 'buy' : 'sell'), count })}
      </SideBadge>
      <b className={pnl === null ? 'dim' : directionOf(pnl)}>
        {pnl === null ? '–' : signedWon(pnl)} <small>{t('won')}</small>
      </b>
    </span>
  )
}
