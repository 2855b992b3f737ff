import { useTexts } from '@maru/client/i18n/texts'
import type { Round } from '@maru/contract'
import { formatCount, formatDateTime, formatKrw } from '@maru/ui'
import { kindOf } from '../../books/rounds/arrange.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import type { Rest } from '../../protection/limits.ts'
import type { LaneState } from '../../trading/lanes.ts'
import { Countdown } from './countdown.tsx'
import type { Ticket } from './ticket.ts'

/** What stands on the disabled button; null while both sides can be pressed. */
export function useReason(ticket: Ticket, round: Round | null, rest: Rest | null, state: LaneState | null) {
  const t = useTexts(roundTexts)
  if (state === 'sending') return t('sending')
  if (state === 'checking') return t('checking')
  if (state === 'done') return t('justAccepted')
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
