import { formatMinute, formatPrice, formatTime } from '@maru/ui'
import {
  ColorType,
  CrosshairMode,
  createChart,
  LineSeries,
  LineStyle,
  type LineWidth,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { AxisLabels } from '../../../trading/chart/axis-labels.ts'
import { type ChartColors, colorsOf } from '../../../trading/chart/colors.ts'
import { textScale } from '../../../trading/chart/text-scale.ts'
import { emptyScene, type Scene } from './scene.ts'
import { type Picture, ScenePrimitive } from './scene-primitive.ts'
import { type Seconds, withPrice } from './seconds.ts'

/** What is shown where nothing else is said: five minutes. */
const defaultWindow = 300
/** What is older than this is thrown away. */
const keptSeconds = 900

/** The line chart of a trade page, outside React: a tick draws on the canvas and renders no component. */
export interface RoundChart {
  /** Replaces the line. */
  setSeconds(seconds: Seconds): void
  /** A price at a server time in ms. */
  price(ms: number, price: number): void
  /** The clock moved on: the window slides, a live price is carried on. */
  clock(nowMs: number, live: boolean): void
  setScene(scene: Scene): void
  setPrecision(precision: number): void
  /** How many seconds before now are in the picture. */
  setWindow(seconds: number): void
  remove(): void
}

export function createRoundChart(element: HTMLElement, nowMs: number): RoundChart {
  const picture: Picture = {
    scene: emptyScene(nowMs + 60_000),
    seconds: { first: 0, values: [] },
    colors: colorsOf(element),
    live: true,
  }
  const chart = createChart(element, optionsOf(picture.colors))
  // Empty places give the time scale its seconds ahead of the newest price.
  const ahead = chart.addSeries(LineSeries, { lastValueVisible: false, priceLineVisible: false })
  const line = chart.addSeries(LineSeries, {
    lineWidth: 1.5 as LineWidth,
    color: picture.colors.text1,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
    autoscaleInfoProvider: (original: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
      const info = original()
      if (!info?.priceRange) return info
      const levels = picture.scene.strikes.map(({ price }) => price)
      const minValue = Math.min(info.priceRange.minValue, ...levels)
      const maxValue = Math.max(info.priceRange.maxValue, ...levels)
      return { ...info, priceRange: { minValue, maxValue } }
    },
  })
  const primitive = new ScenePrimitive(picture)
  line.attachPrimitive(primitive)
  const axisLabels = new AxisLabels(
    (price) => line.priceToCoordinate(price),
    () => picture.seconds.values.at(-1) ?? null,
  )
  line.attachPrimitive(axisLabels)
  let windowSeconds = defaultWindow
  let now = nowMs

  const show = () => {
    const { first, values } = picture.seconds
    if (values.length === 0) return
    const from = now / 1000 - windowSeconds - first
    const to = picture.scene.until / 1000 - first
    chart.timeScale().setVisibleLogicalRange({ from, to: Math.max(to, from + 60) })
  }
  const draw = () => {
    const { first, values } = picture.seconds
    if (values.length === 0) return // no price yet: `first` means nothing
    const end = Math.ceil(Math.max(picture.scene.until, now) / 1000)
    const places: { time: UTCTimestamp }[] = []
    for (let second = first; second <= end; second++) places.push({ time: second as UTCTimestamp })
    ahead.setData(places)
    line.setData(values.map((value, place) => ({ time: (first + place) as UTCTimestamp, value })))
    show()
  }
  const append = (second: number, price: number) => {
    const before = picture.seconds
    picture.seconds = withPrice(before, second, price)
    const { first, values } = picture.seconds
    if (before.values.length === 0 || values.length > keptSeconds) {
      const drop = Math.max(0, values.length - defaultWindow - 30)
      picture.seconds = { first: first + drop, values: values.slice(drop) }
      return draw()
    }
    const changedFrom = Math.min(second, first + before.values.length)
    for (let at = Math.max(changedFrom, first + before.values.length - 1); at < first + values.length; at++)
      line.update({ time: at as UTCTimestamp, value: values[at - first]! })
  }

  const theme = new MutationObserver(() => {
    picture.colors = colorsOf(element)
    chart.applyOptions(optionsOf(picture.colors))
    line.applyOptions({ color: picture.colors.text1 })
    primitive.requestUpdate()
  })
  theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette', 'style'] })

  return {
    setSeconds(seconds) {
      picture.seconds = seconds
      draw()
    },
    price: (ms, price) => append(Math.floor(Math.min(ms, now + 2_000) / 1000), price),
    clock(ms, live) {
      now = ms
      picture.live = live
      const last = picture.seconds.values.at(-1)
      if (live && last !== undefined) append(Math.max(Math.floor(ms / 1000), lastSecond(picture.seconds)), last)
      show()
      primitive.requestUpdate()
    },
    setScene(scene) {
      const further = scene.until > picture.scene.until
      picture.scene = scene
      if (further) draw()
      else show()
      primitive.requestUpdate()
    },
    setPrecision(precision) {
      line.applyOptions({ priceFormat: { type: 'price', precision, minMove: 10 ** -precision } })
      chart.applyOptions({
        localization: {
          priceFormatter: (price: number) => formatPrice(price.toFixed(precision), precision),
          tickmarksPriceFormatter: (levels: number[]) =>
            axisLabels.note(levels).map((level) => shortPrice(level, precision)),
        },
      })
    },
    setWindow(seconds) {
      windowSeconds = seconds
      show()
    },
    remove() {
      theme.disconnect()
      chart.remove()
    },
  }
}

/** HH:mm, and the half minute between two of them; the first second of the picture, wherever it falls, says nothing. */
const axisTime = (second: number) => (second % 60 === 0 ? formatMinute(second * 1000) : second % 30 === 0 ? ':30' : '')

/** A level of the axis without the zeros that all levels would share. */
const shortPrice = (level: number, precision: number) => {
  const text = level.toFixed(precision).replace(/\.?0+$/, '')
  return formatPrice(text, text.split('.')[1]?.length ?? 0)
}

const lastSecond = ({ first, values }: Seconds) => first + values.length - 1

function optionsOf(colors: ChartColors) {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colors.text3,
      fontFamily: colors.font,
      fontSize: 11 * textScale(),
      // The attribution stands as a line of text below the ticket.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colors.line } },
    // Wide enough for nine figures, so that a label with one digit more does not push the picture aside.
    rightPriceScale: {
      borderVisible: false,
      scaleMargins: { top: 0.14, bottom: 0.16 },
      minimumWidth: 88 * textScale(),
    },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      allowBoldLabels: false,
      tickMarkMaxCharacterLength: 5,
      fixRightEdge: false,
      shiftVisibleRangeOnNewBar: false,
      tickMarkFormatter: (time: Time) => axisTime(Number(time)),
    },
    localization: { locale: 'ko-KR', timeFormatter: (time: Time) => formatTime(Number(time) * 1000) },
    crosshair: {
      mode: CrosshairMode.Magnet,
      vertLine: { color: colors.lineStrong, style: LineStyle.Dashed, labelBackgroundColor: colors.controlHi },
      horzLine: { color: colors.lineStrong, style: LineStyle.Dashed, labelBackgroundColor: colors.controlHi },
    },
    // The page scrolls over the chart; a long press brings the crosshair.
    handleScroll: false,
    handleScale: false,
    kineticScroll: { touch: false, mouse: false },
  } as const
}
