import { useTexts } from '@maru/client/i18n/texts'
import type { EconomicEvent } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { figureOf, heights } from './figures.ts'
import { pastQuery } from './queries.ts'
import { economicTexts } from './texts.ts'
import { monthOf } from './week.ts'

interface Bar {
  readonly label: string
  readonly text: string
  readonly value: number
  readonly isForecast: boolean
}

/** The last releases of the same name as bars, and this one: what it said, or what is expected. Nothing where fewer than two compare. */
export function PastBars({ release }: { release: EconomicEvent }) {
  const t = useTexts(economicTexts)
  const past = useQuery(pastQuery(release.id)).data ?? []
  const ownText = release.actual ?? release.forecast
  const unit = figureOf(ownText ?? past.at(-1)?.actual ?? '')?.unit
  const bar = (label: string, text: string, isForecast: boolean): Bar[] => {
    const figure = figureOf(text)
    return figure === null || figure.unit !== unit ? [] : [{ label, text, value: figure.value, isForecast }]
  }
  const ownLabel = release.actual === null ? t('forecast') : t('pastMonth', { month: monthOf(release.at).month })
  const bars = [
    ...past.flatMap(({ at, actual }) => bar(t('pastMonth', { month: monthOf(at).month }), actual, false)),
    ...(ownText === null ? [] : bar(ownLabel, ownText, release.actual === null)),
  ]
  if (bars.length < 2) return null
  const tall = heights(bars.map(({ value }) => value))
  return (
    <ol className="eco-b" aria-label={t('past')}>
      {bars.map(({ label, text, isForecast }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
        <li key={at} className={isForecast ? 'is-forecast' : undefined}>
          <b className="num">{text}</b>
          <i style={{ height: `${tall[at]}%` }} />
          <small>{label}</small>
        </li>
      ))}
    </ol>
  )
}
