import { cell } from '../effects.ts'
import { change, type State, type Turn } from '../state.ts'
import { providerOf } from './fact-sources.ts'
import { isSameName } from './names.ts'
import type { Request } from './rows.ts'
import { moneyOf } from './state.ts'
import type { ExpectedDepositRow } from './tables.ts'
import type { ToldFact } from './types.ts'

type Deposit = Extract<ToldFact, { kind: 'deposit' }>

/** The desk completed a deposit whose money no provider has reported: its report is expected. */
export function expectDeposit(state: State, { row }: Request, turn: Turn): void {
  const { siteId, id, currency, point: amount, counterparty: payer } = row
  const provider = providerOf(row)
  const of = { siteId, id, provider, currency, amount, payer }
  const expected = cell<ExpectedDepositRow>({ ...of, createdAt: turn.wall, providerRef: '', closedAt: null })
  moneyOf(state).expected.set(id, expected)
  turn.effects.put('expectedDeposits', expected)
}

/** The money that was expected is reported; returns the request that it completed before, or null where none expects it. */
export function meetExpected(state: State, siteId: number, provider: string, told: Deposit, turn: Turn): number | null {
  const { expected } = moneyOf(state)
  const met = [...expected.values()].find(({ row }) => row.siteId === siteId && isOf(row, provider, told))
  if (!met) return null
  const { id } = met.row
  change(turn.effects, 'expectedDeposits', met, { providerRef: told.providerRef, closedAt: turn.wall })
  expected.delete(id)
  return id
}

/** A deposit was taken back, or two persons settled that no line shows it: no report of its money is expected any more. */
export function expectNoMore(state: State, siteId: number, requestId: number, turn: Turn): void {
  const { expected } = moneyOf(state)
  const kept = expected.get(requestId)
  if (kept?.row.siteId !== siteId) return
  change(turn.effects, 'expectedDeposits', kept, { closedAt: turn.wall })
  expected.delete(requestId)
}

/** Of equal amount, and by its request; where it names none by its payer, whom a line of a statement does not name. */
function isOf({ id, ...row }: ExpectedDepositRow, provider: string, told: Deposit): boolean {
  if (row.provider !== provider || row.currency !== told.currency || row.amount !== told.amount) return false
  return told.requestId === null ? told.payer === '' || isSameName(told.payer, row.payer) : told.requestId === id
}
