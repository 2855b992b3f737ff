import './economic.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { EconomicEvent } from '@maru/contract'
import { Chip, formatDay, formatMinute, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useMinute } from '../../kit/use-minute.ts'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { CountrySheet } from './country-sheet.tsx'
import { Importance } from './importance.tsx'
import { weekQuery } from './queries.ts'
import { ReleaseRow } from './release-row.tsx'
import { ReleaseSheet } from './release-sheet.tsx'
import { economicTexts } from './texts.ts'
import { dayOf, weekdayOf, weekOf } from './week.ts'
import { WeekStrip } from './week-strip.tsx'

const levels = [
  { least: 1, text: 'ALL' },
  { least: 2, text: 'MEDIUM' },
  { least: 3, text: 'HIGH' },
] as const

/** Economic releases by day, in Korean time: what is expected, what came, and when. */
export default function EconomicPage() {
  const t = useTexts(economicTexts)
  const now = useMinute()
  const [day, setDay] = useState(() => dayOf(now))
  const [least, setLeast] = useState(1)
  const [countries, setCountries] = useState<ReadonlySet<string>>(new Set())
  const [choosing, setChoosing] = useState(false)
  const [open, setOpen] = useState<EconomicEvent | null>(null)
  const week = useQuery(weekQuery(weekOf(day)))
  const all = week.data ?? []
  const known = [...new Set([...all.map(({ country }) => country), ...countries])].sort()
  const shown = all.filter(
    ({ importance, country }) => importance >= least && (countries.size === 0 || countries.has(country)),
  )
  const ofDay = (one: number) => shown.filter(({ at }) => dayOf(at) === one)
  const releases = ofDay(day)
  const past = releases.filter(({ at }) => at <= now).length
  const weekday = t('weekdays').split(',')[weekdayOf(day)] ?? ''

  return (
    <main id="main" className="eco">
      <WeekStrip day={day} now={now} count={(one) => ofDay(one).length} onDay={setDay} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add its frame. */}
      <div className="eco-chips" role="group" aria-label={t('which')}>
        {levels.map(({ least: value, text }) => (
          <Chip key={value} pressed={least === value} onClick={() => setLeast(value)}>
            {value > 1 && <Importance of={value} silent />}
            {t(text)}
          </Chip>
        ))}
        <Chip pressed={countries.size > 0} onClick={() => setChoosing(true)}>
          {countries.size === 0 ? t('countries') : t('countriesOf', { count: countries.size })}
          <Icon name="down" small />
        </Chip>
      </div>
      <h2 className="eco-day num">{t('day', { date: formatDay(day), weekday })}</h2>
      <Loaded
        query={week}
        isEmpty={releases.length === 0}
        empty={[t('none'), t('noneHint')]}
        skeleton={<RowSkeletons />}
      >
        <ul>
          {releases.map((release, at) => (
            <Fragment key={release.id}>
              {day === dayOf(now) && at === past && <Now at={now} />}
              <ReleaseRow release={release} now={now} onOpen={setOpen} />
            </Fragment>
          ))}
          {day === dayOf(now) && past === releases.length && <Now at={now} />}
        </ul>
        <p className="eco-note">{t('legend')}</p>
      </Loaded>
      <CountrySheet
        open={choosing}
        countries={known}
        chosen={countries}
        onChange={setCountries}
        onClose={() => setChoosing(false)}
      />
      <ReleaseSheet release={open} now={now} onClose={() => setOpen(null)} />
    </main>
  )
}

/** Between what came out and what will. */
function Now({ at }: { at: number }) {
  const t = useTexts(economicTexts)
  return <li className="eco-now num">{t('now', { time: formatMinute(at) })}</li>
}
