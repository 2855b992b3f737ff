import { useTexts } from '@maru/client/i18n/texts'
import type { Round, Side } from '@maru/contract'
import { formatCount, formatKrw } from '@maru/ui'
import type { CSSProperties } from 'react'
import { roundTexts } from '../../books/rounds/texts.ts'
import type { Rest } from '../../protection/limits.ts'
import type { LaneState } from '../../trading/lanes.ts'
import { OrderBar, OrderButton } from '../../trading/order-bar.tsx'
import { Countdown } from './countdown.tsx'
import type { Ticket } from './ticket.ts'
import { useReason } from './use-reason.tsx'

interface SidesProps {
  ticket: Ticket
  round: Round | null
  rest: Rest | null
  signedIn: boolean
  state: LaneState | null
  point: number
  onTake: (side: Side) => void
}

/** 매수 and 매도, or one button that says why neither can be taken. */
export function Sides({ ticket, round, rest, signedIn, state, onTake, point }: SidesProps) {
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
        {state === 'done' && t('justAccepted')}
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

/** Share of stakes in whole percent; only the server says it, and only after the lock. */
function shareOf(round: Round | null): { buy: number; sell: number } | null {
  if (!round || round.buyPoint === null || round.sellPoint === null) return null
  const [buy, sell] = [Number(round.buyPoint), Number(round.sellPoint)]
  if (buy + sell === 0) return null
  const percent = Math.round((buy / (buy + sell)) * 100)
  return { buy: percent, sell: 100 - percent }
}
