import { formatPrice, Skeleton } from '@maru/ui'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../i18n/texts.ts'
import { prices, useFeed } from '../../live/index.ts'
import { loadPart, reportMissing } from '../../shell/chunk-recovery.ts'
import type { FillMark, PriceLine } from '../price-line.ts'
import { tradingTexts } from '../texts.ts'
import type { CandleChart } from './candle-chart.ts'
import { openCandles } from './candle-source.ts'
import { useChartSettings } from './chart-settings.ts'
import { createLegend, type LegendWords } from './legend.ts'
import type { LinesLayer, LineWords } from './lines-layer.ts'
import { TimeframeBar } from './timeframe-bar.tsx'
import { useFullChart } from './use-full-chart.ts'
import './trading-chart.css'

export interface TradingChartProps {
  stock: string
  precision: number
  /** Smallest step of the price, a decimal. */
  tick: string
  /** The member's lines; a line that is the same keeps its `id`. */
  lines?: readonly PriceLine[]
  fills?: readonly FillMark[]
  /** A line is being moved: its price for now, on the grid. Comes with the line's own price when the move was given up. */
  onDrag?: (id: string, price: string) => void
  /** A line was put down at another price. Until the promise settles it stays there; then it lies where `lines` says. */
  onDrop?: (id: string, price: string) => Promise<unknown> | undefined
}

const noLines: readonly PriceLine[] = []
const noFills: readonly FillMark[] = []

/** Candles with indicators, fills and the member's lines. React makes the frame; ticks go straight to the canvas. */
export function TradingChart(props: TradingChartProps) {
  const t = useTexts(tradingTexts)
  const [full, setFull] = useFullChart()
  const interval = useChartSettings(({ interval }) => interval)
  const { stock, precision, tick } = props
  const endFull = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && full) setFull(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc is a second way out of the whole screen, beside the button.
    <div className={full ? 'tc is-full' : 'tc'} onKeyDown={endFull}>
      <TimeframeBar full={full} onFull={setFull} />
      {/* Another instrument or interval is another chart: nothing of the old one is carried over. */}
      <Canvas
        key={`${stock} ${interval} ${precision} ${tick}`}
        {...props}
        full={full}
        label={t('chart', { interval: t(`interval${interval}`) })}
      />
    </div>
  )
}

interface Made {
  readonly chart: CandleChart
  readonly layer: LinesLayer
}

function Canvas({
  stock,
  precision,
  tick,
  lines = noLines,
  fills = noFills,
  onDrag,
  onDrop,
  full,
  label,
}: TradingChartProps & { full: boolean; label: string }) {
  const words = useWords(precision)
  const figure = useRef<HTMLElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const [made, setMade] = useState<Made | null>(null)
  const [filled, setFilled] = useState(false)
  const settings = useChartSettings()
  const isStale = useFeed(stock) === 'stale'
  const ports = useRef({ onDrag, onDrop, words })
  ports.current = { onDrag, onDrop, words }

  // biome-ignore lint/correctness/useExhaustiveDependencies: all that is used here is in the key; the rest goes through `ports`.
  useEffect(() => {
    let undo: (() => void) | null = null
    let gone = false
    loadPart(() => Promise.all([import('./candle-chart.ts'), import('./lines-layer.ts')])).then(
      ([{ createCandleChart }, { createLinesLayer }]) => {
        const root = figure.current
        if (gone || !root || !legend.current) return
        undo = start(root, legend.current, createCandleChart, createLinesLayer)
      },
      // Trading goes on without the picture.
      reportMissing,
    )
    const start = (
      root: HTMLElement,
      legendRoot: HTMLElement,
      createCandleChart: typeof import('./candle-chart.ts').createCandleChart,
      createLinesLayer: typeof import('./lines-layer.ts').createLinesLayer,
    ) => {
      let source: ReturnType<typeof openCandles> | null = null
      const chart = createCandleChart(root, {
        precision,
        tick,
        interval: settings.interval,
        onReadout: createLegend(legendRoot, precision, () => ports.current.words),
        onOldest: () => source?.older(),
      })
      const layer = createLinesLayer(root, {
        candles: chart.candles,
        colors: chart.colors,
        axisWidth: chart.axisWidth,
        precision,
        tick,
        mark: () => prices.get(stock, 'mark'),
        words: ports.current.words,
        onDrag: (id, price) => ports.current.onDrag?.(id, price),
        onDrop: (id, price) => ports.current.onDrop?.(id, price),
        onRoom: chart.setRoom,
        mostFree: chart.mostFree,
      })
      chart.setIndicators(settings)
      source = openCandles(stock, settings.interval, {
        all: (bars) => {
          chart.setBars(bars)
          setFilled(true)
        },
        last: chart.setLast,
      })
      const showLast = () => {
        const last = prices.get(stock, 'last')
        if (last !== undefined) chart.setPrice(last)
      }
      const undoAll = [prices.subscribe(stock, 'mark', layer.refresh), prices.subscribe(stock, 'last', showLast)]
      showLast()
      setMade({ chart, layer })
      return () => {
        for (const undoOne of undoAll) undoOne()
        source?.stop()
        layer.remove()
        chart.remove()
      }
    }
    return () => {
      gone = true
      undo?.()
    }
  }, [])

  useEffect(() => made?.chart.setIndicators(settings), [made, settings])
  useEffect(() => made?.layer.setLines(lines), [made, lines])
  useEffect(() => made?.layer.setWords(words), [made, words])
  useEffect(() => made?.chart.setFills(fills), [made, fills])
  useEffect(() => made?.chart.setStale(isStale), [made, isStale])
  useEffect(() => made?.chart.setWheel(full), [made, full])

  const panes = Number(settings.rsi.on) + Number(settings.macd.on)
  return (
    <figure
      ref={figure}
      className={isStale ? 'tc-chart is-stale' : 'tc-chart'}
      data-panes={panes}
      aria-label={label}
      aria-busy={!filled}
    >
      {!filled && <Skeleton className="tc-skel" height={0} />}
      <div ref={legend} className="tc-legend num" aria-hidden="true" />
    </figure>
  )
}

/** What labels and legend say, in the language of now. */
function useWords(precision: number): ChartWords {
  const t = useTexts(tradingTexts)
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader is another one with each render, its texts with the language only.
  return useMemo(() => wordsOf(t, precision), [language, precision])
}

type ChartWords = LineWords & LegendWords
function wordsOf(
  t: (key: keyof typeof tradingTexts.ko, params?: Record<string, string>) => string,
  precision: number,
): ChartWords {
  return {
    kind: ({ kind }: PriceLine) => t(`${kind}Line`),
    price: (price: string) => formatPrice(price, precision),
    handle: (label: string) => t('handle', { label }),
    priceAndPnl: (price: string, pnl: string) => t('priceAndPnl', { price, pnl }),
    short: { open: t('open'), high: t('high'), low: t('low'), close: t('close'), volume: t('volumeShort') },
  }
}
