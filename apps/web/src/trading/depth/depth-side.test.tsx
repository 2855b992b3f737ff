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
