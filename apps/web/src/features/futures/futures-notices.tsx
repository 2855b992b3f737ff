import type { FuturesCross, FuturesLeverage, FuturesOrderEvent, FuturesPosition } from '@maru/contract'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { connection } from '../../live/index.ts'
import { announce } from '../../trading/announce.ts'
import { nameOf } from '../../trading/instruments/names.ts'
import { asPriced } from '../../trading/price-text.ts'
import { allowSound } from '../../trading/sounds.ts'
import {
  type FuturesSnapshot,
  futuresKeys,
  noteCross,
  noteFills,
  noteLeverage,
  noteOrder,
  notePosition,
  noteSnapshot,
} from './queries.ts'

/** Lists of what is over are asked for again this long after the last event: a fill brings several. */
const settleMs = 300
/** Cancelled because there was nothing left for them to do: that the position closed is said already. */
const quietReasons: ReadonlySet<string | null> = new Set(['OCO', 'POSITION_CLOSED'])

/** On every page: what became of the member's futures orders and positions, in the lists, as notification and as sound. Renders nothing. */
export function FuturesNotices() {
  const { pathname } = useLocation()
  const path = useRef(pathname)
  path.current = pathname
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const historyChanged = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: futuresKeys.history }), settleMs)
    }
    const undo = [
      connection.subscribe('/user/queue/futures', {
        onMessage: ({ event, data }) => {
          if (event === 'SNAPSHOT') {
            if (data) noteSnapshot(data as FuturesSnapshot)
            return
          }
          if (event.startsWith('ORDER_')) tellOrder(event as OrderEvent, data as FuturesOrderEvent)
          else if (event.startsWith('POSITION_')) tellPosition(event, data as FuturesPosition)
          else if (event === 'LEVERAGE_UPDATE') tellLeverage(data as FuturesLeverage, path.current)
          historyChanged()
        },
        onReload: () => void queryClient.invalidateQueries({ queryKey: futuresKeys.all }),
      }),
      connection.subscribe('/user/queue/cross', {
        onMessage: ({ data }) => {
          if (data) noteCross(data as FuturesCross)
        },
      }),
    ]
    addEventListener('pointerdown', allowSound, { passive: true })
    return () => {
      for (const end of undo) end()
      clearTimeout(timer)
      removeEventListener('pointerdown', allowSound)
    }
  }, [])
  return null
}

type OrderEvent = 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE'

function tellOrder(event: OrderEvent, order: FuturesOrderEvent) {
  const { fills, tpsl: _, ...plain } = order
  noteOrder(plain)
  noteFills(fills)
  if (event === 'ORDER_UPDATE' || (event === 'ORDER_CANCEL' && quietReasons.has(order.reason))) return
  const { side, marketType, stock, qty, filledQty, avgPrice, price } = order
  const at = avgPrice ?? price
  const figures = [event === 'ORDER_FILLED' ? filledQty : qty, at && asPriced(at)]
  announce({ event, side, marketType, text: [nameOf(stock), ...figures.filter(Boolean)].join(' · ') })
}

function tellPosition(event: string, given: FuturesPosition) {
  notePosition(positionOf(given))
  if (event === 'POSITION_WARN' || event === 'POSITION_LIQUID')
    announce({ event, side: given.side, text: nameOf(given.stock) })
}

/** The position of an event that says more than it. */
function positionOf(given: FuturesPosition & { ratio?: unknown; liquidation?: unknown }): FuturesPosition {
  const { ratio: _, liquidation: __, ...position } = given
  return position
}

/** § A change of leverage is told only on the page of its instrument. */
function tellLeverage(leverage: FuturesLeverage, pathname: string) {
  noteLeverage(leverage)
  if (pathname !== `/future/${leverage.futuresOptionId}`) return
  announce({ event: 'LEVERAGE_UPDATE', text: `${nameOf(leverage.stock)} · ${leverage.leverage}x` })
}
