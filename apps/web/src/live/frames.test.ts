import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrames, type Depth } from './frames.ts'

const stock = 'CR_BTCUSDTPERP'
const book = (price: string): Depth => ({ asks: [[price, '1']], bids: [] })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const seen: string[] = []
  const frames = createFrames((_, { last }) => seen.push(`last ${last}`))
  return { frames, seen, listen: () => frames.watch(stock, ({ asks }) => seen.push(`book ${asks[0]?.[0]}`)) }
}

describe('frames', () => {
  test('price and book of one beat are shown together, the newest of each', () => {
    const { frames, seen, listen } = setUp()
    listen()
    frames.tick(stock, { last: '1' })
    frames.depth(stock, book('1'))
    expect(seen).toEqual(['last 1', 'book 1'])
    for (const price of ['2', '3']) {
      frames.tick(stock, { last: price })
      frames.depth(stock, book(price))
    }
    expect(seen).toHaveLength(2)
    vi.advanceTimersByTime(150)
    expect(seen.slice(2)).toEqual(['book 3', 'last 3'])
  })

  test('a change of one field does not drop another that waits', () => {
    const patches: object[] = []
    const frames = createFrames((_, patch) => patches.push(patch))
    frames.watch(stock, () => undefined)
    frames.tick(stock, { last: '1', mark: '1' })
    frames.tick(stock, { last: '2' })
    frames.tick(stock, { mark: '3' })
    vi.advanceTimersByTime(150)
    expect(patches).toEqual([
      { last: '1', mark: '1' },
      { last: '2', mark: '3' },
    ])
  })

  test('without a book prices do not wait, and none is lost when the last book leaves the page', () => {
    const { frames, seen, listen } = setUp()
    const leave = listen()
    frames.tick(stock, { last: '1' })
    frames.tick(stock, { last: '2' })
    leave()
    frames.tick(stock, { last: '3' })
    expect(seen).toEqual(['last 1', 'last 2', 'last 3'])
  })
})
