import { roundsOf } from '../rounds/state.ts'
import type { State } from '../state.ts'
import { bookOf } from '../trading/instruments.ts'
import type { Market } from '../trading/state.ts'
import type { ConfigScope } from '../types.ts'

/** Where a change would be felt. */
export interface Place {
  readonly scope: ConfigScope
  readonly optionId: number | null
}

/** How much is open there. */
export interface OpenCount {
  readonly orders: number
  readonly positions: number
  readonly rounds: number
  readonly bets: number
  readonly members: number
}

/** How many open orders, positions, rounds, bets and members some places of a site have, each counted once. */
export function countOpen(state: State, siteId: number, places: readonly Place[]): OpenCount {
  const members = new Set<number>()
  let [orders, positions, rounds, bets] = [0, 0, 0, 0]
  for (const { row: option, rounds: own } of roundsOf(state).options.values()) {
    if (option.siteId !== siteId || !isNamed(places, 'round', option.id)) continue
    for (const round of own) {
      if (round.row.decidedAt !== null) continue
      rounds++
      bets += round.bets.length
      for (const { row } of round.bets) members.add(row.memberId)
    }
  }
  for (const market of marketsOf(state, siteId, places)) {
    orders += market.orders.size
    positions += market.positions.size
    for (const { holder } of market.orders) members.add(holder.member.row.memberId)
    for (const { holder } of market.positions) members.add(holder.member.row.memberId)
  }
  return { orders, positions, rounds, bets, members: members.size }
}

/** A change of what holds for a site is felt on all of it; one of its money on nothing that is traded. */
const isNamed = (places: readonly Place[], line: ConfigScope, id: number): boolean =>
  places.some(({ scope, optionId }) => scope === 'site' || (scope === line && optionId === id))

const marketsOf = (state: State, siteId: number, places: readonly Place[]): readonly Market[] =>
  (['futures', 'oversea'] as const).flatMap((line) =>
    [...bookOf(state, line).markets.values()].filter(
      ({ row }) => row.siteId === siteId && isNamed(places, line, row.id),
    ),
  )
