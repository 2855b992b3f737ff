import { textOf } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import { worstPrice } from '@maru/positions'
import { formatPrice } from '@maru/ui'
import { heldOf, termsOf } from '../../books/oversea/terms.ts'
import { prices } from '../../live/index.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import { priceOf, unitsOf } from '../../trading/index.ts'
import { run } from './commands.ts'
import { pnlAt, signedWon } from './figures.ts'
import { exitPrice, placeOf, wholeTicksAt } from './line-prices.ts'
import { moveTexts } from './move-texts.ts'
import { useOverseaSettings } from './settings.ts'
import { overseaTexts } from './texts.ts'

const confirms = () => useOverseaSettings.getState().confirmsLines

/** A moved order is cancelled and placed anew, once that was confirmed; what it had filled stays filled. */
export async function moveOrder(order: OverseaOrder, to: string, option: OverseaOption) {
  const { precision } = option
  const { id, marketType, price, status, expiresAt } = order
  const from = placeOf(order)
  if (from === null || !isPlaceable(marketType)) return
  const fault = faultOfMove(order, to, option)
  if (fault) return void showAlert(textOf(moveTexts, fault, { limit: option.priceBandPct }))
  const words = {
    type: textOf(overseaTexts, marketType),
    from: formatPrice(from, precision),
    to: formatPrice(to, precision),
  }
  if (confirms() && !(await askConfirm(textOf(moveTexts, 'moveAsk', words), textOf(moveTexts, 'moveYes')))) return
  const cancelled = await run(`order-${id}`, 'POST /api/oversea/order/cancel', { id })
  const left = (cancelled?.count ?? 0) - (cancelled?.filledCount ?? 0)
  if (left <= 0) return
  const movesTrigger = waitsForTrigger(order)
  await run(`move-${id}`, 'POST /api/oversea/order', {
    overseaOptionId: order.overseaOptionId,
    tradeType: order.tradeType,
    marketType: status === 'TRIGGERED' ? 'LIMIT' : marketType,
    count: left,
    ...(price !== null && { price: movesTrigger ? shifted(price, from, to, precision) : to }),
    ...(movesTrigger && { triggerPrice: to }),
    ...(order.isReduceOnly && { isReduceOnly: true }),
    ...(order.tpTick !== null && { tpTick: order.tpTick }),
    ...(order.slTick !== null && { slTick: order.slTick }),
    ...(expiresAt !== null && { expiresAt }),
  })
}

const waitsForTrigger = ({ triggerPrice, status }: OverseaOrder) => triggerPrice !== null && status !== 'TRIGGERED'
const isPlaceable = (type: OverseaOrder['marketType']) =>
  type === 'LIMIT' || type === 'STOPLIMIT' || type === 'STOPMARKET'

/** Why the order could not be placed there: looked at before it is cancelled, so that a wrong move does not cost it. */
function faultOfMove(order: OverseaOrder, to: string, { stock, precision, priceBandPct }: OverseaOption) {
  if (!order.isReduceOnly && prices.get(stock, 'feed') !== 'live') return 'priceFeedStale'
  const last = prices.get(stock, 'last')
  if (last === undefined) return 'priceFeedStale'
  const at = unitsOf(to, precision)
  const from = unitsOf(last, precision)
  if (waitsForTrigger(order)) return at === from ? 'triggerIsLast' : null
  const bandPpm = unitsOf(priceBandPct, 4)
  return at >= worstPrice(-1, from, bandPpm) && at <= worstPrice(1, from, bandPpm) ? null : 'priceOutOfBand'
}

/** A stop's limit keeps its distance from the trigger. */
const shifted = (price: string, from: string, to: string, precision: number): string =>
  priceOf(unitsOf(price, precision) + unitsOf(to, precision) - unitsOf(from, precision), precision)

/** Sets TP or SL of a position to the ticks of a price: the line's own kind, or by the side that the entry's line was pulled to. */
export async function moveExit(id: string, position: OverseaPosition, price: string, option: OverseaOption) {
  const terms = termsOf(option)
  const held = heldOf(position, terms)
  const ticks = wholeTicksAt(held, price, terms)
  const isTp = id === 'tp' || (id === 'entry' && ticks > 0)
  const distance = isTp ? ticks : -ticks
  const kind = textOf(overseaTexts, isTp ? 'takeProfit' : 'stopLoss')
  if (distance < 1 || distance > terms.maxExitTicks) {
    const way = textOf(moveTexts, isTp ? 'profitWay' : 'lossWay')
    return void showAlert(textOf(moveTexts, 'exitWrongSide', { kind, way, max: terms.maxExitTicks }))
  }
  const at = exitPrice(held, isTp ? 'tp' : 'sl', distance, terms)
  if (at === null) return
  const last = prices.get(option.stock, 'last')
  const now = last === undefined ? null : wholeTicksAt(held, last, terms)
  const isPassed = now !== null && (isTp ? now >= distance : now <= -distance)
  const pnl = pnlAt(held, unitsOf(at, option.precision), terms)
  const words = {
    kind,
    ticks: distance,
    price: formatPrice(at, option.precision),
    pnl: pnl === null ? '–' : signedWon(pnl),
  }
  // What closes at once is asked about in any case.
  if (isPassed || confirms()) {
    const asked = textOf(moveTexts, isPassed ? 'exitAskNow' : 'exitAsk', words)
    if (!(await askConfirm(asked, textOf(moveTexts, 'exitYes')))) return
  }
  await run(`exits-${position.id}`, 'POST /api/oversea/order/tpsl', {
    overseaPositionId: position.id,
    overseaOptionId: position.overseaOptionId,
    ...(isTp ? { tpTick: distance } : { slTick: distance }),
  })
}
