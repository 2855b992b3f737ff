import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Icon, IconButton } from '@maru/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { OpenedLater } from '../../shell/opened-later.tsx'
import { tradingTexts } from '../texts.ts'
import { chartIntervals } from './bars.ts'
import { changeChart, useChartSettings } from './chart-settings.ts'

const loadSheet = async () => ({ default: (await import('./indicator-sheet.tsx')).IndicatorSheet })
const IndicatorSheet = lazyPart(loadSheet)

/** Length of a candle, indicators, whole screen. The choice is kept for the member. */
export function TimeframeBar({ full, onFull }: { full: boolean; onFull: (full: boolean) => void }) {
  const t = useTexts(tradingTexts)
  const interval = useChartSettings(({ interval }) => interval)
  const [sheet, setSheet] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-value="${interval}"]`)
    // Not scrollIntoView: that would scroll the page as well.
    if (chosen && list.current)
      list.current.scrollLeft = chosen.offsetLeft - list.current.clientWidth / 2 + chosen.clientWidth / 2
  }, [interval])
  const onKeyDown = (event: KeyboardEvent) => {
    const at = chartIntervals.indexOf(interval)
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: chartIntervals.length - 1,
    }
    const next = chartIntervals[steps[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    changeChart({ interval: next })
    list.current?.querySelector<HTMLElement>(`[data-value="${next}"]`)?.focus()
  }
  return (
    <div className="tf">
      <div ref={list} className="tf-l" role="radiogroup" aria-label={t('timeframe')} onKeyDown={onKeyDown}>
        {chartIntervals.map((value) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio button cannot carry the underline without losing its label's hit area.
          <button
            key={value}
            type="button"
            role="radio"
            data-value={value}
            aria-checked={value === interval}
            tabIndex={value === interval ? 0 : -1}
            onClick={() => changeChart({ interval: value })}
          >
            {t(`interval${value}`)}
          </button>
        ))}
      </div>
      <button type="button" className="tf-i" aria-haspopup="dialog" onClick={() => setSheet(true)}>
        {t('indicators')}
      </button>
      <IconButton
        className="tf-f"
        label={t(full ? 'endFullScreen' : 'fullScreen')}
        aria-pressed={full}
        onClick={() => onFull(!full)}
      >
        <Icon name={full ? 'shrink' : 'expand'} />
      </IconButton>
      <OpenedLater open={sheet} load={loadSheet}>
        <IndicatorSheet open={sheet} onClose={() => setSheet(false)} />
      </OpenedLater>
    </div>
  )
}
