import { formatKrwShort } from '@maru/ui'
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
import type { Series } from './series.ts'
import { t } from './texts.ts'

const koreaMs = 9 * 3_600_000

/** Amounts over time. It follows the theme; the sums beside it say the same to whoever cannot see it. */
export function TrendChart({ series, label }: { series: readonly Series[]; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<IChartApi | null>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = createChart(element, { autoSize: true, ...fixed })
    setChart(made)
    return () => {
      setChart(null)
      made.remove()
    }
  }, [])
  useEffect(() => {
    const element = place.current
    if (!chart || !element) return
    const drawn = series.map(({ tone, kind, points }) => {
      const made = kind === 'line' ? chart.addSeries(LineSeries, lineLooks) : chart.addSeries(HistogramSeries, looks)
      made.setData(points.map(({ at, won }) => ({ time: secondsOf(at), value: won })))
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
  }, [chart, series])
  return (
    <figure className="trend-c" aria-label={label}>
      <div ref={place} aria-hidden="true" />
      <figcaption className="dim">{t('chartBy')}</figcaption>
    </figure>
  )
}

/** The chart counts in UTC: Korea's time is put in its place. */
const secondsOf = (at: number) => Math.floor((at + koreaMs) / 1_000) as UTCTimestamp

const priceFormat = {
  type: 'custom',
  minMove: 1,
  formatter: (won: number) => formatKrwShort(String(Math.round(won))),
} as const

const looks = { priceLineVisible: false, lastValueVisible: false, priceFormat }
const lineLooks = { ...looks, lineWidth: 2 } as const

const fixed = {
  layout: { background: { type: ColorType.Solid, color: 'transparent' }, fontSize: 11, attributionLogo: false },
  rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.12, bottom: 0.08 } },
  timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
  crosshair: { mode: CrosshairMode.Normal },
  handleScroll: false,
  handleScale: false,
} as const
