import { walletCurrency } from '@maru/contract'
import { type Cell, cell, storedCell } from '../effects.ts'
import { change, type State, type Turn } from '../state.ts'
import type { EpochMs, Minor } from '../types.ts'
import { arrivalName } from './arrival-name.ts'
import { moneyOf } from './state.ts'
import { FACT_KNOWN_MS, type MoneyFactRow } from './tables.ts'
import type { ToldFact } from './types.ts'

/** What names a fact for ever, in whatever form it is reported. */
export type FactKey = Pick<MoneyFactRow, 'siteId' | 'provider' | 'sub' | 'currency' | 'kind' | 'reference' | 'state'>

/** A fact as it is kept: a new one, or one of the database. */
export type Fact = Cell<MoneyFactRow>

/** Whether a reference is the house's own of a line that has none: its day, and what tells it from the others of that day. */
export const isNameless = (reference: string): boolean => /^\d{4}-\d\d-\d\d\//.test(reference)

/** The name of a fact that is stored for ever; null: of what has a row of its own, or names what it was taken for. */
export function factKeyOf(siteId: number, provider: string, fact: ToldFact): FactKey | null {
  const of = { siteId, provider, state: 'ARRIVED' } as const
  if (fact.kind === 'deposit') {
    const { houseSub, currency, providerRef } = fact
    return { ...of, sub: houseSub || provider, currency, kind: 'deposit', reference: providerRef }
  }
  if (fact.kind === 'coin' && provider !== 'coin') {
    const { network, coin } = fact
    return {
      ...of,
      sub: network,
      currency: walletCurrency[coin],
      kind: 'coin',
      reference: arrivalName({ ...fact, siteId }),
    }
  }
  if (fact.kind !== 'fee' || fact.refId !== null || fact.payout !== null) return null
  return { ...of, sub: fact.houseSub, currency: fact.currency, kind: 'fee', reference: fact.providerRef }
}

const nameOf = ({ siteId, provider, sub, currency, kind, reference, state }: FactKey): string =>
  [siteId, provider, sub, currency, kind, state, reference].join(':')

/**
 * The fact under a name, as it is known here, else as the database holds it. Money that has a reference is also that of a line without one
 * of the same amount, unless another reference has named that; it is known under its own from then on.
 */
export function knownFact(
  state: State,
  key: FactKey,
  amount: Minor,
  stored: MoneyFactRow | null,
  turn: Turn,
): Fact | null {
  const { facts } = moneyOf(state)
  const own = facts.get(nameOf(key))
  if (own) return own
  if (stored && nameOf(stored) === nameOf(key)) return storedCell(stored)
  const line = namelessOf([...facts.values()], key, amount) ?? namelessOf(storedUnless(facts, stored), key, amount)
  if (!line) return null
  changeFact(state, line, { namedBy: key.reference }, turn)
  return noteFact(state, key, { amount, bookedId: line.row.bookedId }, turn)
}

/** What the database holds, where nothing newer is known here. */
const storedUnless = (facts: ReadonlyMap<string, Fact>, stored: MoneyFactRow | null): Fact[] =>
  stored && !facts.has(nameOf(stored)) ? [storedCell(stored)] : []

function namelessOf(facts: readonly Fact[], key: FactKey, amount: Minor): Fact | undefined {
  if (isNameless(key.reference)) return undefined
  return facts.find(
    ({ row }) =>
      isNameless(row.reference) &&
      row.namedBy === '' &&
      row.amount === amount &&
      nameOf({ ...row, reference: '' }) === nameOf({ ...key, reference: '' }),
  )
}

/** Stores a fact that was booked; `bookedId`: the money in suspense, or the request that expected it. */
export function noteFact(
  state: State,
  key: FactKey,
  { amount, bookedId }: Pick<MoneyFactRow, 'amount' | 'bookedId'>,
  turn: Turn,
): Fact {
  const fact = cell<MoneyFactRow>({ ...key, amount, bookedId, namedBy: '', createdAt: turn.wall, at: turn.at })
  turn.effects.put('moneyFacts', fact)
  keepFact(state, fact)
  return fact
}

/** Changes what is stored of a fact. */
export function changeFact(
  state: State,
  fact: Fact,
  parts: Partial<Pick<MoneyFactRow, 'amount' | 'namedBy'>>,
  turn: Turn,
): void {
  change(turn.effects, 'moneyFacts', fact, { ...parts, at: turn.at })
  keepFact(state, fact)
}

/** Keeps a fact as the newest, and forgets those that everybody reads from the database by now. */
export function keepFact(state: State, fact: Fact): void {
  const { facts } = moneyOf(state)
  const name = nameOf(fact.row)
  facts.delete(name)
  facts.set(name, fact)
  for (const [known, { row }] of facts) {
    if (isRecentFact(row, fact.row.at)) break
    facts.delete(known)
  }
}

/** Whether the core still knows a fact by itself. */
export const isRecentFact = ({ at }: MoneyFactRow, now: EpochMs): boolean => at > now - FACT_KNOWN_MS
