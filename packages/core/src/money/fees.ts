import type { State, Turn } from '../state.ts'
import type { Account } from '../tables/house.ts'
import type { Minor } from '../types.ts'

interface Fee {
  readonly siteId: number
  readonly houseAccount: Account
  readonly houseSub: string
  readonly currency: string
  readonly fee: Minor
  /** What it was taken for; null: the provider's services. */
  readonly refId: number | null
}

/** What a provider took is the house's expense. */
export function bookFee(state: State, { siteId, houseAccount, houseSub, currency, fee, refId }: Fee, turn: Turn): void {
  if (fee <= 0n) return
  const legs = [
    { siteId, account: 'PROVIDER_FEE', sub: houseSub, currency, amount: -fee },
    { siteId, account: houseAccount, sub: houseSub, currency, amount: fee },
  ] as const
  state.ledger.move(legs, 'PROVIDER_FEE', refId ?? turn.nextId(), turn, turn.effects)
}
