import { textOf, useLanguage } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesOrder, FuturesPosition } from '@maru/contract'
import { unrealizedPnl, worstPrice } from '@maru/positions'
import { formatPrice } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fillsQuery, ordersQuery, positionsQuery } from '../../books/futures/queries.ts'
import { prices } from '../../live/index.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import { priceOf, TradingChart, unitsOf } from '../../trading/index.ts'
import { linesOf, marksOf, restOf } from './chart-lines.ts'
import { run } from './commands.ts'
import { signedUsdt } from './figures.ts'
import { heldOf, signOfSide } from './held.ts'
import { useFuturesSettings } from './settings.ts'
import { termsOf } from './terms.ts'
import { futuresTexts } from './texts.ts'

const none: never[] = []

/** The chart with the member's lines: orders, TP and SL can be dragged, and the entry to a new TP or SL. */
export function FuturesChart({ option, signedIn }: { option: FuturesOption; signedIn: boolean }) {
  const language = useLanguage()
  const positions = useQuery(positionsQuery(signedIn)).data ?? none
  const orders = useQuery(ordersQuery(signedIn)).data ?? none
  const fills = useQuery(fillsQuery(option.id, signedIn)).data ?? none
  const { confirmsLines } = useFuturesSettings()
  const position = positions.find(({ futuresOptionId }) => futuresOptionId === option.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language.
  const lines = useMemo(
    () =>
      linesOf(
        position,
        orders.filter(({ futuresOptionId }) => futuresOptionId === option.id),
        termsOf(option),
        {
          position: (side, qty) =>
            textOf(futuresTexts, 'linePosition', {
              side: textOf(futuresTexts, side === 'LONG' ? 'long' : 'short'),
              qty,
            }),
          order: (side, qty) => textOf(futuresTexts, side === 'LONG' ? 'lineBuy' : 'lineSell', { qty }),
        },
      ),
    [position, orders, option, language],
  )
  const marks = useMemo(() => marksOf(fills), [fills])
  const drop = async (id: string, price: string) => {
    if (id.startsWith('order-')) {
      const order = orders.find((one) => `order-${one.id}` === id)
      if (order) await moveOrder(order, price, option, confirmsLines)
    } else if (position) await moveExit(id, position, price, option, confirmsLines)
  }
  return (
    <TradingChart
      stock={option.stock}
      precision={option.precision}
      tick={option.tickSize}
      lines={lines}
      fills={marks}
      onDrop={drop}
    />
  )
}

/** A moved order is cancelled and placed anew, once that was confirmed; what it had filled stays filled. */
async function moveOrder(order: FuturesOrder, to: string, option: FuturesOption, confirms: boolean) {
  const { precision } = option
  const { price, triggerPrice, status, marketType } = order
  const movesTrigger = triggerPrice !== null && status !== 'TRIGGERED'
  const from = (movesTrigger ? triggerPrice : price) ?? to
  const words = {
    type: textOf(futuresTexts, marketType),
    from: formatPrice(from, precision),
    to: formatPrice(to, precision),
  }
  const fault = faultOfMove(order, to, option)
  if (fault) return void showAlert(textOf(futuresTexts, fault, { limit: option.priceBandPct }))
  if (confirms && !(await askConfirm(textOf(futuresTexts, 'moveAsk', words), textOf(futuresTexts, 'moveYes')))) return
  const cancelled = await run(`order-${order.id}`, 'POST /api/futures/order/cancel', { id: order.id })
  if (!cancelled || marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS' || marketType === 'LIQUIDATION') return
  const left = restOf(cancelled)
  if (left === null) return
  const isTriggered = status === 'TRIGGERED'
  await run(`move-${order.id}`, 'POST /api/futures/order', {
    futuresOptionId: order.futuresOptionId,
    side: order.side,
    marketType: isTriggered ? 'LIMIT' : marketType,
    qty: left,
    ...(price !== null && { price: movesTrigger ? shifted(price, from, to, precision) : to }),
    ...(movesTrigger && { triggerPrice: to, isMark: order.isMark }),
    ...(order.isReduceOnly && { isReduceOnly: true }),
    ...(order.takeProfit !== null && { takeProfit: order.takeProfit, isMarkTp: order.isMarkTp }),
    ...(order.stopLoss !== null && { stopLoss: order.stopLoss, isMarkSl: order.isMarkSl }),
    ...(order.tolerance !== null && { tolerance: order.tolerance }),
  })
}

/** Why the order could not be placed there: looked at before it is cancelled, so that a wrong move does not cost it. */
function faultOfMove(order: FuturesOrder, to: string, option: FuturesOption) {
  if (!order.isReduceOnly && prices.get(option.stock, 'feed') !== 'live') return 'PRICE_FEED_STALE'
  const mark = prices.get(option.stock, 'mark')
  // A stop's limit moves along with its trigger, from which it is judged.
  if (order.price === null || mark === undefined || (order.triggerPrice !== null && order.status !== 'TRIGGERED'))
    return null
  const { bandPpm } = termsOf(option)
  const at = unitsOf(to, option.precision)
  const from = unitsOf(mark, option.precision)
  return at >= worstPrice(-1, from, bandPpm) && at <= worstPrice(1, from, bandPpm) ? null : 'PRICE_OUT_OF_BAND'
}

/** A stop's limit keeps its distance from the trigger. */
const shifted = (price: string, from: string, to: string, precision: number): string =>
  priceOf(unitsOf(price, precision) + unitsOf(to, precision) - unitsOf(from, precision), precision)

/** Sets TP or SL of a position: the line's own kind, or by the side of the mark that the entry's line was pulled to. */
async function moveExit(
  id: string,
  position: FuturesPosition,
  price: string,
  option: FuturesOption,
  confirms: boolean,
) {
  const { precision, stock } = option
  const terms = termsOf(option)
  const at = unitsOf(price, precision)
  const mark = unitsOf(prices.get(stock, 'mark') ?? option.mark ?? position.entryPrice, precision)
  const isProfit = signOfSide(position.side) * (at - mark) > 0
  const isTp = id === 'tp' || (id === 'entry' && isProfit)
  const pnl = signedUsdt(unrealizedPnl(heldOf(position, terms), at, terms.scale))
  const words = {
    kind: textOf(futuresTexts, isTp ? 'takeProfit' : 'stopLoss'),
    price: formatPrice(price, precision),
    pnl,
  }
  if (confirms && !(await askConfirm(textOf(futuresTexts, 'exitAsk', words), textOf(futuresTexts, 'exitYes')))) return
  await run(`position-${position.id}`, 'POST /api/futures/order/tpsl', {
    futuresPositionId: position.id,
    ...(isTp ? { takeProfit: price } : { stopLoss: price }),
  })
}
