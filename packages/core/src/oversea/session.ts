import { invariant } from '../invariant.ts'
import { kstDay } from '../kst.ts'
import type { SessionChange } from '../prices.ts'
import type { State, Turn } from '../state.ts'
import { tradingOf } from '../trading/instruments.ts'
import { isTraded } from '../trading/prices.ts'
import { cancelOrder } from '../trading/reserve.ts'
import type { Session, TradedInstrument } from '../trading/state.ts'
import { closeBySystem } from '../trading/system.ts'
import { visitPositions } from '../trading/visits.ts'
import type { EpochMs } from '../types.ts'
import { announceRest } from './announce.ts'
import { carryOver } from './financing.ts'
import { fixRates } from './fixing.ts'
import { positionsOf } from './margin-account.ts'
import { sessionOf } from './markets.ts'
import { checkNights, checkOldNights, nightsDue } from './overnight.ts'
import { guardAnew } from './risk.ts'
import { groupOf, sessionGroups } from './session-groups.ts'
import { type Agenda, daysOf, type Holder, type Order, type Position, type SessionGroup, type Task } from './state.ts'

/** Later than this a close is no news: the house was down meanwhile. */
const NEWS_MS = 60_000
/** So many accounts, positions and orders of a session’s stages at most are worked off in one turn, so that commands get in between. */
const TURN_MAX = 16

/** Takes what calendar and venue say of a session. Prices of before it opened, or of before the end of a halt, are none any more. */
export function takeSession(state: State, signal: SessionChange, turn: Turn): void {
  const instrument = tradingOf(state).instruments.get(signal.instrument)
  const session = sessionOf(signal)
  if (!instrument || instrument.contracts.length === 0 || session === null) return
  const before = instrument.session
  const { times, isRest } = session
  instrument.session = session
  if (isRest || before?.isRest !== false || before.times.openAt !== times.openAt) {
    instrument.depth = null
    for (const gate of Object.values(instrument.gates)) gate.forget()
  }
  if (isRest && before?.isRest === false && turn.at < times.closeAt) {
    for (const contract of instrument.contracts) announceRest(contract, null, turn)
  }
  fixRates(state, turn)
  const sets = instrument.contracts.map(({ positions }) => positions)
  visitPositions(state, sets, (position, now) => guardAnew(state, position, now))
}

/** When the next stage of a session begins, or null. */
export function nextStageAt(state: State): EpochMs | null {
  let next: EpochMs | null = null
  for (const group of sessionGroups(state)) {
    const { session } = group.instrument
    const at = session && (stages[agendaOf(state, group, session).stage]?.at(session, group) ?? null)
    if (at !== null && (next === null || at < next)) next = at
  }
  return next
}

/** Whether a session has something to do now. */
export const hasSessionWork = (state: State, at: EpochMs): boolean =>
  nextUnchecked(state) !== null || sessionGroups(state).some((group) => hasWork(state, group, at))

/** Goes on with what sessions have to do: all that fits into the turn. */
export function workSessions(state: State, maxRows: number, turn: Turn): void {
  let left = TURN_MAX
  for (const group of sessionGroups(state)) {
    while (left > 0 && turn.effects.count < maxRows && hasWork(state, group, turn.at)) {
      const session = group.instrument.session!
      const agenda = agendaOf(state, group, session)
      const stage = stages[agenda.stage]
      if (stage && isNextDue(agenda, group, session, turn.at)) {
        agenda.queue = stage.tasks(state, group, session, agenda.queue.length).reverse()
        agenda.stage++
      } else {
        left--
        const task = agenda.queue.at(-1)!
        if (stages[agenda.stage - 1]!.work(state, task as never, session, turn)) agenda.queue.pop()
      }
    }
  }
  for (let next = nextUnchecked(state); next && left > 0 && turn.effects.count < maxRows; next = nextUnchecked(state)) {
    left--
    next.waiting.delete(next.holder)
    checkNow(state, next.holder, turn)
  }
}

/** Somebody whose check waited for a price that is known now. */
function nextUnchecked(state: State): { waiting: Set<Holder>; holder: Holder } | null {
  for (const [{ last }, waiting] of daysOf(state).unchecked) {
    const [holder] = waiting
    if (holder && last !== null) return { waiting, holder }
  }
  return null
}

const isUnchecked = (state: State, holder: Holder): boolean =>
  [...daysOf(state).unchecked.values()].some((waiting) => waiting.has(holder))

