import { type Cell, cell } from '../../effects.ts'
import { groupOf } from '../../risk-groups/state.ts'
import { change, type State, type Turn } from '../../state.ts'
import type { Minor } from '../../types.ts'
import { moneyConfigOf } from '../config.ts'
import { purseOf } from '../state.ts'
import { wonOf } from '../value.ts'
import { convertReached } from './close.ts'
import { addTo, bonusesOf, dropFrom, grantsOf } from './state.ts'
import type { TurnoverRow } from './tables.ts'

/** What a member did on an underlying, by its side. */
export interface Traded {
  readonly siteId: number
  readonly memberId: number
  readonly underlying: string
  readonly isUp: boolean
  readonly amount: Minor
  readonly currency: string
}

/** The margin of a closed perpetual counts by its fee. */
export function countClosedFee(state: State, traded: Traded, turn: Turn): void {
  const { bonusFeeTimes } = moneyConfigOf(state, traded.siteId)
  countTurnover(state, { ...traded, amount: traded.amount * BigInt(bonusFeeTimes) }, turn)
}

/**
 * Notes a decided stake or a closed trade of a member whose risk group has an open bonus. What stands against it on the same underlying
 * within the group takes as much from both; what is left counts when nothing can stand against it any more.
 */
export function countTurnover(state: State, traded: Traded, turn: Turn): void {
  const { siteId, memberId, underlying, isUp, currency } = traded
  if (bonusesOf(state).grants.size === 0) return
  const group = groupOf(state, memberId)
  if (!group.some((one) => grantsOf(state, one).length > 0)) return
  const amount = wonOf(state, siteId, currency, traded.amount, turn)
  if (amount === null || amount <= 0n) return
  const dueAt = turn.at + moneyConfigOf(state, siteId).bonusNetMs
  const { at, wall } = turn
  const item = cell<TurnoverRow>({
    siteId,
    id: turn.nextId(),
    memberId,
    underlying,
    isUp,
    amount,
    net: amount,
    at,
    wall,
    dueAt,
    closedAt: null,
  })
  turn.effects.put('turnovers', item)
  for (const other of group.flatMap((one) => bonusesOf(state).turnovers.get(one) ?? [])) cancelOut(item, other, turn)
  keepTurnover(state, item)
}

/** Opposite sides of one underlying take from one another. */
function cancelOut(item: Cell<TurnoverRow>, other: Cell<TurnoverRow>, turn: Turn): void {
  if (other.row.underlying !== item.row.underlying || other.row.isUp === item.row.isUp) return
  const both = other.row.net < item.row.net ? other.row.net : item.row.net
  if (both === 0n) return
  for (const one of [item, other]) change(turn.effects, 'turnovers', one, { net: one.row.net - both })
}

/** Keeps what does not count yet: a new one, or one of the database. */
export function keepTurnover(state: State, item: Cell<TurnoverRow>): void {
  addTo(bonusesOf(state).turnovers, item.row.memberId, item)
  state.due.push(item.row.dueAt, (now, turn) => mature(now, item, turn))
}

/** Nothing can stand against it any more: it counts for the oldest bonus that asks for more, and what is over for the next. */
function mature(state: State, item: Cell<TurnoverRow>, turn: Turn): void {
  const { siteId, memberId, wall } = item.row
  dropFrom(bonusesOf(state).turnovers, memberId, item)
  change(turn.effects, 'turnovers', item, { closedAt: turn.at })
  let left = item.row.net
  for (const grant of grantsOf(state, memberId)) {
    const { required, done, grantedAt } = grant.row
    if (left === 0n || grantedAt > wall) break
    const part = required - done < left ? required - done : left
    if (part === 0n) continue
    left -= part
    change(turn.effects, 'bonusGrants', grant, { done: done + part })
  }
  const purse = purseOf(state, siteId, memberId)
  if (purse) convertReached(state, purse, turn)
}
