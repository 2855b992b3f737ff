import { formatPrice } from '@maru/ui'
import {
  type BarData,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type MouseEventParams,
  type SeriesMarker,
  type TickMarkType,
  type Time,
} from 'lightweight-charts'
import type { FillMark } from '../price-line.ts'
import { atOf, axisWidthFor, moment, shortPrice, tickMark, timeOf } from './axis.ts'
import { AxisLabels } from './axis-labels.ts'
import { type Bar, type ChartInterval, openingOf } from './bars.ts'
import type { ChartSettings } from './chart-settings.ts'
import { type ChartColors, colorsOf } from './colors.ts'
import { createLastLabel } from './last-label.ts'
import { addLayers, fillLayer, type Layer, type Layers, moveLayer } from './layers.ts'
import { candleLooks, chartLooks, lastLooks } from './looks.ts'

/** What the line of figures above the chart says: one candle, or null for the averages of now. */
export interface Readout {
  readonly bar: Bar | null
  /** Name, value and colour of each line on the candles. */
  readonly lines: readonly { readonly name: string; readonly value: number | null; readonly color: string }[]
}

export interface CandleChartOptions {
  readonly precision: number
  readonly tick: string
  readonly interval: ChartInterval
  readonly onReadout: (readout: Readout) => void
  /** The oldest candles come into sight. */
  readonly onOldest: () => void
}

/** The candles outside React: a tick draws on the canvas and renders no component. */
export interface CandleChart {
  readonly candles: ISeriesApi<'Candlestick'>
  /** Colours of now; changes with the theme. */
  readonly colors: () => ChartColors
  setBars(bars: readonly Bar[]): void
  setLast(bar: Bar): void
  setIndicators(settings: ChartSettings): void
  setFills(fills: readonly FillMark[]): void
  /** The last price of now, which the axis says at once; its candle follows when it is drawn. */
  setPrice(price: string): void
  setStale(stale: boolean): void
  /** Whole-screen charts take the wheel too; in a page it scrolls the page. */
  setWheel(on: boolean): void
  /** Keeps so many pixels free beside the newest candle, at most `mostFree` of the picture. */
  setRoom(pixels: number): void
  readonly mostFree: number
  /** Width of the price axis in CSS pixels. */
  axisWidth(): number
  remove(): void
}

/** Candles in the picture at first. */
const shownBars = 64
/** Empty places to the right of the newest candle. */
const rightOffset = 4
/** Labels take at most this share of the picture: two columns of them on a small phone. */
const mostFree = 0.75
/** Asks for older candles while this many are still hidden to the left. */
const earlyBars = 40
/** The candles are this many times as high as an indicator below them. */
const mainStretch = 2.2