/**
 * Checks who holds overnight, once the prices of all his positions are known. Where the closing has begun meanwhile, what he may not
 * hold joins it; where the night has begun, what he may hold has it now.
 */
function checkNow(state: State, holder: Holder, turn: Turn): void {
  if (nightsDue(holder, turn.at).length === 0) return
  const unpriced = positionsOf(holder).find(({ market }) => market.instrument.last === null)
  if (unpriced) {
    const { unchecked } = daysOf(state)
    const { instrument } = unpriced.market
    unchecked.set(instrument, (unchecked.get(instrument) ?? new Set()).add(holder))
    return
  }
  for (const position of checkNights(holder, turn)) {
    const { session } = position.market.instrument
    const agenda = session && agendaOf(state, groupOf(state, position.market), session)
    if (agenda && stages[agenda.stage - 1] === closing) agenda.queue.unshift({ kind: 'position', position })
  }
  for (const position of nightsDue(holder, turn.at)) {
    const { times, nextOpenAt } = position.market.instrument.session!
    if (turn.at >= times.closeAt) carryOver(state, position, dayAfter(times.tradingDay, nextOpenAt), turn)
  }
}

const dayAfter = (today: string, nextOpenAt: EpochMs | null): string =>
  nextOpenAt === null ? today : kstDay(nextOpenAt)

function hasWork(state: State, group: SessionGroup, at: EpochMs): boolean {
  const { instrument } = group
  const { session } = instrument
  if (session === null) return false
  const agenda = agendaOf(state, group, session)
  if (isNextDue(agenda, group, session, at)) return true
  const current = stages[agenda.stage - 1]
  return agenda.queue.length > 0 && (!current!.needsPrices || canClose(instrument, at))
}

/** A stage begins when the one before it is done. One that waits for prices gives way: the closing, or the next session, takes it up. */
function isNextDue({ stage, queue }: Agenda, group: SessionGroup, session: Session, at: EpochMs): boolean {
  const next = stages[stage]
  if (!next || next.at(session, group) > at) return false
  return queue.length === 0 || stages[stage - 1]!.needsPrices
}

/** Both sides of the book are there: whatever is held can be closed. */
const canClose = (instrument: TradedInstrument, at: EpochMs): boolean =>
  instrument.depth !== null &&
  instrument.depth.asks.length > 0 &&
  instrument.depth.bids.length > 0 &&
  isTraded(instrument, at)

function agendaOf(state: State, { name }: SessionGroup, { times }: Session): Agenda {
  let agenda = daysOf(state).agendas.get(name)
  if (agenda?.tradingDay !== times.tradingDay) {
    agenda = { tradingDay: times.tradingDay, stage: 0, queue: [] }
    daysOf(state).agendas.set(name, agenda)
  }
  return agenda
}

/** One stage of a session: when it begins, whom it concerns, and what it does with each; false: it cannot be done now. */
interface Stage<T extends Task> {
  at(session: Session, group: SessionGroup): EpochMs
  readonly needsPrices: boolean
  /** `undone`: how many of the stage before could not be done. */
  tasks(state: State, group: SessionGroup, session: Session, undone: number): T[]
  work(state: State, task: T, session: Session, turn: Turn): boolean
}

type PositionTask = Extract<Task, { kind: 'position' }>
type OrderTask = Extract<Task, { kind: 'order' }>
type HolderTask = Extract<Task, { kind: 'holder' }>
type ContractTask = Extract<Task, { kind: 'contract' }>

/** An order that outlived its session, for the house was down at its end, dies before the next. */
const outlived: Stage<OrderTask> = {
  at: ({ times }) => times.openAt,
  needsPrices: false,
  tasks: (_state, group, { times }) => openOrders(group, ({ row }) => row.acceptedAt < times.openAt),
  work: cancelAtEnd,
}

/** What earlier sessions could not close, for want of prices, is closed; what was to be held is held, if his equity covers it now. */
const leftovers: Stage<PositionTask> = {
  at: ({ times }) => times.openAt,
  needsPrices: true,
  tasks: (_state, group, { times }) => openPositions(group, ({ row }) => row.tradingDay! < times.tradingDay),
  work(state, { position }, { times }, turn) {
    if (position.row.closedAt !== null) return true
    if (position.row.overnight !== null) checkOldNights(position.holder, times.tradingDay, turn)
    if (position.row.overnight === null) return close(state, position, turn)
    carryOver(state, position, times.tradingDay, turn)
    return true
  },
}

