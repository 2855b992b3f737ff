import { change, type State, type Turn } from '../../state.ts'
import { moneyConfigOf } from '../config.ts'
import { p2pMember, p2pOf } from './state.ts'
import type { P2pOrderRow } from './tables.ts'

/** Counts an order that its member did not pay: as many of them as the site allows within a time block him for that time. */
export function countUnpaid(state: State, { siteId, memberId }: P2pOrderRow, turn: Turn): void {
  const known = p2pMember(state, siteId, memberId)
  const { p2pBlockMs, p2pMostUnpaid } = moneyConfigOf(state, siteId)
  const unpaid = [...known.row.unpaid.filter((at) => at > turn.wall - p2pBlockMs), turn.wall]
  const blockedUntil = unpaid.length >= p2pMostUnpaid ? turn.wall + p2pBlockMs : known.row.blockedUntil
  change(turn.effects, 'p2pMembers', known, { unpaid, blockedUntil })
}

/** Until when a member may order nothing; null: he may. */
export function blockedUntil(state: State, memberId: number, wall: number): number | null {
  const until = p2pOf(state).members.get(memberId)?.row.blockedUntil ?? null
  return until !== null && until > wall ? until : null
}
