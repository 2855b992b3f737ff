import type { Account } from '../tables/house.ts'
import type { DnwRow } from './tables.ts'

/** Providers that members sell to: they credit the member's account there. */
const buyers: ReadonlySet<string> = new Set(['bitdex'])

/** Whether a provider buys from members. */
export const isBuyer = (provider: string): boolean => buyers.has(provider)

/** Whether a row is of money that leaves when the desk has agreed: a withdrawal, or a sale to a provider. */
export const isExit = ({ type, houseAccount, houseSub }: Pick<DnwRow, 'type' | 'houseAccount' | 'houseSub'>): boolean =>
  type === 'W' || (type === 'WS' && houseAccount === 'PROVIDER_CLEARING' && isBuyer(houseSub))

/** Where what left the wallet waits until it has left the house. */
export const waitsAt = ({ type, houseSub }: Pick<DnwRow, 'type' | 'houseSub'>): { account: Account; sub: string } =>
  type === 'W' ? { account: 'WITHDRAWAL_PENDING', sub: '' } : { account: 'P2P_ESCROW', sub: houseSub }
