import type { HouseRow } from '../src/index.ts'
import { min } from './arithmetic.ts'
import { equal } from './checks.ts'
import type { Due } from './postings.ts'

/** The insurance fund of each site by the auditor's own sums: it pays what members cannot, as far as it reaches. */
export class Insurance {
  readonly #funds = new Map<number, bigint>()
  #saved: [number, bigint][] = []
  readonly #currency: string
  /** Deficits that were covered. */
  deficits = 0

  constructor(currency: string) {
    this.#currency = currency
  }

  add(siteId: number, amount: bigint): void {
    this.#funds.set(siteId, (this.#funds.get(siteId) ?? 0n) + amount)
  }

  /** Posts what a member pays and gets; `deficit`, which he is not liable for, is the fund's and then the house's. */
  book(
    { siteId, purse }: { readonly siteId: number; readonly purse: { posted: bigint } },
    movements: readonly Due[],
    deficit: bigint,
    reason: string,
  ): Due[] {
    for (const { account, amount } of movements) {
      purse.posted += amount
      if (account === 'INSURANCE_FUND') this.add(siteId, -amount)
    }
    purse.posted += deficit
    if (deficit > 0n) this.deficits++
    const paid = min(deficit, this.#funds.get(siteId) ?? 0n)
    this.add(siteId, -paid)
    const payment: Due[] = [
      { reason, account: 'INSURANCE_FUND', amount: paid },
      { reason, account: 'BAD_DEBT', amount: deficit - paid },
    ]
    return [...payment, ...movements].filter(({ amount }) => amount !== 0n)
  }

  check(rows: readonly HouseRow[]): void {
    for (const { account, siteId, currency, balance } of rows) {
      if (account !== 'INSURANCE_FUND' || currency !== this.#currency) continue
      equal(balance, this.#funds.get(siteId) ?? 0n, `insurance fund of ${siteId}`)
      if (balance < 0n) throw new Error(`the insurance fund of ${siteId} is below zero`)
    }
  }

  committed(): void {
    this.#saved = [...this.#funds]
  }

  crashed(): void {
    this.#funds.clear()
    for (const [siteId, amount] of this.#saved) this.#funds.set(siteId, amount)
  }
}
