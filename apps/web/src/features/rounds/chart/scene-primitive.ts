import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  PrimitivePaneViewZOrder,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import type { ChartColors } from '../../../trading/chart/colors.ts'
import { textScale } from '../../../trading/chart/text-scale.ts'
import type { Scene } from './scene.ts'
import { priceAt, type Seconds } from './seconds.ts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

export interface Picture {
  scene: Scene
  seconds: Seconds
  colors: ChartColors
  /** The newest price may still change; a silent feed's may not, and its dot fades. */
  live: boolean
}

/** Draws what belongs to the rounds: zones, strikes, fill, bets, results and the newest price. */
export class ScenePrimitive implements ISeriesPrimitive<Time> {
  private attachedTo: SeriesAttachedParameter<Time, 'Line'> | null = null
  private readonly picture: Picture
  private readonly views: readonly IPrimitivePaneView[]

  constructor(picture: Picture) {
    this.picture = picture
    this.views = [this.view('bottom', drawGround), this.view('top', drawMarks)]
  }

  attached(parameters: SeriesAttachedParameter<Time>) {
    this.attachedTo = parameters as SeriesAttachedParameter<Time, 'Line'>
  }

  detached() {
    this.attachedTo = null
  }

  paneViews() {
    return this.views
  }

  requestUpdate() {
    this.attachedTo?.requestUpdate()
  }

  private view(order: PrimitivePaneViewZOrder, draw: (brush: Brush) => void): IPrimitivePaneView {
    return {
      zOrder: () => order,
      renderer: () => ({
        draw: (target: Target) =>
          target.useMediaCoordinateSpace(({ context, mediaSize }) => {
            const { attachedTo, picture } = this
            if (!attachedTo || picture.seconds.values.length === 0) return
            const timeScale = attachedTo.chart.timeScale()
            const series = attachedTo.series as ISeriesApi<'Line'>
            // Places are seconds. The scale answers for whole ones only; between two of them it is straight.
            const origin = timeScale.logicalToCoordinate(0 as Logical)
            const spacing = timeScale.options().barSpacing
            const x = (ms: number) => (origin === null ? null : origin + (ms / 1000 - picture.seconds.first) * spacing)
            const y = (price: number) => series.priceToCoordinate(price)
            draw({ context, width: mediaSize.width, height: mediaSize.height, x, y, ...picture })
          }),
      }),
    }
  }
}

interface Brush extends Picture {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly x: (ms: number) => number | null
  readonly y: (price: number) => number | null
}

const arrow = { B: '▲', S: '▼' } as const
const resultMark = { 1: '▲', 2: '▼', 3: '–' } as const

function drawGround(brush: Brush) {
  drawRunning(brush)
  drawNext(brush)
  drawFill(brush)
  drawStrikeLines(brush)
}

function drawMarks(brush: Brush) {
  drawLabels(brush)
  drawResults(brush)
  drawBets(brush)
  drawNow(brush)
}

function span({ x, width }: Brush, zone: { from: number; to: number } | null) {
  if (!zone) return null
  const from = x(zone.from)
  const to = x(zone.to)
  if (from === null || to === null || to < 0 || from > width) return null
  return { from: Math.max(-1, Math.round(from) + 0.5), to: Math.min(width, Math.round(to) + 0.5) }
}

function drawRunning(brush: Brush) {
  const { context, height, scene, colors } = brush
  const zone = span(brush, scene.running)
  if (!zone) return
  const ground = context.createLinearGradient(0, 0, 0, height)
  ground.addColorStop(0, colors.accentSoft)
  ground.addColorStop(0.85, 'transparent')
  context.fillStyle = ground
  context.fillRect(zone.from, 0, zone.to - zone.from, height)
  context.globalAlpha = 0.6
  stroke(context, colors.accent, [], [zone.from, 0, zone.from, height])
  context.globalAlpha = 1
}

function drawNext(brush: Brush) {
  const { context, height, scene, colors } = brush
  const zone = span(brush, scene.next)
  if (!zone) return
  context.save()
  context.beginPath()
  context.rect(zone.from, 0, zone.to - zone.from, height)
  context.clip()
  context.strokeStyle = colors.control
  context.lineWidth = 4
  context.setLineDash([])
  context.beginPath()
  for (let at = zone.from - height; at < zone.to; at += 12.7) {
    context.moveTo(at, height)
    context.lineTo(at + height, 0)
  }
  context.stroke()
  context.restore()
  stroke(context, colors.text3, [3, 3], [zone.from, 0, zone.from, height])
  stroke(context, colors.lineStrong, [3, 3], [zone.to, 0, zone.to, height])
}

