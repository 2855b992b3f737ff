import { useTexts } from '@maru/client/i18n/texts'
import type { Bet, Round } from '@maru/contract'
import { Badge, formatCount, formatKrw, formatPrice, formatSigned, formatTime } from '@maru/ui'
import { Link } from 'react-router'
import { kindOf } from '../../books/rounds/arrange.ts'
import { useGameName } from '../../books/rounds/game-name.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { useMoment } from '../../live/index.ts'
import { FromStrike } from './price-head.tsx'
import { PricePath } from './price-path.tsx'
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
