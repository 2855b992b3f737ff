import type { Cell } from '../effects.ts'
import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import type { CommissionCloseRow, CommissionPayableRow } from './tables.ts'

interface Commissions {
  readonly closes: Map<string, CommissionCloseRow>
  /** Undecided ones, by what names them. */
  readonly payables: Map<string, Cell<CommissionPayableRow>>
}

const part = newPart<Commissions>(() => ({ closes: new Map(), payables: new Map() }))

export const commissionsOf = (state: State): Commissions => state.parts.of(part)

export const weekName = ({ siteId, week }: { readonly siteId: number; readonly week: number }): string =>
  `${siteId}:${week}`

export const payableName = (of: Pick<CommissionPayableRow, 'siteId' | 'week' | 'partnerId'>): string =>
  `${weekName(of)}:${of.partnerId}`

/** Whether a week owes a member something that nobody has decided. */
export function isOwedCommission(state: State, siteId: number, memberId: number): boolean {
  for (const { row } of commissionsOf(state).payables.values())
    if (row.memberId === memberId && row.siteId === siteId) return true
  return false
}
