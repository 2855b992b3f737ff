import { exitFault } from '@maru/positions'
import { isLeadLot } from '../copies/state.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { attachExit, type ExitPlace, isExitExecuting, setExit } from '../trading/exits.ts'
import { holderIn } from '../trading/holders.ts'
import type { Command, PriceUnits, Reply } from '../types.ts'
import { announcePosition, positionWire } from './announce.ts'
import { readPrice, refuseTick } from './draft.ts'
import { liquidPriceOf } from './risk.ts'
import { futuresOf, type Order, type Position } from './state.ts'
import { futuresOrderWire } from './wire.ts'

type SetTpsl = Extract<Command, { kind: 'setFuturesTpsl' }>

/** Sets, moves or clears TP and SL of a position: null leaves one as it is, 0 clears it. They close it whole, one cancels the other. */
export function setFuturesTpsl(state: State, command: SetTpsl, turn: Turn): Reply {
  const holder = holderIn(state, futuresOf(state), command.siteId, command.memberId)
  const position = holder && futuresOf(state).positions.get(command.positionId)
  if (!position || position.holder !== holder) return refuse('POSITION_NOT_FOUND')
  if (isLeadLot(state, position)) return refuse('COPY_TRADER_RESTRICTED', { rule: 'TPSL' })
  const { market } = position
  const takeProfit = readPrice(market, command.takeProfit)
  const stopLoss = readPrice(market, command.stopLoss)
  if (takeProfit === undefined || stopLoss === undefined) return refuseTick(market)
  const { mark } = market.instrument
  if ((takeProfit || stopLoss) && mark === null) return refuse('PRICE_FEED_STALE')
  const fault = exitFault({
    side: position.row.qty > 0 ? 1 : -1,
    mark: mark ?? 0,
    liquidationPrice: liquidPriceOf(position),
    takeProfit: takeProfit || null,
    stopLoss: stopLoss || null,
  })
  if (fault) return refuse(fault)
  const changes = [
    { type: 'TAKEPROFIT', price: takeProfit, isMark: command.isMarkTp },
    { type: 'STOPLOSS', price: stopLoss, isMark: command.isMarkSl },
  ] as const
  const wanted = changes.flatMap(({ type, price, isMark }) =>
    price === null ? [] : { type, to: placeOf(price, isMark) },
  )
  if (wanted.some(({ type, to }) => isExitExecuting(position, type, to, turn))) return refuse('TRY_AGAIN_LATER')
  for (const { type, to } of wanted) setExit(state, position, type, to, turn)
  if (takeProfit !== null || stopLoss !== null) announcePosition(position, 'POSITION_UPDATE', turn)
  const exits = [position.takeProfit, position.stopLoss].filter((exit) => exit !== null)
  const entries = exits.map((exit) => futuresOrderWire(exit.row, market.row))
  return { status: 200, body: { position: positionWire(position), entries } }
}

/** Sets the TP and SL that an order carries on the position that it filled into; they replace what stood there. */
export function attachExits(state: State, order: Order, position: Position, turn: Turn): void {
  const { takeProfit, stopLoss, isMarkTp, isMarkSl } = order.row
  if (takeProfit !== null) attachExit(state, position, 'TAKEPROFIT', placeOf(takeProfit, isMarkTp), turn)
  if (stopLoss !== null) attachExit(state, position, 'STOPLOSS', placeOf(stopLoss, isMarkSl), turn)
}

/** 0 clears. */
const placeOf = (price: PriceUnits, isMark: boolean): ExitPlace | null =>
  price === 0 ? null : { price, kind: isMark ? 'mark' : 'last', ticks: null }
