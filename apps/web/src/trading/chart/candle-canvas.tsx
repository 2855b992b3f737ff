import { loadPart, reportMissing } from '@maru/client/page/chunk-recovery'
import { Skeleton } from '@maru/ui'
import { useEffect, useRef, useState } from 'react'
import { prices, useFeed } from '../../live/index.ts'
import type { FillMark, PriceLine } from '../price-line.ts'
import type { CandleChart } from './candle-chart.ts'
import { openCandles } from './candle-source.ts'
import { useChartSettings } from './chart-settings.ts'
import { createLegend } from './legend.ts'
import type { LinesLayer } from './lines-layer.ts'
import { useChartWords } from './use-chart-words.ts'

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

interface Made {
  readonly chart: CandleChart
  readonly layer: LinesLayer
}

/** The canvas of a chart: made once for a stock and interval, told what changes. */
export function CandleCanvas({
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
  const words = useChartWords(precision)
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
