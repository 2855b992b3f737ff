import { exitFault } from '@maru/positions'
import { cell } from '../effects.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { addOrder, endOrder } from '../trading/orders.ts'
import type { Command, OrderRow, PriceTicks, Reply } from '../types.ts'
import { announceOrder, announcePosition, positionWire } from './announce.ts'
import { readPrice, refuseTick } from './draft.ts'
import { traderOf } from './markets.ts'
import type { Order, Position } from './state.ts'
import { futuresOrderWire } from './wire.ts'

type SetTpsl = Extract<Command, { kind: 'setFuturesTpsl' }>
type ExitType = 'TAKEPROFIT' | 'STOPLOSS'

/** Sets, moves or clears TP and SL of a position: null leaves one as it is, 0 clears it. They close it whole, one cancels the other. */
export function setFuturesTpsl(state: State, command: SetTpsl, turn: Turn): Reply {
  const trader = traderOf(state, command.siteId, command.memberId)
  const position = trader && state.futures.positions.get(command.positionId)
  if (!position || position.trader !== trader) return refuse('POSITION_NOT_FOUND')
  const { market } = position
  const takeProfit = readPrice(market, command.takeProfit)
  const stopLoss = readPrice(market, command.stopLoss)
  if (takeProfit === undefined || stopLoss === undefined) return refuseTick(market)
  const { mark } = market.instrument
  if ((takeProfit || stopLoss) && mark === null) return refuse('PRICE_FEED_STALE')
  const fault = exitFault({
    side: position.row.qty > 0 ? 1 : -1,
    mark: mark ?? 0,
    liquidationPrice: position.liquidPrice ?? null,
    takeProfit: takeProfit || null,
    stopLoss: stopLoss || null,
  })
  if (fault) return refuse(fault)
  if (takeProfit !== null) setExit(state, position, 'TAKEPROFIT', takeProfit, command.isMarkTp, turn)
  if (stopLoss !== null) setExit(state, position, 'STOPLOSS', stopLoss, command.isMarkSl, turn)
  if (takeProfit !== null || stopLoss !== null) announcePosition(position, 'POSITION_UPDATE', turn)
  const exits = [position.takeProfit, position.stopLoss].filter((exit) => exit !== null)
  const entries = exits.map((exit) => futuresOrderWire(exit.row, market.row))
  return { status: 200, body: { position: positionWire(position), entries } }
}

/** Sets the TP and SL that an order carries on the position that it filled into; they replace what stood there. */
export function attachExits(state: State, order: Order, position: Position, turn: Turn): void {
  const { takeProfit, stopLoss, isMarkTp, isMarkSl } = order.row
  if (takeProfit !== null) setExit(state, position, 'TAKEPROFIT', takeProfit, isMarkTp, turn)
  if (stopLoss !== null) setExit(state, position, 'STOPLOSS', stopLoss, isMarkSl, turn)
}

function setExit(
  state: State,
  position: Position,
  type: ExitType,
  price: PriceTicks,
  isMark: boolean,
  turn: Turn,
): void {
  const place = type === 'TAKEPROFIT' ? 'takeProfit' : 'stopLoss'
  const old = position[place]
  if (old && price === old.row.triggerPrice && isMark === (old.row.triggerKind === 'mark')) return
  if (old) endOrder(state, old, 'CANCELED', 'MEMBER', turn)
  if (price === 0) return
  const { trader, market } = position
  const order: Order = { ...cell(exitRow(position, type, price, isMark, turn)), trader, market, trigger: null }
  position[place] = order
  addOrder(order)
  turn.effects.put('orders', order)
  announceOrder(order, 'ORDER_SUCCESS', turn)
}

function exitRow({ row }: Position, type: ExitType, price: PriceTicks, isMark: boolean, turn: Turn): OrderRow {
  const isLong = row.qty > 0
  return {
    siteId: row.siteId,
    id: turn.nextId(),
    book: row.book,
    optionId: row.optionId,
    memberId: row.memberId,
    side: isLong ? 'SHORT' : 'LONG',
    marketType: type,
    qty: null,
    price: null,
    triggerPrice: price,
    triggerKind: isMark ? 'mark' : 'last',
    triggerDirection: isLong === (type === 'TAKEPROFIT') ? 'rises' : 'falls',
    ticks: null,
    isReduceOnly: true,
    positionId: row.id,
    takeProfit: null,
    stopLoss: null,
    isMarkTp: false,
    isMarkSl: false,
    leverage: row.leverage,
    marginType: row.marginType,
    tolerancePpm: null,
    basePrice: null,
    executeAt: null,
    expiresAt: null,
    status: 'NEW',
    filledQty: 0,
    filledQuote: 0n,
    fee: 0n,
    reason: null,
    origin: 'MEMBER',
    acceptedAt: turn.at,
    triggeredAt: null,
    closedAt: null,
  }
}
