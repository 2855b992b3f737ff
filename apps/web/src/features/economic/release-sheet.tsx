import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import type { EconomicEvent } from '@maru/contract'
import { Button, formatDateTime, formatMinute, Sheet, Strip } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { halvingQuery, windowAt } from '../../kit/halving/halving.ts'
import { countryName } from './country.ts'
import { surprise } from './figures.ts'
import { Importance } from './importance.tsx'
import { PastBars } from './past-bars.tsx'
import { Figure } from './release-row.tsx'
import { economicTexts } from './texts.ts'

/** What is known of a release: its figures, the last times, its source. */
export function ReleaseSheet({
  release,
  now,
  onClose,
}: {
  release: EconomicEvent | null
  now: number
  onClose: () => void
}) {
  return (
    <Sheet open={release !== null} title={release?.name} onClose={onClose}>
      {release && <Content release={release} now={now} onClose={onClose} />}
    </Sheet>
  )
}

/** Where the site opens less around a release, that it does. */
function HalvingNote({ at }: { at: number }) {
  const t = useTexts(economicTexts)
  const window = windowAt(useQuery(halvingQuery).data?.windows ?? [], at)
  if (!window) return null
  return (
    <Strip tone="warn">{t('halves', { from: formatMinute(window.from), until: formatMinute(window.until) })}</Strip>
  )
}

function Content({ release, now, onClose }: { release: EconomicEvent; now: number; onClose: () => void }) {
  const t = useTexts(economicTexts)
  const language = useLanguage()
  const { at, country, importance, actual, forecast, previous, source } = release
  const awaited = actual === null && at > now ? t('willBe', { time: formatMinute(at) }) : null
  return (
    <div>
      <p className="eco-s-at num">
        {countryName(country, language)} · {formatDateTime(at).slice(0, 16)} · <Importance of={importance} silent />{' '}
        {importance === 3 ? t('importance3') : importance === 2 ? t('importance2') : t('importance1')}
      </p>
      <div className="eco-s-f">
        <Figure label={t('actual')} value={awaited ?? actual} against={surprise(actual, forecast)} />
        <Figure label={t('forecast')} value={forecast} />
        <Figure label={t('previous')} value={previous} />
      </div>
      <PastBars release={release} />
      <HalvingNote at={at} />
      <dl className="eco-s-src">
        <dt>{t('source')}</dt>
        <dd>{source}</dd>
      </dl>
      <div className="sheet-a">
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </div>
  )
}
