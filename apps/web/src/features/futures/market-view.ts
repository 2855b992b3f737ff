import type { Level } from '@maru/positions'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { connection, prices, useFeed, watchPrice } from '../../live/index.ts'
import { unitsOf } from '../../trading/index.ts'
import type { TicketPrices } from './ticket/form.ts'

/** The ticket's estimates follow the market this often: figures that change faster cannot be read. */
const everyMs = 250

type View = Omit<TicketPrices, 'feed'>
const nothing: View = { last: null, mark: null, asks: [], bids: [] }

/** Last, mark and book of an instrument in its units, a few times a second. */
export function useMarketView(stock: string, precision: number, qtyPrecision: number): TicketPrices {
  const feed = useFeed(stock)
  const view = useRef(nothing)
  const subscribe = useCallback(
    (listener: () => void) => {
      let book: Pick<View, 'asks' | 'bids'> = nothing
      let timer: ReturnType<typeof setTimeout> | undefined
      const units = (price: string | undefined) => (price === undefined ? null : unitsOf(price, precision))
      const show = () => {
        timer = undefined
        view.current = { last: units(prices.get(stock, 'last')), mark: units(prices.get(stock, 'mark')), ...book }
        listener()
      }
      const changed = () => {
        // The first figures stand at once.
        if (view.current === nothing) show()
        else timer ??= setTimeout(show, everyMs)
      }
      const undo = [
        watchPrice(stock),
        prices.subscribe(stock, 'last', changed),
        prices.subscribe(stock, 'mark', changed),
        connection.subscribe(`/topic/depth/${stock}`, {
          onMessage: ({ data }) => {
            const depth = data as { asks: [string, string][]; bids: [string, string][] } | null
            if (!depth) return
            const levels = (side: readonly [string, string][]): Level[] =>
              side.map(([price, qty]) => [unitsOf(price, precision), unitsOf(qty, qtyPrecision)])
            book = { asks: levels(depth.asks), bids: levels(depth.bids) }
            changed()
          },
        }),
      ]
      view.current = nothing
      if (prices.get(stock, 'last') !== undefined) show()
      return () => {
        clearTimeout(timer)
        for (const end of undo) end()
      }
    },
    [stock, precision, qtyPrecision],
  )
  return { ...useSyncExternalStore(subscribe, () => view.current), feed }
}
