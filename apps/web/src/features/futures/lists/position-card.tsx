import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Badge, Button, directionClass, formatPrice, formatSigned } from '@maru/ui'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { OpenedLater } from '../../../shell/opened-later.tsx'
import { nameOf } from '../../../trading/index.ts'
import type { LaneState } from '../../../trading/lanes.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { useFuturesSettings } from '../settings.ts'
import { closeBody, reverseBody } from '../sheets/close-body.ts'
import { futuresTexts } from '../texts.ts'
import { ExitsRow, MarginRow } from './card-rows.tsx'
import { LiquidationWarning } from './liquidation-warning.tsx'
import { type CellProps, Mark, Ratio, Result, Value } from './position-figures.tsx'
import { WaitingClose } from './waiting-close.tsx'

const loadClose = async () => ({ default: (await import('../sheets/close-sheet.tsx')).CloseSheet })
const CloseSheet = lazyPart(loadClose)
const loadExits = async () => ({ default: (await import('../sheets/exit-sheet.tsx')).ExitSheet })
const ExitSheet = lazyPart(loadExits)
const loadMargin = async () => ({ default: (await import('../sheets/margin-sheet.tsx')).MarginSheet })
const MarginSheet = lazyPart(loadMargin)
const loadReverse = async () => ({ default: (await import('../sheets/reverse-sheet.tsx')).ReverseSheet })
const ReverseSheet = lazyPart(loadReverse)

/** A position. A tick renders the cells that it changes, not the card; a close is always offered. */
export const PositionCard = memo(function PositionCard({ position, option }: CellProps) {
  const t = useTexts(futuresTexts)
  const lane = useLane(`position-${position.id}`)
  const [closing, setClosing] = useState<number | null>(null)
  const [sheet, setSheet] = useState<'exits' | 'margin' | 'reverse' | null>(null)
  const { side, stock, marginType, leverage, entryPrice, qty, margin, liquidPrice } = position
  const { precision, id: optionId } = option
  const { confirmsClose, confirmsReverse } = useFuturesSettings()
  const isLong = side === 'LONG'
  const close = () => {
    if (confirmsClose) setClosing(100)
    else void run(`position-${position.id}`, 'POST /api/futures/order', closeBody(position, qty))
  }
  const reverse = () => {
    if (confirmsReverse) setSheet('reverse')
    else void run(`position-${position.id}`, 'POST /api/futures/order', reverseBody(position))
  }
  return (
    <article className="pos" aria-label={`${nameOf(stock)} ${t(isLong ? 'long' : 'short')}`}>
      {position.isWarned && (
        <LiquidationWarning
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
      <ExitsRow position={position} option={option} onOpen={() => setSheet('exits')} />
      <WaitingClose position={position} option={option} />
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
