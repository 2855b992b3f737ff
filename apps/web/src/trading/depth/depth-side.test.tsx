// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Side } from './depth-side.tsx'
import { createDepthStore, type DepthStore } from './depth-store.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let host: HTMLElement
let depth: DepthStore
beforeEach(() => {
  vi.useFakeTimers()
  host = document.createElement('div')
  root = createRoot(host)
  depth = createDepthStore({ precision: 1, qtyPrecision: 2, group: 1, cumulated: false, rows: 2, mine: [] })
  depth.update([['100.1', '2.00']], [['100.0', '1.00']])
  act(() =>
    root.render(<Side depth={depth} side="bids" rows={2} precision={1} decimals={2} onPick={() => undefined} />),
  )
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})

const names = () => [...host.querySelectorAll('button')].map((level) => level.getAttribute('aria-label'))

test('a new book is seen at once, and screen readers have its levels within a second', () => {
  expect(names()).toEqual(['매수 100.0 1.00', '매수'])
  depth.update([['100.1', '2.00']], [['99.9', '3.00']])
  expect(host.querySelector('.p')?.textContent).toBe('99.9\n')
  vi.advanceTimersByTime(500)
  depth.update([['100.1', '2.00']], [['99.8', '3.00']])
  expect(host.querySelector('.p')?.textContent).toBe('99.8\n')
  vi.advanceTimersByTime(500)
  expect(names()).toEqual(['매수 99.8 3.00', '매수'])
})

test('no name is written after the side has left the page', () => {
  depth.update([['100.1', '2.00']], [['99.9', '3.00']])
  act(() => root.unmount())
  expect(vi.getTimerCount()).toBe(0)
})

test('the picture fills the bars alone, and is as large as the side with and without them', () => {
  const parts = () => {
    const path = host.querySelector('path')?.getAttribute('d') ?? ''
    return path.split('Z').filter(Boolean).map(cornersOf)
  }
  const filled = () => parts().reduce((sum, corners) => sum + areaOf(corners), 0)
  const size = () =>
    [0, 1].map((axis) => {
      const all = parts().flatMap((corners) => corners.map((corner) => corner[axis]!))
      return [Math.min(...all), Math.max(...all)]
    })
  const whole = [
    [0, 100],
    [0, 2],
  ]
  // Half as much as the largest level of both sides: half a line, without the gaps between lines.
  expect(filled()).toBeCloseTo(50 * 0.88)
  expect(size()).toEqual(whole)
  depth.update([['100.1', '2.00']], [])
  expect(filled()).toBe(0)
  expect(size()).toEqual(whole)
})

type Corner = readonly [x: number, y: number]

/** The corners of a part of a path that is drawn by moves and by level and upright lines. */
function cornersOf(part: string): Corner[] {
  let [x, y] = [0, 0]
  return [...part.matchAll(/([MHV])([\d.]+)(?: ([\d.]+))?/g)].map(([, command, first, second]) => {
    if (command === 'V') y = Number(first)
    else x = Number(first)
    if (command === 'M') y = Number(second)
    return [x, y]
  })
}

/** By Gauss's formula. */
const areaOf = (corners: readonly Corner[]): number =>
  Math.abs(
    corners.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = corners[(at + 1) % corners.length]!
      return sum + (x * nextY - nextX * y) / 2
    }, 0),
  )