/** Orders that could open something go before the check. */
const openingOrders: Stage<OrderTask> = {
  at: ({ times }, { closeOnlyLeadMs }) => times.closeAt - closeOnlyLeadMs,
  needsPrices: false,
  tasks: (_state, group) => openOrders(group, ({ row }) => !row.isReduceOnly),
  work: cancelAtEnd,
}

/** Those who hold overnight are checked. */
const check: Stage<HolderTask> = {
  at: ({ times }, { closeOnlyLeadMs }) => times.closeAt - closeOnlyLeadMs,
  needsPrices: false,
  tasks: (_state, group) =>
    openPositions(group, ({ row }) => row.overnight !== null).map(({ position: { holder } }) => ({
      kind: 'holder',
      holder,
    })),
  work(state, { holder }, _session, turn) {
    checkNow(state, holder, turn)
    return true
  },
}

/** Who does not hold overnight is closed at market. */
const closing: Stage<PositionTask> = {
  at: ({ times }, { closingLeadMs }) => times.closeAt - closingLeadMs,
  needsPrices: true,
  tasks: (_state, group) => openPositions(group, ({ row }) => row.overnight === null),
  work: (state, { position }, _session, turn) => position.row.closedAt !== null || close(state, position, turn),
}

/** Working orders die with the session; TP and SL stay with the position that they guard. */
const lastOrders: Stage<OrderTask> = {
  at: ({ times }) => times.closeAt,
  needsPrices: false,
  tasks(_state, group, _session, undone) {
    const left = openPositions(group, ({ row }) => row.overnight === null)
    invariant(
      undone > 0 || left.length === 0,
      `a position without overnight outlives the session of ${group.instrument.symbol}`,
    )
    return openOrders(group, () => true)
  },
  work: cancelAtEnd,
}

/** What is held overnight pays or receives for it; who is not checked yet, when he is. */
const night: Stage<PositionTask> = {
  at: ({ times }) => times.closeAt,
  needsPrices: false,
  tasks: (_state, group, { times }) => openPositions(group, ({ row }) => row.overnight === times.tradingDay),
  work(state, { position }, { nextOpenAt, times }, turn) {
    if (position.row.closedAt !== null || position.row.overnight === null) return true
    if (isUnchecked(state, position.holder)) return true
    carryOver(state, position, dayAfter(times.tradingDay, nextOpenAt), turn)
    return true
  },
}

/** Sites are told that the stock rests; what is held is guarded by what the night left. */
const rest: Stage<ContractTask | PositionTask> = {
  at: ({ times }) => times.closeAt,
  needsPrices: false,
  tasks: (_state, group) => [
    ...group.contracts.map((contract) => ({ kind: 'contract', contract }) as const),
    ...openPositions(group, () => true),
  ],
  work(state, task, { nextOpenAt, times }, turn) {
    if (task.kind === 'position') {
      if (task.position.row.closedAt === null) guardAnew(state, task.position, turn)
    } else if (turn.at < times.closeAt + NEWS_MS) announceRest(task.contract, nextOpenAt, turn)
    return true
  },
}

// What an earlier session left is taken up again when the check is done: its price may come late.
const stages = [outlived, leftovers, openingOrders, check, leftovers, closing, lastOrders, night, rest] as const

function openPositions({ contracts }: SessionGroup, is: (position: Position) => boolean): PositionTask[] {
  return contracts
    .flatMap((contract) => [...contract.positions])
    .filter(is)
    .sort((a, b) => a.row.id - b.row.id)
    .map((position) => ({ kind: 'position', position }))
}

function openOrders({ contracts }: SessionGroup, is: (order: Order) => boolean): OrderTask[] {
  return contracts
    .flatMap((contract) => [...contract.orders])
    .filter((order) => order.row.qty !== null && is(order))
    .sort((a, b) => a.row.id - b.row.id)
    .map((order) => ({ kind: 'order', order }))
}

function cancelAtEnd(state: State, { order }: OrderTask, _session: Session, turn: Turn): boolean {
  if (order.row.closedAt === null) cancelOrder(state, order, 'SESSION_END', turn)
  return true
}

function close(state: State, position: Position, turn: Turn): boolean {
  const { market, row } = position
  if (!canClose(market.instrument, turn.at)) return false
  const how = { slipPpm: null, liquidationPpm: 0, reason: 'SESSION_END' } as const
  const { filledQty } = closeBySystem(state, position, Math.abs(row.qty), how, turn)
  invariant(filledQty > 0 && position.row.closedAt !== null, `position ${row.id} is closed whole at the session's end`)
  return true
}