export function createCandleChart(element: HTMLElement, options: CandleChartOptions): CandleChart {
  const { precision, tick, interval, onReadout, onOldest } = options
  let colors = colorsOf(element)
  let bars: Bar[] = []
  let stale = false
  let offset = rightOffset
  let settings: ChartSettings | null = null
  let indicators: Layers | null = null
  let crossed: Bar | null = null

  const axisLabels = new AxisLabels(
    (price) => candles.priceToCoordinate(price),
    () => bars.at(-1)?.close ?? null,
  )
  const chart = createChart(element, {
    ...chartLooks(colors),
    autoSize: true,
    rightPriceScale: {
      borderVisible: false,
      scaleMargins: { top: 0.1, bottom: 0.12 },
      // Wide enough for one digit more than now, so that a label never pushes the picture aside.
      minimumWidth: axisWidthFor(precision),
    },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      allowBoldLabels: false,
      rightOffset,
      minBarSpacing: 1.5,
      tickMarkMaxCharacterLength: 6,
      tickMarkFormatter: (time: Time, type: TickMarkType) => tickMark(Number(time), type),
    },
    localization: {
      locale: 'ko-KR',
      timeFormatter: (time: Time) => moment(Number(time), interval),
      priceFormatter: (price: number) => formatPrice(price.toFixed(precision), precision),
      tickmarksPriceFormatter: (levels: number[]) =>
        axisLabels.note(levels).map((level) => shortPrice(level, precision)),
    },
    // A swipe up or down scrolls the page; sideways it moves the chart, two fingers zoom.
    handleScroll: { horzTouchDrag: true, vertTouchDrag: false, pressedMouseMove: true, mouseWheel: false },
    handleScale: { pinch: true, mouseWheel: false, axisPressedMouseMove: true, axisDoubleClickReset: true },
  })
  const candles = chart.addSeries(CandlestickSeries, {
    ...candleLooks(colors),
    priceFormat: { type: 'price', precision, minMove: Number(tick) },
    // The library's own label says the newest visible close; after scrolling back that is not the last price.
    priceLineVisible: false,
    lastValueVisible: false,
  })
  candles.attachPrimitive(axisLabels)
  const lastLine = candles.createPriceLine({
    price: 0,
    lineWidth: 1,
    lineStyle: LineStyle.Dotted,
    lineVisible: false,
    axisLabelVisible: false,
    ...lastLooks(colors, stale),
  })
  const showLast = () => {
    const last = bars.at(-1)
    if (last) lastLine.applyOptions({ price: last.close, lineVisible: true })
  }
  const lastLabel = createLastLabel(element, candles, (price) => formatPrice(price, precision))
  let markers: ISeriesMarkersPluginApi<Time> | null = null
  let fills: readonly FillMark[] = []

  const volume = () => {
    const series = chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    })
    series.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
    return series
  }
  const layersNow = (): readonly Layer[] => indicators?.layers ?? []
  let volumes: ISeriesApi<'Histogram'> | null = null
  const volumePoint = (bar: Bar) => ({
    time: timeOf(bar.at),
    value: bar.volume,
    color: bar.close >= bar.open ? colors.upVolume : colors.downVolume,
  })

  const fill = () => {
    candles.setData(bars.map(candlePoint))
    volumes?.setData(bars.map(volumePoint))
    for (const layer of layersNow()) fillLayer(layer, bars)
    showFills()
    showLast()
    tell()
  }
  const showFills = () => {
    const first = bars[0]?.at
    if (first === undefined) return
    const marks = fills
      .filter(({ at }) => at >= first)
      .map(
        ({ id, at, side }): SeriesMarker<Time> => ({
          id: String(id),
          time: timeOf(openingOf(interval, at)),
          position: side === 'LONG' ? 'belowBar' : 'aboveBar',
          shape: side === 'LONG' ? 'arrowUp' : 'arrowDown',
          color: side === 'LONG' ? colors.up : colors.down,
        }),
      )
    // Not without marks: it has the whole chart laid out and drawn twice at each tick.
    if (marks.length === 0) {
      markers?.detach()
      markers = null
      return
    }
    markers ??= createSeriesMarkers(candles, [], { autoScale: false })
    markers.setMarkers(marks.toSorted((a, b) => Number(a.time) - Number(b.time)))
  }
  const showNewest = () => {
    if (bars.length === 0) return
    const to = bars.length - 1 + offset
    chart.timeScale().setVisibleLogicalRange({ from: to - shownBars - rightOffset + 1, to })
  }
  const tell = () => {
    const lines = layersNow().flatMap(({ names, values }) =>
      names.map(({ name, color }, place) => ({ name, color, value: values?.[place] ?? null })),
    )
    onReadout({ bar: crossed, lines })
  }
  const rebuild = () => {
    if (!settings) return
    indicators?.remove()
    if (volumes) chart.removeSeries(volumes)
    volumes = settings.volume ? volume() : null
    indicators = addLayers(chart, settings, colors)
    chart.panes().forEach((pane, at) => void pane.setStretchFactor(at === 0 ? mainStretch : 1))
    fill()
  }
  const onCross = ({ seriesData }: MouseEventParams) => {
    const data = seriesData.get(candles) as BarData | undefined
    const at = data && atOf(data.time)
    crossed = at === undefined ? null : (bars.find((bar) => bar.at === at) ?? null)
    tell()
  }
  const onRange = (range: { from: number } | null) => {
    if (range && bars.length > 0 && range.from < earlyBars) onOldest()
  }
  chart.subscribeCrosshairMove(onCross)
  chart.timeScale().subscribeVisibleLogicalRangeChange(onRange)

  const theme = new MutationObserver(() => {
    colors = colorsOf(element)
    chart.applyOptions(chartLooks(colors))
    candles.applyOptions(candleLooks(colors))
    lastLine.applyOptions(lastLooks(colors, stale))
    rebuild()
  })
  theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette', 'style'] })

  return {
    candles,
    colors: () => colors,
    setBars(given) {
      const isFirst = bars.length === 0
      bars = [...given]
      fill()
      if (isFirst) showNewest()
    },
    setLast(bar) {
      const newest = bars.at(-1)
      if (newest && bar.at < newest.at) return
      const opens = !newest || bar.at > newest.at
      bars[opens ? bars.length : bars.length - 1] = bar
      candles.update(candlePoint(bar))
      // Each series that is told of something draws everything again: a tick changes no volume, and seldom its colour.
      const isSameVolume =
        !opens && newest?.volume === bar.volume && newest.close >= newest.open === bar.close >= bar.open
      if (!isSameVolume) volumes?.update(volumePoint(bar))
      for (const layer of layersNow()) moveLayer(layer, bar, opens && newest ? newest.close : null)
      if (crossed?.at === bar.at) crossed = bar
      showLast()
      tell()
    },
    setIndicators(given) {
      settings = given
      rebuild()
    },
    setFills(given) {
      fills = given
      showFills()
    },
    setPrice: lastLabel.show,
    setStale(given) {
      stale = given
      lastLabel.setStale(given)
      lastLine.applyOptions(lastLooks(colors, stale))
    },
    setWheel(on) {
      chart.applyOptions({ handleScroll: { mouseWheel: on }, handleScale: { mouseWheel: on } })
    },
    setRoom(pixels) {
      const scale = chart.timeScale()
      const places = shownBars + rightOffset
      const free = Math.min(Math.ceil((pixels / Math.max(1, scale.width())) * places), Math.ceil(places * mostFree))
      const before = offset
      offset = Math.max(rightOffset, free)
      if (offset === before) return
      // Who looked at older candles goes on looking at them.
      const isAtNewest = scale.scrollPosition() >= before - 1
      scale.applyOptions({ rightOffset: offset })
      if (isAtNewest) showNewest()
    },
    mostFree,
    axisWidth: () => chart.priceScale('right').width(),
    remove() {
      theme.disconnect()
      lastLabel.remove()
      chart.remove()
    },
  }
}

const candlePoint = ({ at, open, high, low, close }: Bar) => ({ time: timeOf(at), open, high, low, close })
