import type { State } from '../state.ts'
import type { TradedInstrument } from '../trading/state.ts'
import { contractInstruments } from './fixing.ts'
import { type Contract, daysOf, type SessionGroup } from './state.ts'

/** The groups of all contracts, in the order of their instruments. */
export function sessionGroups(state: State): readonly SessionGroup[] {
  const days = daysOf(state)
  days.groups ??= contractInstruments(state).flatMap(groupsOf)
  return days.groups
}

/** The group that a contract belongs to. */
export const groupOf = (state: State, contract: Contract): SessionGroup =>
  sessionGroups(state).find(({ contracts }) => contracts.includes(contract))!

function groupsOf(instrument: TradedInstrument): SessionGroup[] {
  const groups = new Map<string, SessionGroup & { readonly contracts: Contract[] }>()
  for (const contract of instrument.contracts) {
    const { closeOnlyLeadMs, closingLeadMs } = contract.row
    const name = `${instrument.symbol}:${closeOnlyLeadMs}:${closingLeadMs}`
    const group = groups.get(name)
    if (group) group.contracts.push(contract)
    else groups.set(name, { name, instrument, contracts: [contract], closeOnlyLeadMs, closingLeadMs })
  }
  return [...groups.values()]
}
