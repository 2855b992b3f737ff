import { useTexts } from '@maru/client/i18n/texts'
import type { RecentRound, Round } from '@maru/contract'
import { Badge, formatCount, formatPrice, formatTime } from '@maru/ui'
import { Link } from 'react-router'
import { roundTexts } from '../../books/rounds/texts.ts'
import { PricePath } from './price-path.tsx'
import './bet-row.css'

/** A decided round, seen from 매수: up or down. */
export function ResultRow({ round, precision }: { round: Round; precision: number }) {
  const t = useTexts(roundTexts)
  return (
    <Link className="bet" to={`/evidence/${round.id}`}>
      <span className="a">
        <span className="num">{t('round', { round: formatCount(round.roundNo) })}</span>
        <ResultBadge status={round.status} />
      </span>
      <span className="b num">{round.closePrice === null ? '–' : formatPrice(round.closePrice, precision)}</span>
      <span className="c num">
        {formatTime(round.endAt)}
        {' · '}
        {round.status === 3 && round.voidReason ? (
          (round.voidNote ?? t(round.voidReason))
        ) : (
          <PricePath strike={round.strikePrice} close={round.closePrice} precision={precision} />
        )}
      </span>
      <span className="d">{t('verify')}</span>
    </Link>
  )
}

function ResultBadge({ status }: { status: Round['status'] }) {
  const t = useTexts(roundTexts)
  if (status === 1) return <Badge tone="up">▲ {t('upResult')}</Badge>
  if (status === 2) return <Badge tone="down">▼ {t('downResult')}</Badge>
  return <Badge>{status === 3 ? t('void') : t('inProgress')}</Badge>
}

/** The last results as a row of marks, newest at the right. */
export function ResultStrip({ rounds }: { rounds: readonly RecentRound[] }) {
  const t = useTexts(roundTexts)
  const shown = rounds.slice(0, 20).toReversed()
  if (shown.length === 0) return null
  const words = { 0: '', 1: t('upResult'), 2: t('downResult'), 3: t('void') }
  return (
    <ol className="results" aria-label={t('lastResults')}>
      {shown.map(({ id, roundNo, status, side }) => (
        <li key={id}>
          <Link
            to={`/evidence/${id}`}
            className={`${status === 1 ? 'up' : status === 2 ? 'down' : 'dim'}${side ? ' is-mine' : ''}`}
            aria-label={`${t('round', { round: formatCount(roundNo) })} ${words[status]}`}
          >
            {status === 1 ? '▲' : status === 2 ? '▼' : '–'}
          </Link>
        </li>
      ))}
    </ol>
  )
}
