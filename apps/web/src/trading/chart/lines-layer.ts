import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import type { PriceLine } from '../price-line.ts'
import { moveByTicks, snapToTick } from '../ticks.ts'
import { writeText } from '../write-text.ts'
import type { ChartColors } from './colors.ts'
import { arrange, type Spot } from './spread.ts'
import { textScale } from './text-scale.ts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

export interface LinesPorts {
  readonly candles: ISeriesApi<'Candlestick'>
  readonly colors: () => ChartColors
  readonly axisWidth: () => number
  readonly precision: number
  readonly tick: string
  /** The price that an entry's PnL is shown at; undefined before the first. */
  readonly mark: () => string | undefined
  readonly words: LineWords
  readonly onDrag: (id: string, price: string) => void
  readonly onDrop: (id: string, price: string) => Promise<unknown> | undefined
  /** The labels need so many pixels beside the newest candle. */
  readonly onRoom: (pixels: number) => void
  /** The most that they get, of the picture's width. */
  readonly mostFree: number
}
export interface LineWords {
  readonly kind: (line: PriceLine) => string
  readonly price: (price: string) => string
  readonly handle: (label: string) => string
  readonly priceAndPnl: (price: string, pnl: string) => string
}

/** The member's lines: strokes on the canvas, labels as elements over it, so that fingers, keys and screen readers reach them. */
export interface LinesLayer {
  setLines(lines: readonly PriceLine[]): void
  /** The mark price moved: an entry's label says another PnL. */
  refresh(): void
  setWords(words: LineWords): void
  remove(): void
}

/** Height of a label with the gap to the next, and where there are many; of the usual size of text, as the distances below. */
const labelPitch = 22
const tightPitch = 19
/** Half the height of what a finger can take a label by, where no other label is near. */
const reach = 22
/** What the layer leaves free beside the labels. */
const sides = 12
/** A label stays this far inside the picture; above it is the line of figures. */
const edge = 11
const top = 27
const roomStep = 24
/** A finger that moves less than this has tapped. */
const dragFromPx = 3
/** Lines may widen the picture's range of prices to this multiple; further ones wait at the edge. */
const widest = 2.2
/** Ticks of an arrow key with shift, and of the page keys. */
const farTicks = 10

interface Label {
  line: PriceLine
  readonly element: HTMLElement
  /** Where the member has moved it to; the line's own price again when that is decided. */
  moved: string | null
  /** On which side of the picture its price lies, if not in it. */
  out: 'above' | 'below' | null
  text: string
  /** Of the text; null: not measured since it became longer or shorter. */
  width: number | null
}

