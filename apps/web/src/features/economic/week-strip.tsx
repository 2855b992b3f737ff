import { useTexts } from '@maru/client/i18n/texts'
import { Icon, IconButton } from '@maru/ui'
import { economicTexts } from './texts.ts'
import { dateOf, dayOf, daysLater, monthOf, weekdayOf, weekOf } from './week.ts'

interface Props {
  day: number
  now: number
  /** Releases of a day that are shown. */
  count: (day: number) => number
  onDay: (day: number) => void
}

/** The seven days of a week, with a dot under those that have releases, and the ways to other weeks. */
export function WeekStrip({ day, now, count, onDay }: Props) {
  const t = useTexts(economicTexts)
  const { year, month } = monthOf(day)
  const names = t('weekdays').split(',')
  const sunday = weekOf(day)
  return (
    <div className="eco-w">
      <div className="eco-w-head">
        <b className="num">{t('month', { year, month })}</b>
        <button type="button" className="chip" disabled={day === dayOf(now)} onClick={() => onDay(dayOf(now))}>
          {t('today')}
        </button>
        <IconButton label={t('before')} onClick={() => onDay(daysLater(day, -7))}>
          <Icon name="back" />
        </IconButton>
        <IconButton label={t('after')} onClick={() => onDay(daysLater(day, 7))}>
          <Icon name="right" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add its frame. */}
      <div className="eco-w-days" role="group" aria-label={t('days')}>
        {Array.from({ length: 7 }, (_, n) => daysLater(sunday, n)).map((one) => {
          const releases = count(one)
          return (
            <button
              key={one}
              type="button"
              aria-pressed={one === day}
              aria-current={one === dayOf(now) ? 'date' : undefined}
              onClick={() => onDay(one)}
            >
              <small>{names[weekdayOf(one)]}</small>
              <b className="num">{dateOf(one)}</b>
              <i className={releases > 0 ? 'on' : undefined} aria-hidden="true" />
              <span className="sr">{releases > 0 ? t('hasReleases', { count: releases }) : t('hasNone')}</span>
            </button>
          )
        })}
      </div>
    </div>
  )
}
