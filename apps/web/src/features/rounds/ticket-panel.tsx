import { useTexts } from '@maru/client/i18n/texts'
import type { Bet, Round, Side, TradeOption } from '@maru/contract'
import { Chip, formatKrw, formatSigned, Stepper } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { resumeCommands, useLane } from '../../books/rounds/bet-lane.ts'
import { walletQuery } from '../../books/rounds/queries.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { clock, useFeed } from '../../live/index.ts'
import { limitsQuery, restOf } from '../../protection/limits.ts'
import { riskQuery } from '../../protection/risk.ts'
import { RiskWarning } from '../../protection/risk-dialogs.tsx'
import { useSession } from '../../session/store.ts'
import { placeBet } from './place-bet.ts'
import { Sides } from './sides.tsx'
import { riskFigures, spendableOf, ticketOf, wholeAmount } from './ticket.ts'

const chips = [10_000, 50_000, 100_000] as const
const startAmount = 50_000
const amountKey = 'maru:stake'

/** Amount, what it would pay, and the two sides. What may be done is decided by `ticketOf`. */
export function TicketPanel({
  option,
  round,
  bets,
  isView,
}: {
  option: TradeOption
  round: Round | null
  bets: readonly Bet[]
  isView: boolean
}) {
  const t = useTexts(roundTexts)
  const navigate = useNavigate()
  const signedIn = useSession(({ status }) => status === 'success') && !isView
  const wallets = useQuery(walletQuery(signedIn)).data
  const feed = useFeed(option.stock)
  const state = useLane('bet')
  const [point, setPoint] = useStake()
  useEffect(() => {
    if (signedIn) void resumeCommands()
  }, [signedIn])

  const spendable = spendableOf(wallets)
  const risk = useQuery(riskQuery(signedIn))
  // Whether the warning is due must be known before a stake can be made.
  const available = spendable && !risk.isPending ? spendable.cash : null
  const bonus = spendable?.bonus ?? 0
  const limits = useQuery(limitsQuery(signedIn)).data
  const rest = signedIn ? restOf(limits, Date.now()) : null
  const [warning, setWarning] = useState(false)
  const ticket = ticketOf(
    { point: point ?? 0 },
    { signedIn, available, bonus, bets, rest },
    round,
    { feed },
    clock.now(),
  )
  const { summary, block } = ticket
  const unit = Number((round ?? option).unit)
  const max = Number((round ?? option).maxPoint)
  const closed = block === 'locked' || block === 'stopped' || block === 'rest'
  const add = (more: number) => setPoint(Math.min((point ?? 0) + more, max))

  const take = (side: Side) => {
    if (!signedIn) return void navigate('/signin')
    if (risk.data?.isDue) return setWarning(true)
    if (round && ticket.block === null) void placeBet(round, side, point ?? 0)
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
            onClick={() => round && available !== null && setPoint(wholeAmount(available + bonus, round))}
          >
            {t('whole')}
          </Chip>
        </div>
      </div>
      <dl className="sum">
        <dt>{t('receive')}</dt>
        <dd>
          {round && <span className="num up">{formatSigned(summary.profit, formatKrw)} </span>}
          <b className="num">{round ? formatKrw(summary.payout) : '–'}</b>
        </dd>
      </dl>
      <dl className="sum sum-2">
        <dt className="num">{round && t('odds', { rate: summary.payoutRate, percent: summary.breakEven })}</dt>
        <dd className="num">
          {t('available')} <span className="mid">{available === null ? '–' : formatKrw(available)}</span>
          {bonus > 0 &&
            ` + ${t(summary.ofBonus > 0 ? 'bonusTaken' : 'bonus', { amount: formatKrw(bonus), part: formatKrw(summary.ofBonus) })}`}
        </dd>
      </dl>
      <Sides
        ticket={ticket}
        round={round}
        rest={rest}
        signedIn={signedIn}
        state={state}
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
