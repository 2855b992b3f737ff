import { useNow } from '../../live/use-now.ts'
import { isPauseOn, minuteOfDay, type PauseLine } from './day.ts'
import type { NamedRow } from './named.ts'

/** The day of an option in Korea, from 0 to 24: its pauses, and the minute that is now. */
export function DayBar({ row: { values } }: { row: NamedRow }) {
  const now = useNow()
  const pauses = Array.isArray(values['pauses']) ? (values['pauses'] as readonly PauseLine[]) : []
  const isOpen = values['isPlay'] === true && values['isStop'] !== true
  const today = pauses.filter((pause) => isPauseOn(pause, now))
  const at = (minute: number) => `${(minute / 1_440) * 100}%`
  return (
    <i className={isOpen ? 'opt-day' : 'opt-day shut'} aria-hidden="true">
      {today.map(({ from, to }) => (
        <i key={from} style={{ insetInlineStart: at(from), inlineSize: at(to - from) }} />
      ))}
      <b style={{ insetInlineStart: at(minuteOfDay(now)) }} />
    </i>
  )
}
