import type { FuturesLeverage, FuturesOrderEvent, FuturesPosition } from '@maru/contract'
import type { EventOf } from '@maru/contract/client'
import { formatUnits } from '@maru/positions'
import { formatPercent, formatPrice, formatSigned } from '@maru/ui'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import {
  futuresKeys,
  noteCross,
  noteFills,
  noteLeverage,
  noteOrder,
  notePosition,
  noteSnapshot,
} from '../../books/futures/queries.ts'
import { textOf } from '../../i18n/texts.ts'
import { subscribe } from '../../live/index.ts'
import { announce } from '../../trading/announce.ts'
import { awaitPosition } from '../../trading/await-position.ts'
import { nameOf } from '../../trading/instruments/names.ts'
import { asPriced } from '../../trading/price-text.ts'
import { allowSound } from '../../trading/sounds.ts'
import { resultOfClose } from './close-result.ts'
import { moneyOf, unitOf } from './terms.ts'
import { futuresTexts } from './texts.ts'

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
      subscribe('/user/queue/futures', {
        onMessage: (message) => {
          if (message.event === 'SNAPSHOT') return noteSnapshot(message.data)
          tell(message, path.current)
          historyChanged()
        },
        onReload: () => void queryClient.invalidateQueries({ queryKey: futuresKeys.all }),
      }),
      subscribe('/user/queue/cross', {
        onMessage: ({ data }) => {
          if (data) noteCross(data)
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

type Told = Exclude<EventOf<'/user/queue/futures'>, { event: 'SNAPSHOT' }>
type OrderEvent = 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE'

function tell(message: Told, pathname: string) {
  switch (message.event) {
    case 'ORDER_SUCCESS':
    case 'ORDER_CANCEL':
    case 'ORDER_FILLED':
    case 'ORDER_UPDATE':
      return tellOrder(message.event, message.data)
    case 'LEVERAGE_UPDATE':
      return tellLeverage(message.data, pathname)
    case 'POSITION_OPEN':
    case 'POSITION_UPDATE':
    case 'POSITION_CLOSE':
    case 'POSITION_UPDATE_LIQUIDPRICE':
    case 'POSITION_WARN':
    case 'POSITION_LIQUID':
      return tellPosition(message)
  }
}

function tellOrder(event: OrderEvent, order: FuturesOrderEvent) {
  const { fills, tpsl: _, ...plain } = order
  noteOrder(plain)
  noteFills(fills)
  if (event === 'ORDER_UPDATE' || (event === 'ORDER_CANCEL' && quietReasons.has(order.reason))) return
  const closed = fills.find(({ isClose }) => isClose)?.futuresPositionId
  if (event === 'ORDER_FILLED' && closed !== undefined) closings.closed(closed, order)
  else announceOrder(event, order, null)
}

const closings = awaitPosition<FuturesOrderEvent, FuturesPosition>((order, position) =>
  announceOrder('ORDER_FILLED', order, position),
)

/** `position`: of what the order closed, as it is now. */
function announceOrder(
  event: Exclude<OrderEvent, 'ORDER_UPDATE'>,
  order: FuturesOrderEvent,
  position: FuturesPosition | null,
) {
  const { id, side, marketType, stock, qty, filledQty, avgPrice, price, triggerPrice, fills } = order
  const size = event === 'ORDER_FILLED' ? filledQty : qty
  const at = avgPrice ?? price ?? triggerPrice
  const result = resultOfClose(fills, position)
  const text = [
    nameOf(stock),
    size === null ? wordOf(side) : sized(wordOf(side), size, stock),
    at && asPriced(at),
    result && netText(result.net),
    result?.roe && textOf(futuresTexts, 'toastRoe', { roe: formatPercent(result.roe) }),
  ]
  announce({ event, side, marketType, about: `futures order ${id}`, text: text.filter(Boolean).join(' · ') })
}

const wordOf = (side: FuturesPosition['side']) => textOf(futuresTexts, side === 'LONG' ? 'buyLong' : 'sellShort')
const sized = (word: string, qty: string, stock: string) => `${word} ${qty} ${unitOf(nameOf(stock))}`
const netText = (net: string) =>
  textOf(futuresTexts, 'toastNet', { net: formatSigned(net, (amount) => formatPrice(amount, 2)) })

function tellPosition(message: Extract<Told, { event: `POSITION_${string}` }>) {
  const { event } = message
  const position = positionOf(message.data)
  notePosition(position)
  closings.arrived(position)
  if (event !== 'POSITION_WARN' && event !== 'POSITION_LIQUID') return
  const { stock, side, qty, roe } = position
  const liquidation = event === 'POSITION_LIQUID' ? message.data.liquidation : null
  const held = sized(textOf(futuresTexts, side === 'LONG' ? 'long' : 'short'), liquidation?.qty ?? qty, stock)
  const text = [
    nameOf(stock),
    held,
    liquidation && asPriced(liquidation.price),
    liquidation && netText(formatUnits(-moneyOf(liquidation.loss), 8)),
    liquidation && roe && textOf(futuresTexts, 'toastRoe', { roe: formatPercent(roe) }),
  ]
  announce({ event, side, text: text.filter(Boolean).join(' · ') })
}

/** The position of an event that says more than it. */
function positionOf(
  given: FuturesPosition & { readonly ratio?: unknown; readonly liquidation?: unknown },
): FuturesPosition {
  const { ratio: _, liquidation: __, ...position } = given
  return position
}

/** § A change of leverage is told only on the page of its instrument. */
function tellLeverage(leverage: FuturesLeverage, pathname: string) {
  noteLeverage(leverage)
  if (pathname !== `/future/${leverage.futuresOptionId}`) return
  announce({ event: 'LEVERAGE_UPDATE', text: `${nameOf(leverage.stock)} · ${leverage.leverage}x` })
}
