import type { HouseRow, Rows } from '../../src/index.ts'
import { equal } from '../checks.ts'
import type { Store } from '../store.ts'
import type { UndoLog } from '../undo.ts'

/** House accounts by their postings, whatever book they come from. */
export class HouseAccounts {
  readonly #sums = new Map<string, bigint>()
  readonly #undo: UndoLog

  constructor(undo: UndoLog, house: readonly HouseRow[]) {
    this.#undo = undo
    for (const row of house) this.#sums.set(nameOf(row), row.balance)
  }

  follow({ postings, house }: Rows): void {
    const perTxn = new Map<string, bigint>()
    for (const { txnId, siteId, account, sub, currency, amount } of postings) {
      const txn = `${txnId}:${currency}`
      perTxn.set(txn, (perTxn.get(txn) ?? 0n) + amount)
      if (account === 'MEMBER' || account === 'MEMBER_BONUS') continue
      const name = nameOf({ siteId, account, sub, currency })
      this.#undo.set(this.#sums, name, (this.#sums.get(name) ?? 0n) + amount)
    }
    for (const [txn, sum] of perTxn) equal(sum, 0n, `sum of the postings of ${txn}`)
    for (const row of house) equal(row.balance, this.#sums.get(nameOf(row)) ?? 0n, `balance of ${nameOf(row)}`)
  }

  /** All house accounts and wallets of a site sum to zero in each currency. */
  audit({ wallets, house }: Store): void {
    const totals = new Map<string, bigint>()
    const add = (name: string, amount: bigint) => totals.set(name, (totals.get(name) ?? 0n) + amount)
    for (const { siteId, currency, posted } of wallets.values()) add(`${siteId}:${currency}`, posted)
    for (const { siteId, currency, balance } of house.values()) add(`${siteId}:${currency}`, balance)
    for (const [name, total] of totals) equal(total, 0n, `all accounts of ${name} together`)
  }
}

const nameOf = ({ siteId, account, sub, currency }: Omit<HouseRow, 'balance'>) =>
  `${siteId}:${account}:${currency}:${sub}`
