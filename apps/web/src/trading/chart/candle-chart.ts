import { formatPrice, roundDecimal } from '@maru/ui'
import {
  type AutoscaleInfo,
  type BarData,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  createTextWatermark,
  HistogramSeries,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type LineWidth,
  type MouseEventParams,
  type SeriesMarker,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { FillMark } from '../price-line.ts'
import { type Bar, type ChartInterval, openingOf } from './bars.ts'
import type { ChartSettings } from './chart-settings.ts'
import { type ChartColors, colorsOf } from './colors.ts'
import {
  bollingerBands,
  exponentialAverage,
  macd,
  movingAverage,
  type Running,
  relativeStrength,
} from './indicators.ts'

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
  setStale(stale: boolean): void
  /** Whole-screen charts take the wheel too; in a page it scrolls the page. */
  setWheel(on: boolean): void
  /** Width of the price axis in CSS pixels. */
  axisWidth(): number
  remove(): void
}

const kstOffsetSeconds = 9 * 3_600
/** The library draws UTC: Korean time goes in as if it were. */
const timeOf = (at: number) => (at / 1000 + kstOffsetSeconds) as UTCTimestamp
const atOf = (time: Time) => (Number(time) - kstOffsetSeconds) * 1000

/** Candles in the picture at first. */
const shownBars = 64
/** Empty places to the right of the newest candle. */
const rightOffset = 4
/** Asks for older candles while this many are still hidden to the left. */
const earlyBars = 40
/** The candles are this many times as high as an indicator below them. */
const mainStretch = 2.2

