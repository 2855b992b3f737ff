import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import type { EconomicEvent } from '@maru/contract'
import { Direction, formatMinute } from '@maru/ui'
import { countryName } from './country.ts'
import { surprise } from './figures.ts'
import { Importance } from './importance.tsx'
import { economicTexts } from './texts.ts'

const soonMs = 24 * 3_600_000

/** A release: when, what, how important, and its three figures. One tap shows more. */
export function ReleaseRow({
  release,
  now,
  onOpen,
}: {
  release: EconomicEvent
  now: number
  onOpen: (release: EconomicEvent) => void
}) {
  const t = useTexts(economicTexts)
  const language = useLanguage()
  const { at, country, name, importance, actual, forecast, previous } = release
  const left = at - now
  const minutes = Math.ceil(left / 60_000)
  const isAwaited = importance === 3 && left > 0 && left < soonMs
  return (
    <li>
      <button type="button" className="eco-r" onClick={() => onOpen(release)}>
        <span className="eco-r-at">
          <b className="num">{formatMinute(at)}</b>
          <Importance of={importance} />
        </span>
        <span className="eco-r-what">
          <span>
            <em>{countryName(country, language)}</em> {name}
          </span>
          {isAwaited && (
            <small className="num">
              {minutes < 60
                ? t('inMinutes', { minutes })
                : t('inHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}
            </small>
          )}
          <span className="eco-r-f">
            <Figure label={t('actual')} value={actual} against={surprise(actual, forecast)} />
            <Figure label={t('forecast')} value={forecast} />
            <Figure label={t('previous')} value={previous} />
          </span>
        </span>
      </button>
    </li>
  )
}

/** A figure with its label; `against` the forecast it has a direction. */
export function Figure({
  label,
  value,
  against = null,
}: {
  label: string
  value: string | null
  against?: 1 | 0 | -1 | null
}) {
  const t = useTexts(economicTexts)
  return (
    <span>
      <small>{label}</small>{' '}
      <b className="num">
        {value !== null && against !== null && against !== 0 ? (
          <Direction value={String(against)}>
            {value}
            <span className="sr"> {against > 0 ? t('higher') : t('lower')}</span>
          </Direction>
        ) : (
          (value ?? '–')
        )}
      </b>
    </span>
  )
}
