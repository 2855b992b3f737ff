import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Button, formatPrice, Icon } from '@maru/ui'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { wonOf } from '../../../books/oversea/terms.ts'
import { OpenedLater } from '../../../shell/opened-later.tsx'
import { titleOf } from '../../../trading/instruments/title.ts'
import type { LaneState } from '../../../trading/lanes.ts'
import { SideBadge } from '../../../trading/side-badge.tsx'
import { run, useLane } from '../commands.ts'
import { won } from '../figures.ts'
import { useOverseaSettings } from '../settings.ts'
import { closeBody } from '../sheets/close-form.ts'
import { NightRow } from './night-row.tsx'
import { type CellProps, FeedBadge, Last, Result } from './position-figures.tsx'
import { overseaListTexts } from './texts.ts'
import { WaitingClose } from './waiting-close.tsx'
import { WarnStrip } from './warn-strip.tsx'

const loadClose = async () => ({ default: (await import('../sheets/close-sheet.tsx')).CloseSheet })
const CloseSheet = lazyPart(loadClose)
const loadExits = async () => ({ default: (await import('../sheets/exits-sheet.tsx')).ExitsSheet })
const ExitsSheet = lazyPart(loadExits)

/** A position. A tick renders the cells that it changes, not the card; a close is always offered. */
export const PositionCard = memo(function PositionCard({ position, option }: CellProps) {
  const t = useTexts(overseaListTexts)
  const title = titleOf(position)
  const lane = useLane(`position-${position.id}`)
  const [closing, setClosing] = useState<number | null>(null)
  const [setsExits, setSetsExits] = useState(false)
  const confirms = useOverseaSettings(({ confirmsClose }) => confirmsClose)
  const { tradeType, count, avgPrice, margin, tpTick, slTick } = position
  const side = t(tradeType === 'LONG' ? 'buy' : 'sell')
  const close = () => {
    if (confirms) setClosing(count)
    else void run(`position-${position.id}`, 'POST /api/oversea/order', closeBody(position, count))
  }
  return (
    <article className="pos" aria-label={`${title} ${side}`}>
      {position.isWarned && <WarnStrip onRemedy={() => setClosing(Math.ceil(count / 2))} />}
      <div className="pos-h">
        <Link to={`/oversea/${option.id}`}>
          <b>{title}</b>
        </Link>
        <SideBadge side={tradeType}>{t('sideCount', { side, count })}</SideBadge>
        <FeedBadge option={option} />
      </div>
      <Result position={position} option={option} />
      <dl className="pos-g num">
        <div>
          <dt>{t('average')}</dt>
          <dd>{formatPrice(avgPrice, option.precision)}</dd>
        </div>
        <div>
          <dt>{t('last')}</dt>
          <dd>
            <Last option={option} />
          </dd>
        </div>
        <div>
          <dt>{t('margin')}</dt>
          <dd>{won(wonOf(margin))}</dd>
        </div>
      </dl>
      <button type="button" className="pos-e" aria-haspopup="dialog" onClick={() => setSetsExits(true)}>
        {t('exits')}
        <span className="num">
          {tpTick === null && slTick === null ? (
            <span className="dim">{t('notSet')}</span>
          ) : (
            <b>{[tpTick, slTick].map((ticks) => (ticks === null ? '–' : t('ticks', { ticks }))).join(' / ')}</b>
          )}
          <Icon name="right" small />
        </span>
      </button>
      <NightRow position={position} option={option} />
      <WaitingClose position={position} option={option} />
      <div className="pos-a pos-a2">
        <Button aria-haspopup="dialog" disabled={lane !== null} onClick={() => setClosing(Math.ceil(count / 2))}>
          {t('partialClose')}
        </Button>
        <Button {...(confirms && { 'aria-haspopup': 'dialog' as const })} disabled={lane !== null} onClick={close}>
          {closeLabel(lane, t)}
        </Button>
      </div>
      <OpenedLater open={closing !== null} load={loadClose}>
        <CloseSheet count={closing} position={position} option={option} onClose={() => setClosing(null)} />
      </OpenedLater>
      <OpenedLater open={setsExits} load={loadExits}>
        <ExitsSheet open={setsExits} position={position} option={option} onClose={() => setSetsExits(false)} />
      </OpenedLater>
    </article>
  )
})

function closeLabel(lane: LaneState | null, t: ReturnType<typeof useTexts<keyof typeof overseaListTexts.ko>>) {
  if (lane === null) return t('marketClose')
  return t(lane === 'checking' ? 'checking' : lane === 'sending' ? 'sending' : 'accepted')
}
