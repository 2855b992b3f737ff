import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { positionNotional, RUINED_PPM } from '@maru/positions'
import { directionClass, formatPercent } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { crossQuery, futuresOptionsQuery, positionsQuery } from '../../../books/futures/queries.ts'
import { unitsOf } from '../../../trading/index.ts'
import { directionOf, percentOfPpm, priceText, signedUsdt, usdt } from '../figures.ts'
import { heldOf, pnlOf, ratioOf, roeOf } from '../held.ts'
import { moneyOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import { useAllMarked, useMarked } from '../use-marked.ts'

/** A position and its instrument. */
export interface CellProps {
  position: FuturesPosition
  option: FuturesOption
}

/** What the position would bring, at the mark of now. */
export function Result({ position, option }: CellProps) {
  const marked = useMarked(position, option)
  const pnl = pnlOf(marked)
  const roe = roeOf(marked)
  return (
    <div className="pos-p num">
      <span className={`v ${directionOf(pnl)}`}>
        {signedUsdt(pnl)}
        <small>USDT</small>
      </span>
      <span className={`r ${directionClass(roe)}`}>{formatPercent(roe)}</span>
    </div>
  )
}

export function Mark({ position, option }: CellProps) {
  const { mark, terms } = useMarked(position, option)
  return <>{priceText(mark, terms)}</>
}

export function Value({ position, option }: CellProps) {
  const { mark, terms } = useMarked(position, option)
  return <>{usdt(positionNotional(heldOf(position, terms), mark, terms.scale))}</>
}

/** Maintenance over what stands behind the position. */
export function Ratio({ position, option }: CellProps) {
  const t = useTexts(futuresTexts)
  const ppm = useRatio(position, option)
  const percent = ppm >= RUINED_PPM ? '100' : percentOfPpm(Math.min(ppm, 9_999_900))
  const isWarn = ppm >= unitsOf(option.warnRatioPct, 4)
  return (
    <div className="pos-r num">
      <span className="dim">{t('marginRatio')}</span>
      <span className={isWarn ? 'gauge is-warn' : 'gauge'} aria-hidden="true">
        <i style={{ width: `${Math.min(100, ppm / 10_000)}%` }} />
      </span>
      <b className={isWarn ? 'warn' : ''}>{percent}%</b>
    </div>
  )
}

function useRatio(position: FuturesPosition, option: FuturesOption): number {
  const positions = useQuery(positionsQuery(true)).data ?? []
  const options = useQuery(futuresOptionsQuery).data ?? []
  const cross = useQuery(crossQuery(true)).data
  const isCross = position.marginType === 'CROSS'
  const all = useAllMarked(isCross ? positions.filter(({ marginType }) => marginType === 'CROSS') : [], options)
  const one = useMarked(position, option)
  if (isCross && !cross) return 0
  return ratioOf(one, all, cross ? moneyOf(cross.playerPoint) : 0n)
}
