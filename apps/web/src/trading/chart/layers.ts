import {
  type AutoscaleInfo,
  createTextWatermark,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type LineWidth,
} from 'lightweight-charts'
import { timeOf } from './axis.ts'
import type { Bar } from './bars.ts'
import type { ChartSettings } from './chart-settings.ts'
import type { ChartColors } from './colors.ts'
import {
  bollingerBands,
  exponentialAverage,
  macd,
  movingAverage,
  type Running,
  relativeStrength,
} from './indicators.ts'

/** One indicator on the chart: its values so far, and the series that show them. */
export interface Layer {
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
  /** The newest candle's value; `opens`: the candle is a new one. */
  put(bar: Bar, value: number | null, opens: boolean): void
}

/** The indicators of a chart, those with a pane of their own named in it. */
export interface Layers {
  readonly layers: readonly Layer[]
  remove(): void
}

/** Puts the indicators that the member chose on a chart, in the colours of now. */
export function addLayers(chart: IChartApi, settings: ChartSettings, colors: ChartColors): Layers {
  const captions: { detach(): void }[] = []
  const caption = (pane: number, text: string) => {
    const of = chart.panes()[pane]
    if (!of) return
    const look = { text, color: colors.text3, fontSize: 10, fontFamily: colors.font }
    captions.push(
      createTextWatermark(of, { horzAlign: 'left', vertAlign: 'top', lines: [{ text: '', fontSize: 4 }, look] }),
    )
  }
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
  averages('MA', settings.ma, movingAverage, false)
  averages('EMA', settings.ema, exponentialAverage, true)
  if (settings.bollinger.on) {
    const { period, multiple } = settings.bollinger
    const color = text3
    made.push({
      make: () => bollingerBands(period, multiple),
      lines: [0, 1, 2].map(() => line(chart.addSeries(LineSeries, { ...lineLooks(color, false), ...besideCandles }))),
      names: [{ name: `BB${period}`, color }],
    })
  }
  let pane = 0
  if (settings.rsi.on) {
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
    made.push({ make: () => relativeStrength(settings.rsi.period), lines: [line(strength)], names: [] })
    caption(pane, `RSI ${settings.rsi.period}`)
  }
  if (settings.macd.on) {
    pane += 1
    const { fast, slow, signal } = settings.macd
    const bar = chart.addSeries(
      HistogramSeries,
      { ...subFormat, lastValueVisible: false, priceLineVisible: false },
      pane,
    )
    const difference = chart.addSeries(LineSeries, { ...lineLooks(indicators[0], false), ...subFormat }, pane)
    const smooth = chart.addSeries(LineSeries, { ...lineLooks(indicators[2], false), ...subFormat }, pane)
    made.push({
      make: () => macd(fast, slow, signal),
      lines: [line(difference), line(smooth), histogram(bar, colors)],
      names: [],
    })
    caption(pane, `MACD ${fast}·${slow}·${signal}`)
  }
  return {
    layers: made,
    remove() {
      for (const one of captions) one.detach()
      for (const { lines } of made) for (const { series } of lines) chart.removeSeries(series)
    },
  }
}

/** Moves an indicator on by a candle; `before` is the close of the one that it follows, null while the newest only changes. */
export function moveLayer(layer: Layer, bar: Bar, before: number | null): void {
  if (before !== null) layer.running?.push(before)
  layer.values = layer.running?.peek(bar.close) ?? null
  for (const [place, { put }] of layer.lines.entries()) put(bar, layer.values?.[place] ?? null, before !== null)
}

/** Gives an indicator all candles. */
export function fillLayer(layer: Layer, bars: readonly Bar[]) {
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

/** A line is told of its newest value when that is drawn elsewhere: each series that is told has the scales of all computed anew. */
function line(series: ISeriesApi<'Line'>): Output {
  let told: number | null = null
  const isDrawnThere = (value: number | null) => {
    if (value === null || told === null) return value === told
    const [before, now] = [series.priceToCoordinate(told), series.priceToCoordinate(value)]
    return before !== null && now !== null && Math.abs(now - before) < leastMove
  }
  return {
    series,
    all(bars, values) {
      told = values.at(-1) ?? null
      series.setData(bars.map((bar, at) => point(bar, values[at] ?? null)))
    },
    put(bar, value, opens) {
      if (!opens && isDrawnThere(value)) return
      told = value
      series.update(point(bar, value))
    },
  }
}
/** CSS pixels: a line that moves less looks the same. */
const leastMove = 0.25

function histogram(series: ISeriesApi<'Histogram'>, colors: ChartColors): Output {
  const coloured = (bar: Bar, value: number | null) =>
    value === null
      ? point(bar, value)
      : { ...point(bar, value), color: value >= 0 ? colors.upVolume : colors.downVolume }
  return {
    series,
    all: (bars, values) => series.setData(bars.map((bar, at) => coloured(bar, values[at] ?? null))),
    put: (bar, value) => series.update(coloured(bar, value)),
  }
}

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
