import type { State } from '../../state.ts'
import type { Account } from '../../tables/house.ts'
import type { Command, Minor } from '../../types.ts'
import { floatOf } from '../p2p/merchants.ts'

type Move = Extract<Command, { kind: 'moveHouse' }>

/** What is neither held for the house nor owed by it: its capital, and what it earned and spent. */
export const ownAccounts: ReadonlySet<Account> = new Set([
  'HOUSE_CAPITAL',
  'FEE_ROUND',
  'FEE_FUTURES',
  'FEE_OVERSEA',
  'FEE_WITHDRAW',
  'FUNDING',
  'PNL_ROUND',
  'PNL_FUTURES',
  'PNL_OVERSEA',
  'FX_SPREAD',
  'BONUS_EXP',
  'COMMISSION',
  'BAD_DEBT',
  'ROUNDING',
  'PROVIDER_FEE',
])

/** What the house has in a currency beyond all that it owes in it. */
export function equityOf(state: State, siteId: number, currency: string): Minor {
  let sum = 0n
  for (const row of state.ledger.house())
    if (row.siteId === siteId && row.currency === currency && ownAccounts.has(row.account)) sum += row.balance
  return sum
}

/** The most that a move may take, never below zero; null: it brings money. */
export function freeFor(state: State, { siteId, move, currency, from, merchantId }: Move): Minor | null {
  const limits: Minor[] = []
  if (from) limits.push(-state.ledger.houseBalance(siteId, from.account, currency, from.sub))
  if (move === 'CAPITAL_OUT' || move === 'FUND_IN') limits.push(equityOf(state, siteId, currency))
  if (move === 'FUND_OUT') limits.push(state.ledger.houseBalance(siteId, 'INSURANCE_FUND', currency))
  // What orders have set aside of a merchant's coins stays.
  if (move === 'FLOAT_OUT' && merchantId !== null) limits.push(floatOf(state, { siteId, id: merchantId }))
  if (limits.length === 0) return null
  const least = limits.reduce((a, b) => (b < a ? b : a))
  return least > 0n ? least : 0n
}
