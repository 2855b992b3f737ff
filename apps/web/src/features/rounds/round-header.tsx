import { useTexts } from '@maru/client/i18n/texts'
import type { Bet, Round } from '@maru/contract'
import { Badge, formatCount, formatKrw, formatTime, Icon, Skeleton } from '@maru/ui'
import { kindOf, type Stage, stakeOn } from '../../books/rounds/arrange.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { Countdown, TimeBar } from './countdown.tsx'

/** The round on the ticket: number, hours, what is left of the stake window, and the window as a bar in two parts. */
export function RoundHeader({
  round,
  stage,
  bets,
}: {
  round: Round | null
  stage: Stage | null
  bets: readonly Bet[]
}) {
  const t = useTexts(roundTexts)
  if (!round || !stage)
    return (
      <>
        <div className="round-h" aria-busy="true">
          <div>
            <h2>
              <Skeleton width={96} height={20} />
            </h2>
            <p>{t('nextRound')}</p>
          </div>
          <div className="cd">
            <span>{t('untilLock')}</span>
            <b className="num dim">--:--</b>
          </div>
        </div>
        <div className="prog" aria-hidden="true">
          <i />
          <i />
        </div>
      </>
    )
  const rent = kindOf(round.type) === 'rent'
  const open = stage === 'open'
  // After the lock, rent waits for its start and binary for its close.
  const end = rent ? round.startAt : round.endAt
  const opens = rent ? round.openAt : round.startAt
  const stake = stakeOn(bets, round.id)
  return (
    <>
      <div className="round-h">
        <div>
          <h2>
            <span className="num">{t('round', { round: formatCount(round.roundNo) })}</span>
            {open ? (
              <Badge tone="ok">{t('open')}</Badge>
            ) : (
              <Badge tone="warn">
                <Icon name="lock" small />
                {t('locked')}
              </Badge>
            )}
          </h2>
          {stake && (
            <p className="num">
              {t('myStake')}{' '}
              <b className={stake.type === 'B' ? 'up' : 'down'}>
                {stake.type === 'B' ? '▲' : '▼'} {formatKrw(stake.point)}
              </b>
            </p>
          )}
          <p className={stake ? 'num sr' : 'num'}>
            {formatTime(round.startAt)} – {formatTime(round.endAt)}
          </p>
        </div>
        <div className="cd">
          <span>{t(open ? 'untilLock' : rent ? 'untilStart' : 'untilEnd')}</span>
          <b className={open ? 'num' : 'num warn'} role="timer">
            <Countdown target={open ? round.lockAt : end} />
          </b>
        </div>
      </div>
      <div
        className={open ? 'prog' : 'prog is-locked'}
        style={{ gridTemplateColumns: `${round.lockAt - opens}fr ${end - round.lockAt}fr` }}
        aria-hidden="true"
      >
        <i>
          <TimeBar key={round.id} from={opens} to={round.lockAt} />
        </i>
        <i>
          <TimeBar key={round.id} from={round.lockAt} to={end} />
        </i>
      </div>
    </>
  )
}
