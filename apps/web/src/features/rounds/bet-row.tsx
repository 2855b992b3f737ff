import type { Bet, RecentRound, Round } from '@maru/contract'
import { Badge, formatCount, formatKrw, formatPrice, formatSigned, formatTime } from '@maru/ui'
import { Link } from 'react-router'
import { kindOf } from '../../books/rounds/arrange.ts'
import { useGameName } from '../../books/rounds/game-name.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useMoment } from '../../live/index.ts'
import { FromStrike } from './price-head.tsx'
import './bet-row.css'

const arrow = { B: '▲', S: '▼' } as const

/** A bet in progress: its strike and how far the price is from it. `round` is the bet's own, once it runs. */
export function OpenBetRow({ bet, round, precision }: { bet: Bet; round: Round | null; precision: number }) {
  const t = useTexts(roundTexts)
  const game = useGameName()
  const rent = kindOf(bet.tradeType) === 'rent'
  // Rent: the strike is the round's, for all its bets.
  const strike = bet.strikePrice ?? (rent ? (round?.strikePrice ?? null) : null)
  const over = useMoment([bet.startAt, bet.endAt])
  return (
    <Link className="bet" to={`/evidence/${bet.tradeRoundId}`}>
      <span className="a">
        <span className="num">{t('round', { round: formatCount(bet.roundNo) })}</span>
        <Badge tone={bet.type === 'B' ? 'up' : 'down'}>{t(bet.type === 'B' ? 'sideBuy' : 'sideSell')}</Badge>
      </span>
      <span className="b num">{formatKrw(bet.point)}</span>
      <span className="c num">{t('acceptedAt', { game: game(bet.tradeType), time: formatTime(bet.createdAt) })}</span>
      <span className="d num">
        {over === bet.endAt ? (
          t('deciding')
        ) : strike !== null ? (
          <>
            {t('strike', { price: formatPrice(strike, precision) })} · {t('now')}{' '}
            <FromStrike stock={bet.stock} strike={strike} precision={precision} />
          </>
        ) : rent && over === 0 ? (
          t('strikeLater', { time: formatTime(bet.startAt) })
        ) : (
          t('strikeSoon')
        )}
      </span>
    </Link>
  )
}

/** A decided bet: side with its result, prices, net; it leads to the evidence of its round. */
export function DecidedBetRow({ bet, precision, withGame }: { bet: Bet; precision: number; withGame?: boolean }) {
  const t = useTexts(roundTexts)
  const game = useGameName()
  const side = t(bet.type === 'B' ? 'buy' : 'sell')
  const result = bet.status === 1 ? t('realised') : bet.status === 2 ? t('disqualified') : t('inProgress')
  return (
    <Link className="bet" to={`/evidence/${bet.tradeRoundId}`}>
      <span className="a">
        <span className="num">{t('round', { round: formatCount(bet.roundNo) })}</span>
        {bet.status === 3 ? (
          <Badge>{t('void')}</Badge>
        ) : (
          <Badge tone={bet.type === 'B' ? 'up' : 'down'}>
            {arrow[bet.type]} {side} {result}
          </Badge>
        )}
      </span>
      {bet.status === 3 ? (
        <span className="b num">{t('refund', { amount: formatKrw(bet.point) })}</span>
      ) : bet.status === 0 ? (
        <span className="b num">{formatKrw(bet.point)}</span>
      ) : (
        <span className={`b num ${Number(bet.profit) > 0 ? 'up' : 'down'}`}>{formatSigned(bet.profit, formatKrw)}</span>
      )}
      <span className="c num">
        {withGame && `${formatTime(bet.createdAt)} · ${game(bet.tradeType)} · `}
        {bet.status === 3 && bet.voidReason ? (
          t(bet.voidReason)
        ) : (
          <PricePath strike={bet.strikePrice} close={bet.closePrice} precision={precision} />
        )}
      </span>
      <span className="d">{t('verify')}</span>
    </Link>
  )
}

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

/** 65,411.3 → 65,420.0 (▲ 8.7) */
function PricePath({ strike, close, precision }: { strike: string | null; close: string | null; precision: number }) {
  if (strike === null) return <>–</>
  if (close === null) return <>{formatPrice(strike, precision)}</>
  const change = Number(close) - Number(strike)
  const mark = change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''
  return (
    <>
      {formatPrice(strike, precision)} → {formatPrice(close, precision)} ({mark}
      {formatPrice(Math.abs(change).toFixed(precision), precision)})
    </>
  )
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
