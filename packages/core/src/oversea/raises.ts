import { type Cell, cell } from '../effects.ts'
import { newCall, noticeCall } from '../outgoing/outgoing.ts'
import { change, type State, type Turn } from '../state.ts'
import { guardAnew } from '../trading/thresholds.ts'
import type { EpochMs, Minor, RaiseRow } from '../types.ts'
import { queueReMargin } from './re-margin.ts'
import { nameOf, raisesIn } from './spared.ts'
import { type Contract, daysOf, type Holder, overseaOf, type Raises } from './state.ts'

/** What was open before a raise keeps the number of then for so long. */
const NOTICE_MS = 24 * 3_600_000

/** Makes a raise known. */
export function keepRaise(raises: Raises, raise: Cell<RaiseRow>): void {
  const name = nameOf(raise.row.siteId, raise.row.contractId)
  raises.set(name, [...(raises.get(name) ?? []), raise])
}

/** Another margin of a contract: a raise spares what is open for a day, a lower one holds at once. */
export function noteMargin(state: State, { row, positions }: Contract, before: Minor, turn: Turn): void {
  const holders = [...positions].map(({ holder }) => holder)
  const { siteId, id: contractId, koName: stock, instrument } = row
  const of = { siteId, contractId, notice: { about: 'MARGIN_RAISED', stock, instrument } }
  note(state, of, [before, row.margin], holders, turn)
}

/** Another loss cut of a site, likewise. */
export function noteLosscut(state: State, siteId: number, [before, after]: [number, number], turn: Turn): void {
  const own = [...overseaOf(state).markets.values()].filter(({ row }) => row.siteId === siteId)
  const holders = own.flatMap(({ positions }) => [...positions].map(({ holder }) => holder))
  note(
    state,
    { siteId, contractId: null, notice: { about: 'LOSSCUT_RAISED' } },
    [BigInt(before), BigInt(after)],
    holders,
    turn,
  )
}

interface Of {
  readonly siteId: number
  readonly contractId: number | null
  /** What holders hear. */
  readonly notice: object
}

function note(state: State, of: Of, [before, after]: [bigint, bigint], held: readonly Holder[], turn: Turn): void {
  const { siteId, contractId, notice } = of
  const { raises } = daysOf(state)
  for (const raise of raisesIn(raises, siteId, contractId)) if (raise.row.before >= after) end(raises, raise, turn)
  if (after <= before || held.length === 0) return
  const until = turn.at + NOTICE_MS
  const raise = cell({ siteId, id: turn.nextId(), contractId, before, at: turn.at, until, endedAt: null })
  keepRaise(raises, raise)
  turn.effects.put('overseaRaises', raise)
  for (const { member } of new Set(held)) {
    const { memberId } = member.row
    const payload = { ...notice, memberId, at: turn.wall + NOTICE_MS }
    turn.effects.add('outgoing', newCall(noticeCall(siteId, `${raise.row.id}-${memberId}`, payload), turn.wall))
  }
}

/** Ends the raises whose day is over: they hold for everything from now on. */
export function endRaises(state: State, turn: Turn): void {
  const { raises } = daysOf(state)
  for (const raise of [...raises.values()].flat()) {
    if (raise.row.until > turn.at) continue
    end(raises, raise, turn)
    if (raise.row.contractId === null) guardAnew(state, raise.row.siteId)
    else queueReMargin(state)
  }
}

/** When the next raise holds for everything; null: none waits. */
export function nextRaiseAt(state: State): EpochMs | null {
  let next: EpochMs | null = null
  for (const { row } of [...daysOf(state).raises.values()].flat())
    if (next === null || row.until < next) next = row.until
  return next
}

function end(raises: Raises, raise: Cell<RaiseRow>, turn: Turn): void {
  const { siteId, contractId } = raise.row
  const left = raisesIn(raises, siteId, contractId).filter((other) => other !== raise)
  if (left.length > 0) raises.set(nameOf(siteId, contractId), left)
  else raises.delete(nameOf(siteId, contractId))
  change(turn.effects, 'overseaRaises', raise, { endedAt: turn.at })
}