/** Fills between the line and the strike, above in the up colour and below in the down colour. */
function drawFill(brush: Brush) {
  const { context, width, height, scene, seconds, colors, x, y } = brush
  if (!scene.fill) return
  const level = y(scene.fill.price)
  if (level === null) return
  const path = new Path2D()
  const start = Math.max(0, Math.ceil(scene.fill.from / 1000) - seconds.first)
  let from: number | null = null
  let to = 0
  for (let place = start; place < seconds.values.length; place++) {
    const atX = x((seconds.first + place) * 1000)
    const atY = y(seconds.values[place]!)
    if (atX === null || atY === null) continue
    if (from === null) {
      from = atX
      path.moveTo(from, level)
    }
    to = atX
    path.lineTo(to, atY)
  }
  if (from === null) return
  path.lineTo(to, level)
  path.closePath()
  context.globalAlpha = 0.2
  for (const [color, top, bottom] of [
    [colors.up, 0, level],
    [colors.down, level, height],
  ] as const) {
    context.save()
    context.beginPath()
    context.rect(0, top, width, bottom - top)
    context.clip()
    context.fillStyle = color
    context.fill(path)
    context.restore()
  }
  context.globalAlpha = 1
}

function drawStrikeLines({ context, width, scene, colors, y }: Brush) {
  for (const { price } of scene.strikes) {
    const level = y(price)
    if (level === null) continue
    const at = Math.round(level) + 0.5
    stroke(context, colors.text2, [4, 3], [0, at, width, at])
  }
}

const labelGap = 6
const narrowest = 0.8

function drawLabels(brush: Brush) {
  const { context, scene, colors, y, height } = brush
  const scale = textScale()
  const half = 9 * scale
  context.font = `600 ${11 * scale}px ${colors.font}`
  context.textBaseline = 'middle'
  for (const { price, label } of scene.strikes) {
    const level = y(price)
    if (level === null) continue
    const at = Math.min(height - half - 1, Math.max(half + 1, level))
    context.textAlign = 'left'
    const width = context.measureText(label).width + 10
    context.fillStyle = colors.control
    context.beginPath()
    context.roundRect(16, at - half, width, 2 * half, 4)
    context.fill()
    context.fillStyle = colors.text1
    context.fillText(label, 21, at + 0.5)
  }
  context.textAlign = 'center'
  for (const [zone, label, color] of [
    [span(brush, beforeNext(scene)), scene.running?.label, colors.accentText],
    [span(brush, scene.next), scene.next?.label, colors.text2],
  ] as const) {
    const room = zone ? zone.to - zone.from - labelGap : 0
    // A little narrower is still read; a label over the lines beside it is not.
    if (!zone || !label || context.measureText(label).width * narrowest > room) continue
    context.fillStyle = color
    context.fillText(label, (zone.from + zone.to) / 2, 13 * scale, room)
  }
}

/** The part of the running zone that the next one does not lie over (binary: up to the lock). */
const beforeNext = ({ running, next }: Scene) =>
  running && { from: running.from, to: next ? Math.min(running.to, next.from) : running.to }

function drawResults({ context, height, scene, colors, x }: Brush) {
  context.font = `600 ${11 * textScale()}px ${colors.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { at, status } of scene.results) {
    const place = x(at)
    if (place === null || place < 4) continue
    context.fillStyle = status === 1 ? colors.upText : status === 2 ? colors.downText : colors.text3
    context.fillText(resultMark[status], place, height - 9)
  }
}

function drawBets({ context, scene, seconds, colors, x, y }: Brush) {
  context.font = `700 8px ${colors.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { at, side } of scene.bets) {
    const price = priceAt(seconds, at)
    const place = x(at)
    const level = price === null ? null : y(price)
    if (place === null || level === null || place < 0) continue
    disc(context, place, level, 10, colors.ground)
    disc(context, place, level, 8, side === 'B' ? colors.upFill : colors.downFill)
    context.fillStyle = '#fff'
    context.fillText(arrow[side], place, level + 0.5)
  }
}

function drawNow({ context, seconds, colors, live, x, y }: Brush) {
  const last = seconds.values.at(-1)
  if (last === undefined) return
  const place = x((seconds.first + seconds.values.length - 1) * 1000)
  const level = y(last)
  if (place === null || level === null) return
  context.globalAlpha = live ? 0.22 : 0.1
  disc(context, place, level, 8, colors.text1)
  context.globalAlpha = live ? 1 : 0.4
  disc(context, place, level, 4, colors.text1)
  context.globalAlpha = 1
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: string) {
  context.fillStyle = color
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

function stroke(
  context: CanvasRenderingContext2D,
  color: string,
  dash: number[],
  [x1, y1, x2, y2]: readonly [number, number, number, number],
) {
  context.strokeStyle = color
  context.lineWidth = 1
  context.setLineDash(dash)
  context.beginPath()
  context.moveTo(x1, y1)
  context.lineTo(x2, y2)
  context.stroke()
  context.setLineDash([])
}
