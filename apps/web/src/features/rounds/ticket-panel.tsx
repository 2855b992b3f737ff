import type { Bet, Round, Side } from '@maru/contract'
import { Chip, formatCount, formatDateTime, formatKrw, formatSigned, Stepper } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { clock, useFeed } from '../../live/index.ts'
import { useSession } from '../../session/store.ts'
import { OrderBar, OrderButton } from '../../trading/order-bar.tsx'
import { limitsQuery, type Rest, restOf } from '../limits/limits.ts'
import { riskQuery } from '../limits/risk.ts'
import { RiskWarning } from '../limits/risk-dialogs.tsx'
import { kindOf } from './arrange.ts'
import { Countdown } from './countdown.tsx'
import { walletQuery } from './queries.ts'
import { roundTexts } from './texts.ts'
import { riskFigures, type Ticket, ticketOf, wholeAmount } from './ticket.ts'
import { bet, resumeKeptBet, useBetting } from './use-betting.ts'

const chips = [10_000, 50_000, 100_000] as const
const startAmount = 50_000
const amountKey = 'maru:stake'

/** Amount, what it would pay, and the two sides. What may be done is decided by `ticketOf`. */
export function TicketPanel({
  stock,
  round,
  bets,
  isView,
}: {
  stock: string
  round: Round | null
  bets: readonly Bet[]
  isView: boolean
}) {
  const t = useTexts(roundTexts)
  const navigate = useNavigate()
  const signedIn = useSession(({ status }) => status === 'success') && !isView
  const wallets = useQuery(walletQuery(signedIn)).data
  const feed = useFeed(stock)
  const { state, side: sideUnderWay } = useBetting()
  const [point, setPoint] = useStake()
  useEffect(() => {
    if (signedIn) void resumeKeptBet()
  }, [signedIn])

  const binary = wallets?.find(({ type }) => type === 'BINARY')
  const risk = useQuery(riskQuery(signedIn))
  // Whether the warning is due must be known before a stake can be made.
  const available = binary && !risk.isPending ? Math.max(0, Math.floor(Number(binary.point))) : null
  const limits = useQuery(limitsQuery(signedIn)).data
  const rest = signedIn ? restOf(limits, clock.now()) : null
  const [warning, setWarning] = useState(false)
  const ticket = ticketOf({ point: point ?? 0 }, { signedIn, available, bets, rest }, round, { feed }, clock.now())
  const { summary, block } = ticket
  const unit = Number(round?.unit ?? 1_000)
  const max = Number(round?.maxPoint ?? 1_000_000)
  const closed = block === 'locked' || block === 'stopped' || block === 'rest'
  const add = (more: number) => setPoint(Math.min((point ?? 0) + more, max))

  const take = (side: Side) => {
    if (!signedIn) return void navigate('/signin')
    if (risk.data?.isDue) return setWarning(true)
    if (round && ticket.block === null) void bet(round, side, point ?? 0)
  }

  return (
    <>
      <div className={closed ? 'stake is-closed' : 'stake'}>
        <Stepper
          label={t('stake')}
          value={point}
          onValue={setPoint}
          step={unit}
          min={0}
          max={max}
          suffix={t('won')}
          disabled={closed}
          decreaseLabel={t('stakeLess', { amount: formatKrw(unit) })}
          increaseLabel={t('stakeMore', { amount: formatKrw(unit) })}
        />
        <div className="quick">
          {chips.map((amount) => (
            <Chip key={amount} disabled={closed} onClick={() => add(amount)}>
              {t('plusMan', { count: amount / 10_000 })}
            </Chip>
          ))}
          <Chip
            disabled={closed || !round || available === null}
            onClick={() => round && available !== null && setPoint(wholeAmount(available, round))}
          >
            {t('whole')}
          </Chip>
        </div>
      </div>
      <dl className="sum">
        <dt>{t('receive')}</dt>
        <dd>
          <span className="num up">{formatSigned(summary.profit, formatKrw)}</span>{' '}
          <b className="num">{formatKrw(summary.payout)}</b>
        </dd>
      </dl>
      <dl className="sum sum-2">
        <dt className="num">{t('odds', { rate: summary.payoutRate, percent: summary.breakEven })}</dt>
        <dd className="num">
          {t('available')} <span className="mid">{available === null ? '–' : formatKrw(available)}</span>
        </dd>
      </dl>
      <Sides
        ticket={ticket}
        round={round}
        rest={rest}
        signedIn={signedIn}
        state={state}
        sideUnderWay={sideUnderWay}
        point={point ?? 0}
        onTake={take}
      />
      <RiskWarning
        texts={roundTexts}
        figures={riskFigures(summary.payoutRate)}
        open={warning}
        onClose={() => setWarning(false)}
      />
    </>
  )
}

/** The amount on the ticket, kept for the next visit of this tab. */
function useStake() {
  const [point, setPoint] = useState<number | null>(() => Number(sessionStorage.getItem(amountKey)) || startAmount)
  const change = (next: number | null) => {
    setPoint(next)
    if (next) sessionStorage.setItem(amountKey, String(next))
  }
  return [point, change] as const
}

