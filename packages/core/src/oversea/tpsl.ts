import { triggerAtDistance } from '@maru/positions'
import { refusalReply as refuse } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import { attachExit, type ExitType, exitOf, isExitExecuting, setExit } from '../trading/exits.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import { ownLot, positionIn } from '../trading/lots.ts'
import type { OverseaCommand, PriceUnits, Reply } from '../types.ts'
import { announceOrder, announcePosition, positionWire } from './announce.ts'
import { isDistance, refuseDistance } from './rules.ts'
import { type Order, overseaOf, type Position } from './state.ts'

type SetTpsl = Extract<OverseaCommand, { kind: 'setOverseaTpsl' }>
type DeleteTpsl = Extract<OverseaCommand, { kind: 'deleteOverseaTpsl' }>

/** Sets TP and SL of a position in ticks from its average entry; null leaves one as it is. They close it whole, at market. */
export function setOverseaTpsl(state: State, command: SetTpsl, turn: Turn): Reply {
  const position = find(state, command, ({ row }) => row.id === command.positionId)
  if ('status' in position) return position
  const { tpTick, slTick } = command
  if (tpTick === null && slTick === null) return refuse('INVALID_REQUEST')
  const takeProfit = tpTick === null ? null : triggerOf(position, 'TAKEPROFIT', tpTick)
  const stopLoss = slTick === null ? null : triggerOf(position, 'STOPLOSS', slTick)
  if (takeProfit === undefined || stopLoss === undefined) return refuseDistance(position.market)
  const place = (price: PriceUnits, ticks: number | null) => ({ price, kind: 'last', ticks }) as const
  const wanted = [
    ...(takeProfit === null ? [] : [{ type: 'TAKEPROFIT', to: place(takeProfit, tpTick) } as const]),
    ...(stopLoss === null ? [] : [{ type: 'STOPLOSS', to: place(stopLoss, slTick) } as const]),
  ]
  if (wanted.some(({ type, to }) => isExitExecuting(position, type, to, turn))) return refuse('TRY_AGAIN_LATER')
  for (const { type, to } of wanted) setExit(state, position, type, to, turn)
  announcePosition(position, 'POSITION_UPDATE', turn)
  return { status: 200, body: positionWire(position) }
}

/** Deletes the TP or SL of a position, which its own id or that of the order names. Changes nothing where there is none. */
export function deleteOverseaTpsl(state: State, command: DeleteTpsl, turn: Turn): Reply {
  const type = command.value === 'TP' ? 'TAKEPROFIT' : 'STOPLOSS'
  const position = find(state, command, (one) => command.id === one.row.id || command.id === exitOf(one, type)?.row.id)
  if ('status' in position) return position
  if (isExitExecuting(position, type, null, turn)) return refuse('TRY_AGAIN_LATER')
  if (exitOf(position, type)) {
    setExit(state, position, type, null, turn)
    announcePosition(position, 'POSITION_UPDATE', turn)
  }
  return { status: 200, body: positionWire(position) }
}

/** Sets the TP and SL that an order carries on the position that it filled into; they replace what stood there. */
export function attachExits(state: State, { row }: Order, position: Position, turn: Turn): void {
  for (const type of ['TAKEPROFIT', 'STOPLOSS'] as const) {
    const ticks = type === 'TAKEPROFIT' ? row.takeProfit : row.stopLoss
    const price = ticks === null ? undefined : triggerOf(position, type, ticks)
    // No price lies so far below the average: nothing to wait for.
    if (price !== undefined) attachExit(state, position, type, { price, kind: 'last', ticks }, turn)
  }
}

/** TP and SL keep their distance when the average entry moves. */
export function followAverage(position: Position, turn: Turn): void {
  for (const type of ['TAKEPROFIT', 'STOPLOSS'] as const) {
    const order = exitOf(position, type)
    if (!order || order.row.ticks === null || order.trigger === null) continue
    const price = triggerOf(position, type, order.row.ticks)
    if (price == null || price === order.row.triggerPrice) continue
    position.market.instrument.triggers.move(order.trigger, price)
    change(turn.effects, 'orders', order, { triggerPrice: price })
    announceOrder(order, 'ORDER_UPDATE', turn)
  }
}

/** The price so many ticks from the average entry; undefined where that is no distance or no price. */
function triggerOf({ row, market }: Position, type: ExitType, ticks: number): PriceUnits | undefined {
  if (!isDistance(market, ticks)) return undefined
  const price = triggerAtDistance(row, type === 'TAKEPROFIT' ? ticks : -ticks, market.row.tickUnits, market.scale)
  return price === null || price < 1 ? undefined : price
}

/** The member's position in the option, if it is the one that the command names. */
function find(
  state: State,
  { siteId, memberId, optionId }: SetTpsl | DeleteTpsl,
  isNamed: (position: Position) => boolean,
): Position | Reply {
  const holder = holderIn(state, overseaOf(state), siteId, memberId)
  if (!holder) return refuse('WALLET_NOT_FOUND')
  const contract = marketIn(overseaOf(state), siteId, optionId)
  if (!contract) return refuse('STOCK_NOT_FOUND')
  const position = positionIn(ownLot(holder, contract))
  return position && isNamed(position) ? position : refuse('POSITION_NOT_FOUND')
}
