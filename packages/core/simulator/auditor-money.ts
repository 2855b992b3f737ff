import type { BetRow, HouseRow, PostingRow, WalletRow } from '../src/index.ts'
import { equal } from './checks.ts'
import type { Purse, Purses } from './purses.ts'
import { kstDay, type Store } from './store.ts'
import type { UndoLog } from './undo.ts'

/** House accounts that rounds and grants post to. */
const accounts = ['PNL_ROUND', 'PROVIDER_CLEARING']

/** What rounds do to wallets and house accounts, by the auditor's own sums. */
export class RoundMoney {
  /** Settled results of one day of a site, from the house's view. */
  readonly houseToday = new Map<string, bigint>()
  readonly purses: Purses
  readonly #house = new Map<string, bigint>()
  readonly #undo: UndoLog

  constructor(undo: UndoLog, purses: Purses) {
    this.#undo = undo
    this.purses = purses
  }

  purseOf(memberId: number): Purse {
    return this.purses.of(memberId, 'BINARY')
  }

  /** A stake is held back. */
  stake({ memberId, point }: BetRow): void {
    this.#change(memberId, 0n, point)
  }

  /** A stake is free again, and its result is booked. */
  settle({ siteId, memberId, point, status }: BetRow, profit: bigint, at: number): void {
    this.#change(memberId, profit, -point)
    if (status !== 3) this.purseOf(memberId).results.push({ at, stake: point, profit })
    if (profit === 0n) return
    this.#changeHouse(`${siteId}:PNL_ROUND:KRW`, -profit)
    const day = `${siteId}:${kstDay(at)}`
    this.#undo.set(this.houseToday, day, (this.houseToday.get(day) ?? 0n) - profit)
  }

  /** Postings of every transaction come to nothing; the house's part of a grant is booked here, a result where its bet is settled. */
  follow(postings: readonly PostingRow[]): void {
    const sums = new Map<string, bigint>()
    for (const { txnId, siteId, account, currency, amount, reason } of postings) {
      add(sums, `${txnId}:${currency}`, amount)
      if (reason === 'DEMO_GRANT' && account !== 'MEMBER') this.#changeHouse(`${siteId}:${account}:${currency}`, amount)
    }
    for (const [txn, sum] of sums) equal(sum, 0n, `sum of the postings of ${txn}`)
  }

  /** A wallet that only rounds use. */
  checkWallet(row: WalletRow): void {
    const { posted, stakes } = this.purses.of(row.memberId, row.type)
    equal(row.posted, posted, `posted balance of member ${row.memberId}`)
    equal(row.reserved, stakes, `reserved balance of member ${row.memberId}`)
  }

  checkHouse({ siteId, account, currency, balance }: HouseRow): void {
    if (!accounts.includes(account)) return
    equal(balance, this.#house.get(`${siteId}:${account}:${currency}`) ?? 0n, `balance of ${account}`)
  }

  /** Nothing waits in any wallet, and all accounts together come to nothing. */
  auditRest(): void {
    let total = [...this.#house.values()].reduce((sum, value) => sum + value, 0n)
    for (const { posted, stakes } of this.purses.all()) {
      equal(stakes, 0n, 'reserved at rest')
      total += posted
    }
    equal(total, 0n, 'all accounts together')
  }

  #change(memberId: number, posted: bigint, stakes: bigint): void {
    const purse = this.purseOf(memberId)
    purse.posted += posted
    purse.stakes += stakes
    if (purse.posted < 0n || purse.stakes < 0n || purse.stakes > purse.posted)
      throw new Error(`member ${memberId} is below zero: ${purse.posted}, ${purse.stakes}`)
  }

  #changeHouse(name: string, amount: bigint): void {
    this.#undo.set(this.#house, name, (this.#house.get(name) ?? 0n) + amount)
  }
}

/** Compares committed rows with each other: wallets with their postings and open bets. */
export function auditWallets(store: Store): void {
  const sums = new Map<string, bigint>()
  const perTxn = new Map<string, bigint>()
  for (const posting of store.postings.values()) {
    add(perTxn, `${posting.txnId}:${posting.currency}`, posting.amount)
    if (posting.account === 'MEMBER')
      add(sums, `${posting.siteId}:${posting.memberId}:${posting.walletType}`, posting.amount)
  }
  for (const [txn, sum] of perTxn) equal(sum, 0n, `sum of the postings of ${txn}`)
  const open = new Map<string, bigint>()
  for (const bet of store.bets.values())
    if (bet.status === 0) add(open, `${bet.siteId}:${bet.memberId}:BINARY`, bet.point)
  for (const wallet of store.wallets.values()) {
    const name = `${wallet.siteId}:${wallet.memberId}:${wallet.type}`
    equal(wallet.posted, sums.get(name) ?? 0n, `posted balance of ${name}`)
    equal(wallet.reserved, open.get(name) ?? 0n, `reserved of ${name}`)
    if (wallet.posted < 0n || wallet.reserved > wallet.posted) throw new Error(`wallet ${name} is below zero`)
  }
}

function add(map: Map<string, bigint>, name: string, amount: bigint): void {
  map.set(name, (map.get(name) ?? 0n) + amount)
}
