import {
  ColorType,
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import { consoleLanguage } from '../session/language.ts'
import { t } from './texts.ts'

const koreaMs = 9 * 3_600_000

/** A line of a chart: amounts at times in ms, and which of the chart's colours it has. */
export interface Series {
  readonly tone: 1 | 2 | 3
  readonly kind: 'line' | 'bars'
  readonly points: readonly { readonly at: number; readonly value: number }[]
  /** It has a scale of its own, without figures: only its course is compared. */
  readonly isOwnScale?: boolean
}

interface Props {
  readonly series: readonly Series[]
  readonly label: string
  /** How an amount is written at the scale. The same function each time. */
  readonly format: (value: number) => string
}

/** Amounts over time. It follows the theme; the sums beside it say the same to whoever cannot see it. */
export function TimeChart({ series, label, format }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<IChartApi | null>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = createChart(element, {
      autoSize: true,
      ...fixed,
      localization: { locale: locales[consoleLanguage()] },
    })
    setChart(made)
    return () => {
      setChart(null)
      made.remove()
    }
  }, [])
  useEffect(() => {
    const element = place.current
    if (!chart || !element) return
    const drawn = series.map(({ tone, kind, points, isOwnScale }) => {
      const looks = {
        ...plain,
        priceFormat: { type: 'custom', minMove: isOwnScale ? 1e-8 : 1, formatter: format },
        ...(isOwnScale && { priceScaleId: `own-${tone}`, crosshairMarkerVisible: false }),
      } as const
      const made =
        kind === 'line'
          ? chart.addSeries(LineSeries, { ...looks, lineWidth: isOwnScale ? 1 : 2 })
          : chart.addSeries(HistogramSeries, looks)
      made.setData(points.map(({ at, value }) => ({ time: secondsOf(at), value })))
      return { tone, made }
    })
    /** In the colours of the theme. */
    const paint = () => {
      const style = getComputedStyle(element)
      const token = (name: string) => style.getPropertyValue(name).trim()
      chart.applyOptions({
        layout: { textColor: token('--text-3'), fontFamily: token('--font') },
        grid: { vertLines: { visible: false }, horzLines: { color: token('--line') } },
      })
      for (const { tone, made } of drawn) made.applyOptions({ color: token(`--trend-${tone}`) })
    }
    paint()
    chart.timeScale().fitContent()
    const theme = new MutationObserver(paint)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      theme.disconnect()
      // The chart may have gone before its series.
      if (element.firstChild) for (const { made } of drawn) chart.removeSeries(made)
    }
  }, [chart, series, format])
  return (
    <figure className="chart-c" aria-label={label}>
      <div ref={place} aria-hidden="true" />
      <figcaption className="dim">{t('chartBy')}</figcaption>
    </figure>
  )
}

/** The chart counts in UTC: Korea's time is put in its place. */
const secondsOf = (at: number) => Math.floor((at + koreaMs) / 1_000) as UTCTimestamp

const plain = { priceLineVisible: false, lastValueVisible: false }

const locales = { ko: 'ko-KR', en: 'en-GB' } as const
const fixed = {
  layout: { background: { type: ColorType.Solid, color: 'transparent' }, fontSize: 11, attributionLogo: false },
  rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.12, bottom: 0.08 } },
  timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
  crosshair: { mode: CrosshairMode.Normal },
  handleScroll: false,
  handleScale: false,
} as const
