import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption } from '@maru/contract'
import { formatTime } from '@maru/ui'
import { useServerTime } from '../../live/index.ts'
import { overseaTexts } from './texts.ts'

type Session = Pick<OverseaOption, 'isRest' | 'session'>

/** Whether a contract trades, how long until that changes, and what time it is here and at the exchange, by the server's clock. */
export function SessionClock({ option }: { option: Session }) {
  const t = useTexts(overseaTexts)
  const now = useServerTime(1_000)
  const { text, left } = phaseOf(option, now)
  return (
    <div className="ov-clock num">
      <b role="timer" aria-label={t('session')}>
        {t(option.isRest ? 'closed' : 'open')}
        {text && ` · ${t(text)}`}
        {left !== null && ` ${remaining(left, (days, time) => t('daysAndTime', { days, time }))}`}
      </b>
      <span>
        KST {formatTime(now)} · CME {exchangeTime(now)}
      </span>
    </div>
  )
}

/** What the session waits for, and for how many ms yet; null where nobody knows: a halt, or a session without a rate. */
export function phaseOf({ isRest, session }: Session, now: number) {
  if (session === null) return { text: null, left: null } as const
  const { openAt, closeAt } = session
  if (!isRest) return { text: 'untilClose', left: Math.max(0, closeAt - now) } as const
  return openAt > now
    ? ({ text: 'untilOpen', left: openAt - now } as const)
    : ({ text: 'waitsForOpening', left: null } as const)
}

const dayMs = 86_400_000

/** hh:mm:ss, with the days before it where there are any. */
function remaining(ms: number, withDays: (days: string, time: string) => string): string {
  const seconds = Math.ceil(ms / 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${two(Math.floor(seconds / 3_600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  const days = Math.floor(seconds / (dayMs / 1_000))
  return days === 0 ? time : withDays(String(days), time)
}

const chicago = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Chicago',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** HH:mm in Chicago, daylight saving included. */
export const exchangeTime = (at: number): string => chicago.format(at)