export function createLinesLayer(root: HTMLElement, ports: LinesPorts): LinesLayer {
  const { candles, precision, tick, onDrag, onDrop } = ports
  let words = ports.words
  const labels = new Map<string, Label>()
  let dragged: Label | null = null
  const layer = document.createElement('div')
  layer.className = 'tc-lines'
  root.append(layer)

  const priceOf = ({ line, moved }: Label) => moved ?? line.price

  const say = (label: Label) => {
    const { line, element, moved, out } = label
    const price = priceOf(label)
    const name = line.label ?? words.kind(line)
    const at = line.kind === 'entry' && moved === null ? ports.mark() : price
    const pnl = at === undefined ? null : (line.pnlAt?.(at) ?? null)
    const arrow = out === null ? '' : out === 'above' ? '↑ ' : '↓ '
    const text = `${arrow}${name}${moved === null ? '' : ` ${words.price(price)}`}${pnl === null ? '' : ` ${pnl}`}`
    if (text !== label.text) {
      // Figures are all as wide as each other: another PnL of the same length moves nothing and is not measured again.
      if (text.length !== label.text.length) label.width = null
      label.text = text
      writeText(element, text)
    }
    if (!line.draggable) return
    element.setAttribute('aria-label', words.handle(name))
    element.setAttribute('aria-valuenow', price)
    element.setAttribute(
      'aria-valuetext',
      pnl === null ? words.price(price) : words.priceAndPnl(words.price(price), pnl),
    )
  }
  const move = (label: Label, price: string) => {
    if (price === priceOf(label)) return
    label.moved = price
    say(label)
    primitive.requestUpdate()
    onDrag(label.line.id, price)
  }
  let scaleBefore: boolean | null = null
  const holdScale = () => {
    const scale = candles.priceScale()
    scaleBefore = scale.options().autoScale
    scale.applyOptions({ autoScale: false })
  }
  const letGo = () => {
    dragged = null
    if (scaleBefore !== null) candles.priceScale().applyOptions({ autoScale: scaleBefore })
    scaleBefore = null
  }
  const drop = (label: Label) => {
    letGo()
    label.element.classList.remove('is-held')
    const price = label.moved
    if (price === null) return
    if (price === label.line.price) return back(label)
    // The line stays where it was dropped until the answer, and then lies where the page says.
    const waiting = onDrop(label.line.id, price) ?? Promise.resolve()
    void waiting.then(
      () => label.moved === price && back(label),
      () => label.moved === price && back(label),
    )
  }
  const back = (label: Label) => {
    if (label.moved === null) return
    const isOther = label.moved !== label.line.price
    label.moved = null
    say(label)
    primitive.requestUpdate()
    if (isOther) onDrag(label.line.id, label.line.price)
  }
  const cancel = (label: Label) => {
    letGo()
    label.element.classList.remove('is-held')
    back(label)
  }

  const listen = (label: Label) => {
    const { element } = label
    let from: { y: number; offset: number } | null = null
    let byKeys = false
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !label.line.draggable) return
      const box = layer.getBoundingClientRect()
      const y = candles.priceToCoordinate(Number(priceOf(label)))
      // A label that waits at the edge, or was pushed aside by another, is taken where it lies.
      const offset = label.out !== null || y === null ? 0 : event.clientY - box.top - y
      from = { y: event.clientY, offset }
      element.setPointerCapture(event.pointerId)
    })
    element.addEventListener('pointermove', (event) => {
      if (!from) return
      if (dragged !== label) {
        if (Math.abs(event.clientY - from.y) < dragFromPx) return
        dragged = label
        // A line under the finger must not move the scale under itself.
        holdScale()
        element.classList.add('is-held')
      }
      const box = layer.getBoundingClientRect()
      const y = Math.min(Math.max(event.clientY - box.top - from.offset, 0), paneHeight)
      const price = candles.coordinateToPrice(y)
      if (price !== null) move(label, snapToTick(price, tick, precision, label.line.origin))
    })
    element.addEventListener('pointerup', () => {
      if (from && dragged === label) drop(label)
      from = null
    })
    element.addEventListener('pointercancel', () => {
      if (from && dragged === label) cancel(label)
      from = null
    })
    element.addEventListener('keydown', (event) => {
      if (!label.line.draggable) return
      const far = event.shiftKey ? farTicks : 1
      const steps: Record<string, number> = {
        ArrowUp: far,
        ArrowRight: far,
        ArrowDown: -far,
        ArrowLeft: -far,
        PageUp: farTicks,
        PageDown: -farTicks,
      }
      const step = steps[event.key]
      if (step !== undefined) {
        byKeys = true
        move(label, moveByTicks(priceOf(label), step, tick, precision, label.line.origin))
      } else if (event.key === 'Enter' || event.key === ' ') {
        byKeys = false
        drop(label)
      } else if (event.key === 'Escape' && label.moved !== null) {
        byKeys = false
        cancel(label)
      } else return
      event.preventDefault()
      event.stopPropagation()
    })
    // Left without Enter: not meant. A drop that waits for its answer is decided already.
    element.addEventListener('blur', () => {
      if (byKeys) cancel(label)
      byKeys = false
    })
  }
  const make = (line: PriceLine): Label => {
    const element = document.createElement(line.draggable ? 'button' : 'span')
    const label: Label = { line, element, moved: null, out: null, text: '', width: null }
    if (line.draggable) {
      element.setAttribute('type', 'button')
      element.setAttribute('role', 'slider')
      element.setAttribute('aria-orientation', 'vertical')
      listen(label)
    }
    layer.append(element)
    return label
  }

  let paneHeight = 0
  let room = 0
  let axisWidth = 0
  /** Puts the labels at their prices, apart from one another. */
  const place = (paneWidth: number, height: number) => {
    const scale = textScale()
    paneHeight = height
    const width = ports.axisWidth()
    if (width !== axisWidth) root.style.setProperty('--axis', `${width}px`)
    axisWidth = width
    const shown: { label: Label; y: number }[] = []
    for (const label of labels.values()) {
      const y = candles.priceToCoordinate(Number(priceOf(label)))
      const out = y === null ? null : y < 0 ? 'above' : y > height ? 'below' : null
      const isHidden = y === null || (out !== null && label.line.kind === 'liquidation')
      label.element.hidden = isHidden
      if (isHidden) continue
      const at = Math.min(Math.max(y, top * scale), height - edge * scale)
      shown.push({ label, y: at })
      if (label.out !== out) {
        label.out = out
        say(label)
      }
    }
    shown.sort((a, b) => a.y - b.y)
    const high = height - edge * scale
    const spots = arrange(
      shown.map(({ y }) => y),
      (at) => widthOf(shown[at]!.label),
      paneWidth * ports.mostFree - sides,
      // On a small phone the labels go before the line of figures.
      [
        { low: top * scale, high, pitch: labelPitch * scale },
        { low: top * scale, high, pitch: tightPitch * scale },
        { low: edge * scale, high, pitch: tightPitch * scale },
      ],
    )
    tellRoom(spots, shown)
    const columns = spots.reduce((most, { column }) => Math.max(most, column + 1), 1)
    layer.classList.toggle('is-crowded', columns > 1)
    const free = (from: number, to: number | undefined) =>
      to === undefined ? reach : Math.min(reach, Math.round(Math.abs(to - from) / 2))
    shown.forEach(({ label: { element } }, at) => {
      const { place, left } = spots[at]!
      element.style.transform = `translate(${-Math.round(left)}px, ${Math.round(place)}px) translateY(-50%)`
      element.style.setProperty('--above', `${free(place, spots[at - columns]?.place)}px`)
      element.style.setProperty('--below', `${free(place, spots[at + columns]?.place)}px`)
    })
  }
  const widthOf = (label: Label) => (label.width ??= label.element.offsetWidth)
  /** The candles leave the labels free, in steps, so that another digit of a result moves nothing. */
  const tellRoom = (spots: readonly Spot[], shown: readonly { label: Label }[]) => {
    const most = spots.reduce((wide, { left }, at) => Math.max(wide, left + widthOf(shown[at]!.label)), 0)
    const needed = most === 0 ? 0 : Math.ceil((most + sides) / roomStep) * roomStep
    const isAlmostSame = needed > 0 && needed <= room && room - needed <= roomStep
    if (needed === room || isAlmostSame) return
    room = needed
    // Not in the middle of a drawing.
    queueMicrotask(() => layer.isConnected && ports.onRoom(needed))
  }

  const primitive = new LinesPrimitive({
    draw(context, width, height) {
      place(width, height)
      const colors = ports.colors()
      for (const label of labels.values()) {
        const y = candles.priceToCoordinate(Number(priceOf(label)))
        if (y === null || y < 0 || y > height) continue
        const at = Math.round(y) + 0.5
        context.strokeStyle = strokeOf(label.line, colors)
        context.lineWidth = label === dragged ? 1.5 : 1
        context.setLineDash(label.line.kind === 'order' ? [1, 3] : label.line.kind === 'liquidation' ? [8, 4] : [4, 3])
        context.beginPath()
        context.moveTo(0, at)
        context.lineTo(width, at)
        context.stroke()
      }
      context.setLineDash([])
    },
  })
  candles.attachPrimitive(primitive)
  candles.applyOptions({
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
      const info = original()
      if (!info?.priceRange) return info
      const { minValue, maxValue } = info.priceRange
      const room = (Math.max(maxValue - minValue, minValue * 1e-4) * (widest - 1)) / 2
      const near = [...labels.values()]
        .map((label) => Number(priceOf(label)))
        .filter((price) => price >= minValue - room && price <= maxValue + room)
      return { ...info, priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) } }
    },
  })

  return {
    setLines(lines) {
      const ids = new Set(lines.map(({ id }) => id))
      for (const [id, label] of labels) {
        if (ids.has(id)) continue
        if (dragged === label) cancel(label)
        label.element.remove()
        labels.delete(id)
      }
      for (const line of lines) {
        const known = labels.get(line.id)
        if (known && (known.line.draggable ?? false) !== (line.draggable ?? false)) {
          known.element.remove()
          labels.delete(line.id)
        }
        const label = labels.get(line.id) ?? make(line)
        labels.set(line.id, label)
        label.line = line
        label.element.className = `tc-tag is-${line.kind} is-${line.side === 'LONG' ? 'long' : 'short'}`
        if (dragged === label) label.element.classList.add('is-held')
        say(label)
      }
      primitive.requestUpdate()
    },
    refresh() {
      for (const label of labels.values()) if (label.line.kind === 'entry') say(label)
    },
    setWords(given) {
      words = given
      for (const label of labels.values()) say(label)
    },
    remove() {
      candles.detachPrimitive(primitive)
      layer.remove()
      labels.clear()
    },
  }
}

function strokeOf({ kind, side }: PriceLine, colors: ChartColors): string {
  switch (kind) {
    case 'entry':
      return colors.text2
    case 'order':
      return side === 'LONG' ? colors.up : colors.down
    case 'tp':
      return colors.up
    case 'sl':
      return colors.down
    case 'liquidation':
      return colors.warn
  }
}

class LinesPrimitive implements ISeriesPrimitive<Time> {
  private attachedTo: SeriesAttachedParameter<Time> | null = null
  private readonly views: readonly IPrimitivePaneView[]

  constructor(brush: { draw(context: CanvasRenderingContext2D, width: number, height: number): void }) {
    const renderer: IPrimitivePaneRenderer = {
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) =>
          brush.draw(context, mediaSize.width, mediaSize.height),
        ),
    }
    this.views = [{ zOrder: () => 'top', renderer: () => renderer }]
  }
  attached(parameters: SeriesAttachedParameter<Time>) {
    this.attachedTo = parameters
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
}
