import { contractFee, contractMargin, tickValueKrw } from '@maru/positions'
import type { State } from '../state.ts'
import { tradingOf } from '../trading/instruments.ts'
import { isOpen } from '../trading/prices.ts'
import { marketIn, readTrader } from '../trading/traders.ts'
import type { EpochMs, OverseaPositionView, OverseaSessionView, OverseaView } from '../types.ts'
import { crossOf, dayMargin, nightMargin, positionsOf } from './account.ts'
import { ticksOf } from './announce.ts'
import { overnightDeadline } from './overnight.ts'
import { isCloseOnly } from './rules.ts'
import { type Contract, daysOf, overseaOf, type Position } from './state.ts'

/** What the API may read of the overseas book. */
export const overseaView = (state: State, now: () => EpochMs): OverseaView => ({
  options: (siteId) =>
    [...overseaOf(state).markets.values()]
      .map((contract) => contract.row)
      .filter((row) => row.siteId === siteId)
      .sort((a, b) => a.id - b.id),
  option: (siteId, optionId) => marketIn(overseaOf(state), siteId, optionId)?.row ?? null,
  session(siteId, optionId) {
    const contract = marketIn(overseaOf(state), siteId, optionId)
    return contract && sessionView(state, contract, now())
  },
  isRest(symbol) {
    const contract = tradingOf(state).instruments.get(symbol)?.contracts[0]
    return contract === undefined ? null : !isOpen(contract.instrument, now())
  },
  openOrders: (siteId, memberId) =>
    [...(readTrader(state, overseaOf(state), siteId, memberId)?.orders.values() ?? [])].map((order) => order.row),
  openPositions(siteId, memberId) {
    const trader = readTrader(state, overseaOf(state), siteId, memberId)
    return trader ? positionsOf(trader).map((position) => positionView(position, now())) : []
  },
  cross(siteId, memberId) {
    const trader = readTrader(state, overseaOf(state), siteId, memberId)
    return trader && crossOf(trader)
  },
})

function sessionView(state: State, contract: Contract, at: EpochMs): OverseaSessionView {
  const { session } = contract.instrument
  const { fixing } = daysOf(state)
  const rate = fixing && BigInt(fixing.rate)
  return {
    isRest: !isOpen(contract.instrument, at),
    session: session?.times ?? null,
    nextOpenAt: session?.nextOpenAt ?? null,
    overnightDeadlineAt: overnightDeadline(contract),
    isCloseOnly: isCloseOnly(contract, at),
    fxRate: fixing?.rate ?? null,
    tickValueKrw: rate && tickValueKrw(1, contract.row, rate),
    marginKrw: rate && contractMargin(1, contract.row, rate),
    feeKrw: rate && contractFee(1, contract.row, rate),
  }
}

function positionView(position: Position, at: EpochMs): OverseaPositionView {
  const required = nightMargin(position)
  const deadline = overnightDeadline(position.market)
  return {
    row: position.row,
    ...ticksOf(position),
    requiredMargin: required,
    extraMargin: required - dayMargin(position),
    isOvernightAllowed: deadline !== null && at < deadline,
  }
}
