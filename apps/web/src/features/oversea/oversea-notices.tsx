import { textOf } from '@maru/client/i18n/texts'
import type { OverseaOrder, OverseaOrderEvent, OverseaPosition } from '@maru/contract'
import type { EventOf } from '@maru/contract/client'
import { formatCount, formatPercent } from '@maru/ui'
import { queryClient } from '../../api/query-client.ts'
import {
  noteFills,
  noteOrder,
  notePosition,
  noteSnapshot,
  overseaKeys,
  positionsQuery,
} from '../../books/oversea/queries.ts'
import { wonOf } from '../../books/oversea/terms.ts'
import {
  type Channel,
  isNews,
  type OrderEvent,
  type OrderNews,
  partlyFilled,
  reasonOfCancel,
  useNotices,
} from '../../kit/notices.ts'
import { announce } from '../../trading/announce.ts'
import { awaitPosition } from '../../trading/await-position.ts'
import { titleOf } from '../../trading/instruments/title.ts'
import { asPriced } from '../../trading/price-text.ts'
import { tellUntold } from '../../trading/told-orders.ts'
import { resultOfClose } from './close-result.ts'
import { positionOf } from './position-of.ts'
import { overseaTexts } from './texts.ts'
import { contracts, netText, sized } from './toast-words.ts'

/** § So long stands what tells of a fill. */
const filledMs = 1_500

/** On every page: what became of the member's overseas orders and positions, in the lists, as notification and as sound. Renders nothing. */
export function OverseaNotices() {
  useNotices(channel)
  return null
}

const channel: Channel<'/user/queue/oversea'> = {
  queue: '/user/queue/oversea',
  cross: '/user/queue/oversea_cross',
  keys: overseaKeys,
  over: [overseaKeys.history, overseaKeys.nights],
  onMessage: (message) => {
    if (message.event === 'SNAPSHOT') noteSnapshot(message.data)
    else if (message.event === 'OVERSEA_OPTION_CLOSE')
      void queryClient.invalidateQueries({ queryKey: overseaKeys.options })
    else {
      tell(message)
      return true
    }
    return false
  },
}

type Told = Exclude<EventOf<'/user/queue/oversea'>, { event: 'SNAPSHOT' | 'OVERSEA_OPTION_CLOSE' }>

function tell(message: Told) {
  switch (message.event) {
    case 'ORDER_SUCCESS':
    case 'ORDER_CANCEL':
    case 'ORDER_FILLED':
    case 'ORDER_UPDATE':
      return tellOrder(message.event, message.data)
    case 'POSITION_OPEN':
    case 'POSITION_UPDATE':
    case 'POSITION_CLOSE':
    case 'POSITION_WARN':
    case 'POSITION_LIQUID':
      return tellPosition(message)
  }
}

function tellOrder(event: OrderEvent, { fills, ...order }: OverseaOrderEvent) {
  noteOrder(order)
  noteFills(fills)
  orders.told(order.id)
  if (!isNews(event, order)) return
  const closed = fills.find(({ isClose }) => isClose)?.overseaPositionId
  const placed = { ...order, fills, held: heldBy(closed) }
  if (event === 'ORDER_FILLED' && closed !== undefined) closings.closed(closed, placed)
  else announceOrder(event, placed, null)
}

/** Of what the channel does not tell, the lists may know nothing either. */
const orders = tellUntold<OverseaOrder>((order) => {
  announceOrder('ORDER_SUCCESS', { ...order, fills: [], held: null }, null)
  void queryClient.invalidateQueries({ queryKey: overseaKeys.all })
})

/** Takes the reply to an order. */
export const tellAccepted = orders.accepted

/** An order, and the position that it closed as it was before. */
type Placed = OverseaOrderEvent & { readonly held: OverseaPosition | null }

/** News of an order come before those of its position: what is known of that is from before. */
const heldBy = (id: number | undefined): OverseaPosition | null =>
  queryClient.getQueryData(positionsQuery(true).queryKey)?.find((one) => one.id === id) ?? null

const closings = awaitPosition<Placed, OverseaPosition>((order, position) =>
  announceOrder('ORDER_FILLED', order, position),
)

/** `position`: of what the order closed, as it is now. */
function announceOrder(event: OrderNews, order: Placed, position: OverseaPosition | null) {
  const { id, tradeType: side, marketType, count, filledCount, avgPrice, price, triggerPrice, fills, held } = order
  const at = avgPrice ?? price ?? triggerPrice
  const result = resultOfClose(fills, held, position)
  const isPart = event === 'ORDER_CANCEL' && count !== null && filledCount > 0
  const text = [
    titleOf(order),
    sized(side, isPart ? null : event === 'ORDER_FILLED' ? filledCount : count),
    isPart && partlyFilled(contracts(filledCount), contracts(count)),
    at && asPriced(at),
    event === 'ORDER_CANCEL' && reasonOfCancel(order.reason),
    result && netText(result.net),
    result?.roe && textOf(overseaTexts, 'toastRoe', { roe: formatPercent(result.roe) }),
  ]
  announce({
    event,
    side,
    marketType,
    about: `oversea order ${id}`,
    text: text.filter(Boolean).join(' · '),
    ...(event === 'ORDER_FILLED' && { durationMs: filledMs }),
  })
}

function tellPosition(message: Extract<Told, { event: `POSITION_${string}` }>) {
  const position = positionOf(message.data)
  notePosition(position)
  closings.arrived(position)
  const { tradeType: side } = position
  const name = titleOf(position)
  const { event } = message
  if (event === 'POSITION_WARN') {
    const { equity } = message.data
    announce({ event, side, text: textOf(overseaTexts, 'equityLeft', { name, equity: formatCount(equity) }) })
  } else if (event === 'POSITION_LIQUID') {
    const { count, price, loss } = message.data.liquidation
    const text = [name, sized(side, count), asPriced(price), netText(String(-wonOf(loss)))].join(' · ')
    announce({ event, side, text })
  }
}
