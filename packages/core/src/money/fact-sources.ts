import type { State } from '../state.ts'
import type { Reply } from '../types.ts'
import { requestIn } from './rows.ts'
import { moneyOf } from './state.ts'
import type { DnwRow, PayoutRow } from './tables.ts'
import type { ToldFact } from './types.ts'

type Kind = ToldFact['kind']

const account: readonly Kind[] = ['deposit', 'refusal', 'payout', 'fee']

/** The kinds of facts that each provider may report; who is not named here reports none. */
const kinds: Readonly<Partial<Record<string, readonly Kind[]>>> = {
  bank: account,
  coin: ['coin', 'payout', 'fee'],
  paykiwoom: account,
  'dh-safety': account,
  paycoin: account,
  bitdex: account,
  bitshop: account,
  gluwa: account,
  onepay: account,
  codepay: account,
  p2p: ['p2p'],
}

/** Whoever pays members out. */
export const payingProviders: readonly string[] = Object.entries(kinds).flatMap(([name, told]) =>
  told?.includes('payout') ? [name] : [],
)

/** The provider that holds a house account: the only one that may report what became of a row on it. */
export function providerOf({ houseAccount, houseSub }: Pick<DnwRow, 'houseAccount' | 'houseSub'>): string {
  if (houseAccount === 'BANK_KRW') return 'bank'
  return houseAccount === 'COIN_HOT' ? 'coin' : houseSub
}

/** The answer to a fact of a provider that has no say in it. */
export const foreignReply: Reply = { status: 200, body: { isForeign: true } }

/** Whether a provider reports what is not its business: a kind of fact that is not its own, or the row of another provider. */
export const isForeign = (state: State, siteId: number, provider: string, fact: ToldFact): boolean =>
  !kinds[provider]?.includes(fact.kind) || isOfAnother(state, siteId, provider, fact)

type PayoutFact = Extract<ToldFact, { kind: 'payout' }>
type Named = Pick<PayoutFact, 'kind' | 'payoutId' | 'closed'> | Exclude<ToldFact, PayoutFact>

/** Whether the row that a fact names, open or closed, belongs to another provider. */
export function isOfAnother(state: State, siteId: number, provider: string, fact: Named): boolean {
  const row = rowOf(state, siteId, fact)
  return row !== null && row.siteId === siteId && providerOf(row) !== provider
}

/** The deposit or payout that a fact is about; null: none that a provider moves. */
function rowOf(state: State, siteId: number, fact: Named): DnwRow | PayoutRow | null {
  if (fact.kind === 'payout') return moneyOf(state).payouts.get(fact.payoutId)?.row ?? fact.closed
  if (fact.kind === 'fee') return fact.payout
  if (fact.kind !== 'deposit' && fact.kind !== 'refusal') return null
  const open = fact.requestId === null ? null : requestIn(state, siteId, fact.requestId)
  const row = open?.row ?? (fact.kind === 'deposit' ? fact.closed : null)
  return row?.type === 'D' ? row : null
}