export function createCandleChart(element: HTMLElement, options: CandleChartOptions): CandleChart {
  const { precision, tick, interval, onReadout, onOldest } = options
  let colors = colorsOf(element)
  let bars: readonly Bar[] = []
  let stale = false
  let settings: ChartSettings | null = null
  let layers: Layer[] = []
  let captions: { detach(): void }[] = []
  let crossed: Bar | null = null

  const chart = createChart(element, {
    ...looks(colors),
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
      tickmarksPriceFormatter: (levels: number[]) => levels.map((level) => shortPrice(level, precision)),
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
    if (last) lastLine.applyOptions({ price: last.close, lineVisible: true, axisLabelVisible: true })
  }
  const markers = createSeriesMarkers(candles, [], { autoScale: false })
  let fills: readonly FillMark[] = []

  const layersOf = (given: ChartSettings): Layer[] => {
    const { indicators, text3 } = colors
    const made: Layer[] = []
    const averages = (
      name: string,
      { on, periods }: ChartSettings['ma'],
      of: (period: number) => Running,
      dashed: boolean,
    ) => {
      if (!on) return
      periods.forEach((period, place) => {
        const color = indicators[place]!
        made.push({
          make: () => of(period),
          lines: [line(chart.addSeries(LineSeries, { ...lineLooks(color, dashed), ...besideCandles }))],
          names: [{ name: `${name}${period}`, color }],
        })
      })
    }
    averages('MA', given.ma, movingAverage, false)
    averages('EMA', given.ema, exponentialAverage, true)
    if (given.bollinger.on) {
      const { period, multiple } = given.bollinger
      const color = text3
      made.push({
        make: () => bollingerBands(period, multiple),
        lines: [0, 1, 2].map(() => line(chart.addSeries(LineSeries, { ...lineLooks(color, false), ...besideCandles }))),
        names: [{ name: `BB${period}`, color }],
      })
    }
    let pane = 0
    if (given.rsi.on) {
      pane += 1
      const strength = chart.addSeries(
        LineSeries,
        {
          ...lineLooks(indicators[1], false),
          ...subFormat,
          lastValueVisible: true,
          autoscaleInfoProvider: strengthRange,
        },
        pane,
      )
      for (const price of strengthBounds)
        strength.createPriceLine({
          price,
          color: colors.lineStrong,
          lineWidth: 1,
          lineStyle: LineStyle.Dashed,
          axisLabelVisible: false,
        })
      made.push({ make: () => relativeStrength(given.rsi.period), lines: [line(strength)], names: [] })
      caption(pane, `RSI ${given.rsi.period}`)
    }
    if (given.macd.on) {
      pane += 1
      const { fast, slow, signal } = given.macd
      const bar = chart.addSeries(
        HistogramSeries,
        { ...subFormat, lastValueVisible: false, priceLineVisible: false },
        pane,
      )
      const difference = chart.addSeries(LineSeries, { ...lineLooks(indicators[0], false), ...subFormat }, pane)
      const smooth = chart.addSeries(LineSeries, { ...lineLooks(indicators[2], false), ...subFormat }, pane)
      made.push({
        make: () => macd(fast, slow, signal),
        lines: [line(difference), line(smooth), histogram(bar, () => colors)],
        names: [],
      })
      caption(pane, `MACD ${fast}·${slow}·${signal}`)
    }
    return made
  }
  const caption = (pane: number, text: string) => {
    const of = chart.panes()[pane]
    if (!of) return
    const look = { text, color: colors.text3, fontSize: 10, fontFamily: colors.font }
    captions.push(
      createTextWatermark(of, { horzAlign: 'left', vertAlign: 'top', lines: [{ text: '', fontSize: 4 }, look] }),
    )
  }
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
  let volumes: ISeriesApi<'Histogram'> | null = null
  const volumePoint = (bar: Bar) => ({
    time: timeOf(bar.at),
    value: bar.volume,
    color: bar.close >= bar.open ? colors.upVolume : colors.downVolume,
  })

  const fill = () => {
    candles.setData(bars.map(candlePoint))
    volumes?.setData(bars.map(volumePoint))
    for (const layer of layers) fillLayer(layer, bars)
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
    markers.setMarkers(marks.toSorted((a, b) => Number(a.time) - Number(b.time)))
  }
  const tell = () => {
    const lines = layers.flatMap(({ names, values }) =>
      names.map(({ name, color }, place) => ({ name, color, value: values?.[place] ?? null })),
    )
    onReadout({ bar: crossed, lines })
  }
  const rebuild = () => {
    if (!settings) return
    for (const one of captions) one.detach()
    captions = []
    for (const { lines } of layers) for (const { series } of lines) chart.removeSeries(series)
    if (volumes) chart.removeSeries(volumes)
    volumes = settings.volume ? volume() : null
    layers = layersOf(settings)
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
    chart.applyOptions(looks(colors))
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
      if (isFirst && bars.length > 0)
        chart.timeScale().setVisibleLogicalRange({ from: bars.length - shownBars, to: bars.length - 1 + rightOffset })
    },
    setLast(bar) {
      const newest = bars.at(-1)
      if (newest && bar.at < newest.at) return
      const opens = !newest || bar.at > newest.at
      bars = opens ? [...bars, bar] : bars.with(-1, bar)
      candles.update(candlePoint(bar))
      // Each series that is told of something draws everything again: a tick changes no volume, and seldom its colour.
      const isSameVolume =
        !opens && newest?.volume === bar.volume && newest.close >= newest.open === bar.close >= bar.open
      if (!isSameVolume) volumes?.update(volumePoint(bar))
      for (const layer of layers) {
        if (opens && newest) layer.running?.push(newest.close)
        layer.values = layer.running?.peek(bar.close) ?? null
        for (const [place, { put }] of layer.lines.entries()) put(bar, layer.values?.[place] ?? null)
      }
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
    setStale(given) {
      stale = given
      lastLine.applyOptions(lastLooks(colors, stale))
    },
    setWheel(on) {
      chart.applyOptions({ handleScroll: { mouseWheel: on }, handleScale: { mouseWheel: on } })
    },
    axisWidth: () => chart.priceScale('right').width(),
    remove() {
      theme.disconnect()
      chart.remove()
    },
  }
}

/** One indicator on the chart: its values so far, and the series that show them. */
interface Layer {
  readonly make: () => Running
  readonly lines: readonly Output[]
  readonly names: readonly { readonly name: string; readonly color: string }[]
  /** Has taken in every candle but the newest. */
  running?: Running
  values?: readonly number[] | null
}
interface Output {
  readonly series: ISeriesApi<'Line'> | ISeriesApi<'Histogram'>
  all(bars: readonly Bar[], values: readonly (number | null)[]): void
  put(bar: Bar, value: number | null): void
}

function fillLayer(layer: Layer, bars: readonly Bar[]) {
  const running = layer.make()
  const values = bars.map(({ close }, at) => (at < bars.length - 1 ? running.push(close) : running.peek(close)))
  layer.running = running
  layer.values = values.at(-1) ?? null
  for (const [place, { all }] of layer.lines.entries())
    all(
      bars,
      values.map((one) => one?.[place] ?? null),
    )
}

const point = (bar: Bar, value: number | null) =>
  value === null ? { time: timeOf(bar.at) } : { time: timeOf(bar.at), value }

function line(series: ISeriesApi<'Line'>): Output {
  return {
    series,
    all: (bars, values) => series.setData(bars.map((bar, at) => point(bar, values[at] ?? null))),
    put: (bar, value) => series.update(point(bar, value)),
  }
}

function histogram(series: ISeriesApi<'Histogram'>, colors: () => ChartColors): Output {
  const coloured = (bar: Bar, value: number | null) =>
    value === null
      ? point(bar, value)
      : { ...point(bar, value), color: value >= 0 ? colors().upVolume : colors().downVolume }
  return {
    series,
    all: (bars, values) => series.setData(bars.map((bar, at) => coloured(bar, values[at] ?? null))),
    put: (bar, value) => series.update(coloured(bar, value)),
  }
}

const candlePoint = ({ at, open, high, low, close }: Bar) => ({ time: timeOf(at), open, high, low, close })

const lineLooks = (color: string, dashed: boolean) =>
  ({
    color,
    lineWidth: 1 as LineWidth,
    lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
    lastValueVisible: false,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
  }) as const
/** Lines far from the candles do not press them flat. */
const besideCandles = { autoscaleInfoProvider: () => null }

/** Below and above these an instrument counts as oversold and overbought. */
const strengthBounds = [30, 70] as const
/** The bounds are always in the picture. */
const strengthRange = (original: () => AutoscaleInfo | null): AutoscaleInfo | null => {
  const info = original()
  if (!info?.priceRange) return info
  const { minValue, maxValue } = info.priceRange
  return { ...info, priceRange: { minValue: Math.min(minValue, 25), maxValue: Math.max(maxValue, 75) } }
}

const subFormat = {
  priceFormat: {
    type: 'custom' as const,
    minMove: 1e-8,
    formatter: (value: number) => (Math.abs(value) >= 10 ? value.toFixed(1) : value.toPrecision(2)),
  },
}

function candleLooks(colors: ChartColors) {
  return {
    upColor: colors.up,
    downColor: colors.down,
    wickUpColor: colors.up,
    wickDownColor: colors.down,
    borderVisible: false,
  }
}

const lastLooks = (colors: ChartColors, stale: boolean) => ({
  color: stale ? colors.text3 : colors.text1,
  axisLabelColor: stale ? colors.controlHi : colors.text1,
  axisLabelTextColor: stale ? colors.text3 : colors.ground,
})

function looks(colors: ChartColors) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colors.text3,
      fontFamily: colors.font,
      fontSize: 11,
      panes: { separatorColor: colors.line, separatorHoverColor: colors.line, enableResize: false },
      // The attribution stands as a line of text on the page.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colors.line } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: {
        color: colors.text3,
        style: LineStyle.Dashed,
        width: 1 as LineWidth,
        labelBackgroundColor: colors.controlHi,
      },
      horzLine: {
        color: colors.text3,
        style: LineStyle.Dashed,
        width: 1 as LineWidth,
        labelBackgroundColor: colors.controlHi,
      },
    },
  }
}

/** Pixels that a price of up to six whole digits takes on the axis. */
const axisWidthFor = (precision: number) => Math.min(78, 52 + 6 * Math.min(precision, 4))

/** A level of the axis without the zeros that say nothing. */
const shortPrice = (level: number, precision: number) => {
  const text = roundDecimal(level.toFixed(precision), precision)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  return formatPrice(text, text.split('.')[1]?.length ?? 0)
}

const two = (value: number) => String(value).padStart(2, '0')

function tickMark(seconds: number, type: TickMarkType): string {
  const date = new Date(seconds * 1000)
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()]
  if (type === TickMarkType.Year) return String(date.getUTCFullYear())
  if (type === TickMarkType.Month || type === TickMarkType.DayOfMonth) return `${month}/${day}`
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}

function moment(seconds: number, interval: ChartInterval): string {
  const date = new Date(seconds * 1000)
  const day = `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return interval === '1d'
    ? `${date.getUTCFullYear()}-${day}`
    : `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}
