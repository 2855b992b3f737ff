import { textOf } from '@maru/client/i18n/texts'
import type { FuturesLeverage, FuturesOrder, FuturesOrderEvent, FuturesPosition } from '@maru/contract'
import type { EventOf } from '@maru/contract/client'
import { formatUnits } from '@maru/positions'
import { formatPercent } from '@maru/ui'
import { queryClient } from '../../api/query-client.ts'
import {
  futuresKeys,
  noteFills,
  noteLeverage,
  noteOrder,
  notePosition,
  noteSnapshot,
} from '../../books/futures/queries.ts'
import { type Channel, isNews, type OrderEvent, type OrderNews, reasonOfCancel, useNotices } from '../../kit/notices.ts'
import { announce } from '../../trading/announce.ts'
import { awaitPosition } from '../../trading/await-position.ts'
import { nameOf } from '../../trading/instruments/names.ts'
import { asPriced } from '../../trading/price-text.ts'
import { tellUntold } from '../../trading/told-orders.ts'
import { resultOfClose, roeOf } from './close-result.ts'
import { moneyOf } from './terms.ts'
import { futuresTexts } from './texts.ts'
import { netText, partText, sized, wordOf } from './toast-words.ts'

/** On every page: what became of the member's futures orders and positions, in the lists, as notification and as sound. Renders nothing. */
export function FuturesNotices() {
  useNotices(channel)
  return null
}

const channel: Channel<'/user/queue/futures'> = {
  queue: '/user/queue/futures',
  cross: '/user/queue/cross',
  keys: futuresKeys,
  over: [futuresKeys.history],
  onMessage: (message) => {
    if (message.event === 'SNAPSHOT') {
      noteSnapshot(message.data)
      return false
    }
    tell(message)
    return true
  },
}

type Told = Exclude<EventOf<'/user/queue/futures'>, { event: 'SNAPSHOT' }>

function tell(message: Told) {
  switch (message.event) {
    case 'ORDER_SUCCESS':
    case 'ORDER_CANCEL':
    case 'ORDER_FILLED':
    case 'ORDER_UPDATE':
      return tellOrder(message.event, message.data)
    case 'LEVERAGE_UPDATE':
      return tellLeverage(message.data)
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
  orders.told(order.id)
  if (!isNews(event, order)) return
  const closed = fills.find(({ isClose }) => isClose)?.futuresPositionId
  if (event === 'ORDER_FILLED' && closed !== undefined) closings.closed(closed, order)
  else announceOrder(event, order, null)
}

/** Of what the channel does not tell, the lists may know nothing either. */
const orders = tellUntold<FuturesOrder>((order) => {
  announceOrder('ORDER_SUCCESS', { ...order, fills: [], tpsl: [] }, null)
  void queryClient.invalidateQueries({ queryKey: futuresKeys.all })
})

/** Takes the reply to an order. */
export const tellAccepted = orders.accepted

const closings = awaitPosition<FuturesOrderEvent, FuturesPosition>((order, position) =>
  announceOrder('ORDER_FILLED', order, position),
)

/** `position`: of what the order closed, as it is now. */
function announceOrder(event: OrderNews, order: FuturesOrderEvent, position: FuturesPosition | null) {
  const { id, side, marketType, stock, qty, filledQty, avgPrice, price, triggerPrice, fills } = order
  const size = event === 'ORDER_FILLED' ? filledQty : qty
  const at = avgPrice ?? price ?? triggerPrice
  const result = resultOfClose(fills, position)
  const isPart = event === 'ORDER_CANCEL' && qty !== null && Number(filledQty) > 0
  const text = [
    nameOf(stock),
    size === null || isPart ? wordOf(side) : sized(wordOf(side), size, stock),
    isPart && partText(filledQty, qty, stock),
    at && asPriced(at),
    event === 'ORDER_CANCEL' && reasonOfCancel(order.reason),
    result && netText(result.net),
    result?.roe && textOf(futuresTexts, 'toastRoe', { roe: formatPercent(result.roe) }),
  ]
  announce({ event, side, marketType, about: `futures order ${id}`, text: text.filter(Boolean).join(' · ') })
}

function tellPosition(message: Extract<Told, { event: `POSITION_${string}` }>) {
  const { event } = message
  const position = positionOf(message.data)
  notePosition(position)
  closings.arrived(position)
  if (event !== 'POSITION_WARN' && event !== 'POSITION_LIQUID') return
  const { stock, side, qty } = position
  const liquidation = event === 'POSITION_LIQUID' ? message.data.liquidation : null
  const net = liquidation && formatUnits(-moneyOf(liquidation.loss), 8)
  const roe = net && roeOf(net, { ...position, qty: moneyOf(liquidation.qty) })
  const held = sized(textOf(futuresTexts, side === 'LONG' ? 'long' : 'short'), liquidation?.qty ?? qty, stock)
  const text = [
    nameOf(stock),
    held,
    liquidation && asPriced(liquidation.price),
    net && netText(net),
    roe && textOf(futuresTexts, 'toastRoe', { roe: formatPercent(roe) }),
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
function tellLeverage(leverage: FuturesLeverage) {
  noteLeverage(leverage)
  if (location.pathname !== `/future/${leverage.futuresOptionId}`) return
  announce({ event: 'LEVERAGE_UPDATE', text: `${nameOf(leverage.stock)} · ${leverage.leverage}x` })
}
