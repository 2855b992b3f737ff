import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { positionNotional, RUINED_PPM } from '@maru/positions'
import { Badge, Button, directionClass, formatPercent, formatPrice, formatSigned, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { crossQuery, futuresOptionsQuery, positionsQuery } from '../../../books/futures/queries.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { lazyPart } from '../../../shell/chunk-recovery.ts'
import { nameOf } from '../../../trading/index.ts'
import type { LaneState } from '../../../trading/lanes.ts'
import { OpenedLater } from '../../../trading/opened-later.tsx'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { directionOf, percentOfPpm, priceText, signedUsdt, usdt } from '../figures.ts'
import { heldOf, pnlOf, ratioOf, roeOf } from '../held.ts'
import { useFuturesSettings } from '../settings.ts'
import { closeBody, reverseBody } from '../sheets/close-body.ts'
import { moneyOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import { useAllMarked, useMarked } from '../use-marked.ts'

const loadClose = async () => ({ default: (await import('../sheets/close-sheet.tsx')).CloseSheet })
const CloseSheet = lazyPart(loadClose)
const loadExits = async () => ({ default: (await import('../sheets/exit-sheet.tsx')).ExitSheet })
const ExitSheet = lazyPart(loadExits)
const loadMargin = async () => ({ default: (await import('../sheets/margin-sheet.tsx')).MarginSheet })
const MarginSheet = lazyPart(loadMargin)
const loadReverse = async () => ({ default: (await import('../sheets/reverse-sheet.tsx')).ReverseSheet })
const ReverseSheet = lazyPart(loadReverse)

interface CellProps {
  position: FuturesPosition
  option: FuturesOption
}

/** A position. A tick renders the cells that it changes, not the card; a close is always offered. */
export const PositionCard = memo(function PositionCard({ position, option }: CellProps) {
  const t = useTexts(futuresTexts)
  const lane = useLane(`position-${position.id}`)
  const [closing, setClosing] = useState<number | null>(null)
  const [sheet, setSheet] = useState<'exits' | 'margin' | 'reverse' | null>(null)
  const { side, stock, marginType, leverage, entryPrice, qty, margin, liquidPrice, takeProfit, stopLoss } = position
  const { precision, id: optionId } = option
  const { confirmsClose, confirmsReverse } = useFuturesSettings()
  const isLong = side === 'LONG'
  const close = () => {
    if (confirmsClose) setClosing(100)
    else void run(`position-${position.id}`, 'futuresOrder', closeBody(position, qty))
  }
  const reverse = () => {
    if (confirmsReverse) setSheet('reverse')
    else void run(`position-${position.id}`, 'futuresOrder', reverseBody(position))
  }
  return (
    <article className="pos" aria-label={`${nameOf(stock)} ${t(isLong ? 'long' : 'short')}`}>
      {position.isWarned && (
        <WarnStrip
          position={position}
          option={option}
          onRemedy={() => (marginType === 'ISOLATED' ? setSheet('margin') : setClosing(50))}
        />
      )}
      <div className="pos-h">
        <Link to={`/future/${optionId}`}>
          <b>{nameOf(stock)}</b>
        </Link>
        <SideBadge side={side}>
          {t(isLong ? 'long' : 'short')} {leverage}x
        </SideBadge>
        <Badge>{t(marginType)}</Badge>
      </div>
      <Result position={position} option={option} />
      <Ratio position={position} option={option} />
      <dl className="pos-g num">
        <div>
          <dt>{t('qtyShort')}</dt>
          <dd>{qty}</dd>
        </div>
        <div>
          <dt>{t('entryPrice')}</dt>
          <dd>{formatPrice(entryPrice, precision)}</dd>
        </div>
        <div>
          <dt>{t('mark')}</dt>
          <dd>
            <Mark position={position} option={option} />
          </dd>
        </div>
        <div>
          <dt>{t('value')}</dt>
          <dd>
            <Value position={position} option={option} />
          </dd>
        </div>
        <div>
          <dt>{t('funding')}</dt>
          <dd className={directionClass(position.fundingFee)}>{formatSigned(position.fundingFee, two)}</dd>
        </div>
        <div>
          <dt>{t('liquidation')}</dt>
          <dd className={position.isWarned ? 'warn' : ''}>
            {liquidPrice === null ? '–' : formatPrice(liquidPrice, precision)}
          </dd>
        </div>
      </dl>
      <MarginRow isolated={marginType === 'ISOLATED'} margin={margin} onOpen={() => setSheet('margin')} />
      <button type="button" className="pos-e" aria-haspopup="dialog" onClick={() => setSheet('exits')}>
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
      <div className="pos-a">
        <Button
          {...(confirmsReverse && { 'aria-haspopup': 'dialog' as const })}
          disabled={lane !== null}
          onClick={reverse}
        >
          {t(isLong ? 'reverseToShort' : 'reverseToLong')}
        </Button>
        <Button aria-haspopup="dialog" disabled={lane !== null} onClick={() => setClosing(50)}>
          {t('partialClose')}
        </Button>
        <Button disabled={lane !== null} onClick={close}>
          {closeLabel(lane, t)}
        </Button>
      </div>
      <OpenedLater open={closing !== null} load={loadClose}>
        <CloseSheet share={closing} position={position} option={option} onClose={() => setClosing(null)} />
      </OpenedLater>
      <OpenedLater open={sheet === 'exits'} load={loadExits}>
        <ExitSheet open={sheet === 'exits'} position={position} option={option} onClose={() => setSheet(null)} />
      </OpenedLater>
      <OpenedLater open={sheet === 'reverse'} load={loadReverse}>
        <ReverseSheet open={sheet === 'reverse'} position={position} option={option} onClose={() => setSheet(null)} />
      </OpenedLater>
      {marginType === 'ISOLATED' && (
        <OpenedLater open={sheet === 'margin'} load={loadMargin}>
          <MarginSheet open={sheet === 'margin'} position={position} option={option} onClose={() => setSheet(null)} />
        </OpenedLater>
      )}
    </article>
  )
})

const two = (value: string | number | bigint) => formatPrice(value, 2)

function closeLabel(lane: LaneState | null, t: ReturnType<typeof useTexts<keyof typeof futuresTexts.ko>>) {
  if (lane === null) return t('marketClose')
  return t(lane === 'checking' ? 'checking' : lane === 'sending' ? 'sendingShort' : 'acceptedShort')
}

function Result({ position, option }: CellProps) {
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

function Mark({ position, option }: CellProps) {
  const { mark, terms } = useMarked(position, option)
  return <>{priceText(mark, terms)}</>
}

function Value({ position, option }: CellProps) {
  const { mark, terms } = useMarked(position, option)
  return <>{usdt(positionNotional(heldOf(position, terms), mark, terms.scale))}</>
}

/** Maintenance over what stands behind the position. */
function Ratio({ position, option }: CellProps) {
  const t = useTexts(futuresTexts)
  const ppm = useRatio(position, option)
  const percent = ppm >= RUINED_PPM ? '100' : percentOfPpm(Math.min(ppm, 9_999_900))
  const isWarn = ppm >= 800_000
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

/** How far the mark is from liquidation, and what helps. */
function WarnStrip({ position, option, onRemedy }: CellProps & { onRemedy: () => void }) {
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

/** The margin; that of an isolated position can be changed. */
function MarginRow({ isolated, margin, onOpen }: { isolated: boolean; margin: string; onOpen: () => void }) {
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
