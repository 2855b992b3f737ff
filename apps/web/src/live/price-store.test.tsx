// @vitest-environment happy-dom
import { act, Profiler, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { prices } from './live.ts'
import { createPriceStore, type PriceField, referencePrice } from './price-store.ts'
import { usePrice } from './use-price.ts'

const tick = (last: string, ts = 1) => ({ last, mark: last, bid: last, ask: last, ts, feed: 'live' as const })

describe('the price store', () => {
  it('tells a listener only of its own field of its own instrument', () => {
    const store = createPriceStore()
    const heard: string[] = []
    store.subscribe('CR_BTCUSDT', 'last', () => heard.push('btc last'))
    store.subscribe('CR_BTCUSDT', 'feed', () => heard.push('btc feed'))
    store.subscribe('CR_ETHUSDT', 'last', () => heard.push('eth last'))
    store.apply('CR_BTCUSDT', tick('100'))
    store.apply('CR_BTCUSDT', tick('101', 2))
    store.apply('CR_BTCUSDT', tick('101', 3))
    expect(heard).toEqual(['btc last', 'btc feed', 'btc last'])
  })

  it('knows the direction of the last change and makes each change a new value', () => {
    const store = createPriceStore()
    const moves = ['100', '101', '101', '99', '98'].map((last) => {
      store.apply('S', tick(last))
      return store.get('S', 'move')
    })
    expect(moves).toEqual([undefined, 1, 1, -2, -3])
  })

  it('extends the high and the low of the day by its ticks', () => {
    const store = createPriceStore()
    store.apply('S', { high: '110', low: '90' })
    for (const last of ['100', '111.5', '89.9', '95']) store.apply('S', tick(last))
    expect([store.get('S', 'high'), store.get('S', 'low')]).toEqual(['111.5', '89.9'])
  })

  it('finds the reference of a change in percent', () => {
    expect(referencePrice('65432.1', '1.24', 1)).toBe('64630.7')
    expect(referencePrice('1', '-100', 1)).toBeNull()
  })
})

const Cell = ({ stock, field }: { stock: string; field: PriceField }) => <b>{usePrice(stock, field)}</b>

function Counted({ id, count, children }: { id: string; count: (id: string) => void; children: ReactNode }) {
  return (
    <Profiler id={id} onRender={() => count(id)}>
      {children}
    </Profiler>
  )
}

function Page({ count }: { count: (id: string) => void }) {
  count('page')
  const cells = [
    { id: 'btc last', stock: 'CR_BTCUSDT', field: 'last' },
    { id: 'btc feed', stock: 'CR_BTCUSDT', field: 'feed' },
    { id: 'btc high', stock: 'CR_BTCUSDT', field: 'high' },
    { id: 'eth last', stock: 'CR_ETHUSDT', field: 'last' },
  ] as const
  return (
    <main>
      {cells.map(({ id, stock, field }) => (
        <Counted key={id} id={id} count={count}>
          <Cell stock={stock} field={field} />
        </Counted>
      ))}
    </main>
  )
}

describe('a tick on the page', () => {
  const unmounts: (() => void)[] = []
  afterEach(() => {
    for (const unmount of unmounts.splice(0)) unmount()
  })

  it('re-renders the cells that show what it changed, and nothing else', () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    const renders: Record<string, number> = {}
    const count = (id: string) => {
      renders[id] = (renders[id] ?? 0) + 1
    }
    prices.apply('CR_BTCUSDT', { ...tick('100'), high: '200', low: '50' })
    prices.apply('CR_ETHUSDT', tick('10'))
    const host = document.createElement('div')
    const root = createRoot(host)
    unmounts.push(() => act(() => root.unmount()))
    act(() => root.render(<Page count={count} />))
    expect(renders).toEqual({ page: 1, 'btc last': 1, 'btc feed': 1, 'btc high': 1, 'eth last': 1 })

    for (let i = 1; i <= 20; i++) act(() => prices.apply('CR_BTCUSDT', tick(String(100 + i), i)))
    expect(renders).toEqual({ page: 1, 'btc last': 21, 'btc feed': 1, 'btc high': 1, 'eth last': 1 })
    expect(host.textContent).toBe('120live20010')

    act(() => prices.apply('CR_BTCUSDT', tick('201', 21)))
    act(() => prices.apply('CR_BTCUSDT', { feed: 'stale' }))
    expect(renders).toEqual({ page: 1, 'btc last': 22, 'btc feed': 2, 'btc high': 2, 'eth last': 1 })
  })
})
