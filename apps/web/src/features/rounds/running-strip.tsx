import { useTexts } from '@maru/client/i18n/texts'
import type { Bet, Round } from '@maru/contract'
import { Badge, formatCount, formatKrw, formatPrice, formatSigned } from '@maru/ui'
import { useNavigate } from 'react-router'
import { kindOf, stageOf, stakeOn } from '../../books/rounds/arrange.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { clock, usePrice } from '../../live/index.ts'
import { Countdown, TimeBar } from './countdown.tsx'
import { FromStrike } from './price-head.tsx'
import { standingOf } from './standing.ts'

/** The round between its start and its result: strike, distance, own stake and what is left of it. */
export function RunningStrip({
  round,
  bets,
  precision,
}: {
  round: Round | null
  bets: readonly Bet[]
  precision: number
}) {
  const t = useTexts(roundTexts)
  const navigate = useNavigate()
  if (!round)
    return (
      <div className="running is-empty">
        <small>{t('noRunning')}</small>
      </div>
    )
  const deciding = stageOf(round, clock.now()) === 'deciding'
  const stake = stakeOn(bets, round.id)
  const binary = kindOf(round.type) === 'binary'
  const strike = binary ? (stake?.bets.find((bet) => bet.strikePrice !== null)?.strikePrice ?? null) : round.strikePrice
  return (
    <button type="button" className="running" onClick={() => navigate(`/evidence/${round.id}`)}>
      <Badge tone={deciding ? 'warn' : 'ok'}>{deciding ? t('deciding') : t('running')}</Badge>
      <span>
        <b className="num">
          {t('round', { round: formatCount(round.roundNo) })}{' '}
          {stake && (
            <span className={stake.type === 'B' ? 'up' : 'down'}>
              {t(stake.type === 'B' ? 'sideBuy' : 'sideSell')} {formatKrw(stake.point)}
            </span>
          )}
        </b>
      </span>
      <span className="t num">
        <Countdown target={round.endAt} />
      </span>
      <small className="num">
        {strike !== null ? (
          <>
            {stake && (
              <>
                <NowOf stock={round.stock} bets={stake.bets} strike={binary ? null : strike} /> ·{' '}
              </>
            )}
            {t('strike', { price: formatPrice(strike, precision) })}
            {stake ? ' ' : ` · ${t('now')} `}
            <FromStrike stock={round.stock} strike={strike} precision={precision} />
          </>
        ) : binary && !stake ? (
          t('noStake')
        ) : (
          t('strikePending')
        )}
      </small>
      <i className="run-bar" aria-hidden="true">
        <TimeBar from={round.startAt} to={round.endAt} />
      </i>
    </button>
  )
}

/** What the stakes would bring if the round closed now: a cell of its own, it follows the ticks. */
function NowOf({ stock, bets, strike }: { stock: string; bets: readonly Bet[]; strike: string | null }) {
  const t = useTexts(roundTexts)
  const last = usePrice(stock, 'last')
  const standing = last === undefined ? null : standingOf(bets, last, strike)
  if (!standing) return <>{t('strikePending')}</>
  const { result, net } = standing
  if (result === 'void') return <>{t('nowVoid')}</>
  return (
    <>
      {t(result === 'won' ? 'nowWon' : 'nowLost')}{' '}
      <b className={result === 'won' ? 'up' : 'down'}>{formatSigned(net, formatKrw)}</b>
    </>
  )
}
