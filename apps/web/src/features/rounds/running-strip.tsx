import type { Bet, Round } from '@maru/contract'
import { Badge, formatCount, formatKrw, formatPrice } from '@maru/ui'
import { useNavigate } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { clock } from '../../live/index.ts'
import { kindOf, stageOf, stakeOn } from './arrange.ts'
import { Countdown, TimeBar } from './countdown.tsx'
import { FromStrike } from './price-head.tsx'
import { roundTexts } from './texts.ts'

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
        <small className="num">
          {strike !== null ? (
            <>
              {t('strike', { price: formatPrice(strike, precision) })} · {t('now')}{' '}
              <FromStrike stock={round.stock} strike={strike} precision={precision} />
            </>
          ) : binary && !stake ? (
            t('noStake')
          ) : (
            t('strikePending')
          )}
        </small>
      </span>
      <span className="t num">
        <Countdown target={round.endAt} />
      </span>
      <i className="run-bar" aria-hidden="true">
        <TimeBar from={round.startAt} to={round.endAt} />
      </i>
    </button>
  )
}