interface SidesProps {
  ticket: Ticket
  round: Round | null
  rest: Rest | null
  signedIn: boolean
  state: ReturnType<typeof useBetting.getState>['state']
  sideUnderWay: Side | null
  point: number
  onTake: (side: Side) => void
}

/** 매수 and 매도, or one button that says why neither can be taken. */
function Sides({ ticket, round, rest, signedIn, state, sideUnderWay, onTake, point }: SidesProps) {
  const t = useTexts(roundTexts)
  const share = shareOf(round)
  const reason = useReason(ticket, round, rest, state)
  const style = share ? ({ '--buy': share.buy, '--sell': share.sell } as CSSProperties) : undefined
  return (
    <OrderBar className="cta" summary={round && <RoundSummary round={round} ticket={ticket} />}>
      <div className={share ? 'bar' : 'bar is-hidden'} style={style} aria-hidden="true">
        {share && <b className="up num">▲ {share.buy}%</b>}
        <i />
        <i />
        {share && <b className="down num">{share.sell}% ▼</b>}
      </div>
      {share && <span className="sr">{t('shareOfStakes', { buy: share.buy, sell: share.sell })}</span>}
      <div className="two">
        {reason !== null ? (
          <button type="button" className="btn wait" disabled aria-live="off">
            <span>{reason}</span>
          </button>
        ) : (
          (['B', 'S'] as const).map((side) => {
            const other = signedIn && ticket.side !== null && ticket.side !== side
            return (
              <OrderButton
                key={side}
                tone={side === 'B' ? 'up' : 'down'}
                word={t(side === 'B' ? 'sideBuy' : 'sideSell')}
                disabled={other}
                onClick={() => onTake(side)}
              >
                {other
                  ? t('otherSide', { side: t(ticket.side === 'B' ? 'buy' : 'sell') })
                  : signedIn
                    ? formatKrw(point)
                    : t('signInShort')}
              </OrderButton>
            )
          })
        )}
      </div>
      <span className="sr" role="status">
        {state === 'checking' && t('checking')}
        {state === 'accepted' && sideUnderWay && t('justAccepted')}
      </span>
    </OrderBar>
  )
}

/** The round, what is left of its stake window, and what the stake would pay. */
function RoundSummary({ round, ticket }: { round: Round; ticket: Ticket }) {
  const t = useTexts(roundTexts)
  return (
    <>
      <span>
        {t('round', { round: formatCount(round.roundNo) })} <Countdown target={round.lockAt} />
      </span>
      <span>
        {t('receive')} {formatKrw(ticket.summary.payout)}
      </span>
    </>
  )
}

/** What stands on the disabled button; null while both sides can be pressed. */
function useReason(ticket: Ticket, round: Round | null, rest: Rest | null, state: SidesProps['state']) {
  const t = useTexts(roundTexts)
  if (state === 'sending') return t('sending')
  if (state === 'checking') return t('checking')
  if (state === 'accepted') return t('justAccepted')
  switch (ticket.block) {
    case null:
      return null
    case 'rest':
      return rest && t(rest.kind === 'break' ? 'onBreak' : 'excluded', { time: restEnd(rest) })
    case 'loading':
      return t('loading')
    case 'stopped':
      return t('stopped')
    case 'feed':
      return t('waitForPrice')
    case 'locked':
      return round ? <NextRoundIn round={round} /> : t('closed')
    case 'amount':
      return amountReason(ticket, t)
  }
}

/** A break is told to the minute, a self-exclusion by its day. */
const restEnd = ({ kind, until }: Rest) => formatDateTime(until).slice(...(kind === 'break' ? [5, 16] : [0, 10]))

function amountReason({ errors }: Ticket, t: ReturnType<typeof useTexts<keyof typeof roundTexts.ko>>) {
  const [error] = errors
  switch (error?.code) {
    case 'below-min':
      return t('belowMin', { min: formatKrw(error.params['min'] ?? 0) })
    case 'above-max':
      return t('aboveMax', { max: formatKrw(error.params['max'] ?? 0) })
    case 'unit':
      return t('wrongUnit', { unit: formatKrw(error.params['unit'] ?? 0) })
    default:
      return t('overBalance')
  }
}

function NextRoundIn({ round }: { round: Round }) {
  const t = useTexts(roundTexts)
  const opens = kindOf(round.type) === 'rent' ? round.startAt : round.endAt
  const [before = '', after = ''] = t('openIn', {
    round: formatCount(round.roundNo + 1),
    time: '\u0000',
  }).split('\u0000')
  return (
    <>
      {before}
      <span className="num">
        <Countdown target={opens} />
      </span>
      {after}
    </>
  )
}

/** Share of stakes in whole percent; only the server says it, and only after the lock. */
function shareOf(round: Round | null): { buy: number; sell: number } | null {
  if (!round || round.buyPoint === null || round.sellPoint === null) return null
  const [buy, sell] = [Number(round.buyPoint), Number(round.sellPoint)]
  if (buy + sell === 0) return null
  const percent = Math.round((buy / (buy + sell)) * 100)
  return { buy: percent, sell: 100 - percent }
}
