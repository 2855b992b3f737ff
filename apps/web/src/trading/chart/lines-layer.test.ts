// @vitest-environment happy-dom
import type { ISeriesApi, ISeriesPrimitive, Time } from 'lightweight-charts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PriceLine } from '../price-line.ts'
import type { ChartColors } from './colors.ts'
import { createLinesLayer, type LinesLayer } from './lines-layer.ts'

let height = 200
/** A scale without a canvas: 200 px from 200.0 at the top down to 100.0. */
const scale = { autoScale: true }
let primitive: ISeriesPrimitive<Time> | null = null
const candles = {
  priceToCoordinate: (price: number) => (200 - price) * 2,
  coordinateToPrice: (y: number) => 200 - y / 2,
  priceScale: () => ({ options: () => scale, applyOptions: (change: object) => Object.assign(scale, change) }),
  attachPrimitive: (given: ISeriesPrimitive<Time>) => {
    primitive = given
  },
  detachPrimitive: () => {
    primitive = null
  },
  applyOptions: () => undefined,
} as unknown as ISeriesApi<'Candlestick'>

const tp: PriceLine = {
  id: 'tp',
  kind: 'tp',
  side: 'SHORT',
  price: '150.0',
  pnlAt: (price) => `+${(Number(price) - 120).toFixed(1)}`,
  draggable: true,
}
const entry: PriceLine = {
  id: 'entry',
  kind: 'entry',
  side: 'LONG',
  price: '120.0',
  label: '롱 1',
  pnlAt: (at) => `+${at}`,
}

const onDrag = vi.fn()
const onRoom = vi.fn()
const onDrop = vi.fn<(id: string, price: string) => Promise<unknown> | undefined>()
let root: HTMLElement
let layer: LinesLayer
let mark = '121.0'

beforeEach(() => {
  scale.autoScale = true
  mark = '121.0'
  height = 200
  root = document.body.appendChild(document.createElement('div'))
  layer = createLinesLayer(root, {
    candles,
    colors: () => ({}) as ChartColors,
    axisWidth: () => 60,
    precision: 1,
    tick: '0.5',
    mark: () => mark,
    words: {
      kind: ({ kind }) => kind,
      price: (price) => price,
      handle: (label) => `price of ${label}`,
      priceAndPnl: (price, pnl) => `${price}, ${pnl}`,
    },
    onDrag,
    onRoom,
    mostFree: 0.75,
    onDrop,
  })
  layer.setLines([entry, tp])
  draw()
})
afterEach(() => {
  layer.remove()
  root.remove()
  vi.clearAllMocks()
})

/** What the chart does when it paints. */
function draw() {
  const context = new Proxy({}, { get: () => () => undefined, set: () => true })
  const target = {
    useMediaCoordinateSpace: (act: (scope: object) => void) => act({ context, mediaSize: { width: 300, height } }),
  }
  for (const view of primitive?.paneViews?.() ?? []) view.renderer()?.draw(target as never)
}
const label = () => root.querySelector<HTMLElement>('.is-tp')!
const pointer = (type: string, clientY: number) =>
  label().dispatchEvent(new PointerEvent(type, { clientY, button: 0, pointerId: 1, bubbles: true }))
const key = (name: string, shiftKey = false) =>
  label().dispatchEvent(new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true, cancelable: true }))

test('a line says what the price would mean, an entry what it means at the mark price', () => {
  expect(label().textContent).toBe('tp +30.0')
  expect(root.querySelector('.is-entry')?.textContent).toBe('롱 1 +121.0')
  mark = '125.0'
  layer.refresh()
  expect(root.querySelector('.is-entry')?.textContent).toBe('롱 1 +125.0')
})

test('dragging goes along the grid of ticks, holds the scale, and drops once', () => {
  pointer('pointerdown', 100)
  pointer('pointermove', 98)
  expect(onDrag).not.toHaveBeenCalled() // less than a drag: a tap
  pointer('pointermove', 91)
  expect(onDrag).toHaveBeenLastCalledWith('tp', '154.5')
  expect(scale.autoScale).toBe(false)
  expect(label().textContent).toBe('tp 154.5 +34.5')
  pointer('pointerup', 91)
  expect(onDrop).toHaveBeenCalledExactlyOnceWith('tp', '154.5')
  expect(scale.autoScale).toBe(true)
})

test('a dropped line stays until the answer and then lies where the page says', async () => {
  const answer = Promise.withResolvers<void>()
  onDrop.mockReturnValueOnce(answer.promise)
  pointer('pointerdown', 100)
  pointer('pointermove', 90)
  pointer('pointerup', 90)
  layer.setLines([entry, tp])
  expect(label().getAttribute('aria-valuenow')).toBe('155.0')
  answer.reject(new Error('refused'))
  await vi.waitFor(() => expect(label().getAttribute('aria-valuenow')).toBe('150.0'))
})

test('a drag that is broken off changes nothing', () => {
  pointer('pointerdown', 100)
  pointer('pointermove', 60)
  pointer('pointercancel', 60)
  expect(onDrop).not.toHaveBeenCalled()
  expect(onDrag).toHaveBeenLastCalledWith('tp', '150.0')
  expect(label().textContent).toBe('tp +30.0')
})

test('the arrow keys move by ticks; Enter drops, Esc and leaving give up', () => {
  key('ArrowUp')
  key('ArrowUp', true)
  expect(label().getAttribute('aria-valuetext')).toBe('155.5, +35.5')
  key('Escape')
  expect(label().getAttribute('aria-valuenow')).toBe('150.0')
  key('ArrowDown')
  label().dispatchEvent(new FocusEvent('blur'))
  expect(label().getAttribute('aria-valuenow')).toBe('150.0')
  expect(onDrop).not.toHaveBeenCalled()
  key('PageDown')
  key('Enter')
  expect(onDrop).toHaveBeenCalledExactlyOnceWith('tp', '145.0')
})

test('a line beyond the picture waits at its edge, a liquidation there is not shown', () => {
  layer.setLines([
    { ...tp, price: '260.0' },
    { id: 'liq', kind: 'liquidation', side: 'LONG', price: '20.0' },
  ])
  draw()
  expect(label().textContent).toBe('↑ tp +140.0')
  expect(label().hidden).toBe(false)
  expect(root.querySelector<HTMLElement>('.is-liquidation')?.hidden).toBe(true)
})

test('a line below a picture that is hardly higher than a label points down', () => {
  // The scale gives 60.0 at 280 px: below a pane of 200 px as of one of 30.
  height = 30
  layer.setLines([{ ...tp, price: '60.0' }])
  draw()
  expect(label().textContent).toBe('↓ tp +-60.0')
  layer.setLines([{ ...tp, price: '260.0' }])
  draw()
  expect(label().textContent).toBe('↑ tp +140.0')
})

test('nothing is left behind', () => {
  layer.remove()
  expect(root.childElementCount).toBe(0)
  expect(primitive).toBeNull()
})

test('the labels say how much room they need beside the newest candle, in steps, and give it back', async () => {
  let width = 81
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => width)
  layer.setLines([])
  onRoom.mockClear()
  layer.setLines([tp])
  draw()
  await Promise.resolve()
  expect(onRoom.mock.lastCall).toEqual([96])
  width = 80
  layer.setLines([{ ...tp, pnlAt: () => '+30' }])
  draw()
  await Promise.resolve()
  expect(onRoom).toHaveBeenCalledTimes(1)
  layer.setLines([])
  draw()
  await Promise.resolve()
  expect(onRoom.mock.lastCall).toEqual([0])
  vi.restoreAllMocks()
})
