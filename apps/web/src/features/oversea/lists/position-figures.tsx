import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaPosition } from '@maru/contract'
import { Badge, Price } from '@maru/ui'
import { heldOf, termsOf } from '../../../books/oversea/terms.ts'
import { useFeed } from '../../../live/index.ts'
import { directionOf, pnlAt, priceText, signedTicks, signedWon, ticksAt } from '../figures.ts'
import { overseaListTexts } from './texts.ts'
import { useLast } from './use-last.ts'

export interface CellProps {
  position: OverseaPosition
  option: OverseaOption
}

/** Result in won and ticks, of each tick. */
export function Result({ position, option }: CellProps) {
  const t = useTexts(overseaListTexts)
  const terms = termsOf(option)
  const held = heldOf(position, terms)
  const last = useLast(option)
  const pnl = last === null ? null : pnlAt(held, last, terms)
  const direction = pnl === null ? 'dim' : directionOf(pnl)
  return (
    <div className="pos-p num">
      <span className={`v ${direction}`}>
        {pnl === null ? '–' : signedWon(pnl)}
        <small>{t('won')}</small>
      </span>
      {last !== null && (
        <span className={`r ${direction}`}>{t('ticks', { ticks: signedTicks(ticksAt(held, last, terms)) })}</span>
      )}
    </div>
  )
}

export function Last({ option }: { option: OverseaOption }) {
  const last = useLast(option)
  const feed = useFeed(option.stock)
  if (last === null) return <>–</>
  return (
    <Price value={String(last)} stale={feed !== 'live'}>
      {priceText(last, termsOf(option))}
    </Price>
  )
}

/** Why the price stands still. */
export function FeedBadge({ option }: { option: OverseaOption }) {
  const t = useTexts(overseaListTexts)
  const feed = useFeed(option.stock)
  if (option.isRest) return <Badge>{t('resting')}</Badge>
  return feed === 'stale' ? <Badge tone="warn">{t('waiting')}</Badge> : null
}
