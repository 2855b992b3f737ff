// @vitest-environment happy-dom
import { act, Profiler, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prices } from '../../live/index.ts'
import { DayChange, PriceField } from './price-cells.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let host: HTMLElement
const rendered = vi.fn()
const show = (cell: ReactNode) =>
  act(() =>
    root.render(
      <Profiler id="cell" onRender={rendered}>
        {cell}
      </Profiler>,
    ),
  )

beforeEach(() => {
  rendered.mockClear()
  host = document.createElement('div')
  root = createRoot(host)
})
afterEach(() => act(() => root.unmount()))

test('a price is written into its cell without a rendering, over room as wide as its digits', () => {
  show(<PriceField stock="CR_A" precision={1} field="mark" />)
  expect(host.textContent).toBe('–')
  prices.apply('CR_A', { mark: '65400.1' })
  const figure = host.querySelector<HTMLElement>('.fig')
  expect([host.textContent, figure?.dataset['size']]).toEqual(['65,400.1', '00,000.0'])
  const node = figure?.firstElementChild?.firstChild
  prices.apply('CR_A', { mark: '65400.2' })
  expect(host.textContent).toBe('65,400.2')
  expect(figure?.firstElementChild?.firstChild).toBe(node)
  expect(rendered).toHaveBeenCalledTimes(1)
})

test('the change of the day turns its arrow with its direction', () => {
  show(<DayChange stock="CR_B" precision={1} />)
  act(() => prices.apply('CR_B', { last: '101.0', reference: '100.0', feed: 'live' }))
  expect(host.textContent).toBe('▲ 1.0 (+1.00%)')
  prices.apply('CR_B', { last: '99.5' })
  expect(host.textContent).toBe('▼ 0.5 (−0.50%)')
  prices.apply('CR_B', { last: '100.0' })
  expect(host.textContent).toBe('0.0 (0.00%)')
})
