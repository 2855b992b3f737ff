import type { BetRow, HouseRow, PostingRow, WalletRow } from '../src/index.ts'
import { equal } from './checks.ts'
import { kstDay, type Store } from './store.ts'
import type { UndoLog } from './undo.ts'

interface AuditedWallet {
  readonly posted: bigint
  readonly reserved: bigint
}

/** Wallets and accounts of the house, by the auditor's own sums. */
export class RoundMoney {
  /** Settled results of one day of a site, from the house's view. */
  readonly houseToday = new Map<string, bigint>()
  readonly #wallets = new Map<number, Map<string, AuditedWallet>>()
  readonly #house = new Map<string, bigint>()
  readonly #undo: UndoLog

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  walletOf(memberId: number, type = 'BINARY'): AuditedWallet {
    return this.#wallets.get(memberId)?.get(type) ?? { posted: 0n, reserved: 0n }
  }

  /** A stake is held back. */
  stake({ memberId, point }: BetRow): void {
    this.#change(memberId, 'BINARY', 0n, point)
  }

  /** A stake is free again, and its result is booked. */
  settle({ siteId, memberId, point }: BetRow, profit: bigint, at: number): void {
    this.#change(memberId, 'BINARY', profit, -point)
    if (profit === 0n) return
    this.#changeHouse(`${siteId}:PNL_ROUND:KRW`, -profit)
    const day = `${siteId}:${kstDay(at)}`
    this.#undo.set(this.houseToday, day, (this.houseToday.get(day) ?? 0n) - profit)
  }

  /** Postings of every transaction come to nothing; a grant is booked here, a result where its bet is settled. */
  follow(postings: readonly PostingRow[]): void {
    const sums = new Map<string, bigint>()
    for (const posting of postings) {
      add(sums, `${posting.txnId}:${posting.currency}`, posting.amount)
      if (posting.reason === 'DEMO_GRANT') {
        if (posting.account === 'MEMBER') this.#change(posting.memberId!, posting.walletType!, posting.amount, 0n)
        else this.#changeHouse(`${posting.siteId}:${posting.account}:${posting.currency}`, posting.amount)
      }
    }
    for (const [txn, sum] of sums) equal(sum, 0n, `sum of the postings of ${txn}`)
  }

  checkWallet(row: WalletRow): void {
    const mine = this.walletOf(row.memberId, row.type)
    equal(row.posted, mine.posted, `posted balance of member ${row.memberId}`)
    equal(row.reserved, mine.reserved, `reserved balance of member ${row.memberId}`)
  }

  checkHouse({ siteId, account, currency, balance }: HouseRow): void {
    equal(balance, this.#house.get(`${siteId}:${account}:${currency}`) ?? 0n, `balance of ${account}`)
  }

  /** Nothing waits in any wallet, and all accounts together come to nothing. */
  auditRest(): void {
    for (const wallets of this.#wallets.values())
      for (const wallet of wallets.values()) equal(wallet.reserved, 0n, 'reserved at rest')
    const total = [...this.#house.values()].reduce((sum, value) => sum + value, 0n)
    const members = [...this.#wallets.values()]
      .flatMap((wallets) => [...wallets.values()])
      .reduce((sum, wallet) => sum + wallet.posted, 0n)
    equal(total + members, 0n, 'all accounts together')
  }

  #change(memberId: number, type: string, posted: bigint, reserved: bigint): void {
    const wallets = this.#wallets.get(memberId) ?? new Map<string, AuditedWallet>()
    this.#wallets.set(memberId, wallets)
    const wallet = wallets.get(type) ?? { posted: 0n, reserved: 0n }
    const next = { posted: wallet.posted + posted, reserved: wallet.reserved + reserved }
    if (next.posted < 0n || next.reserved < 0n || next.reserved > next.posted)
      throw new Error(`member ${memberId} is below zero: ${next.posted}, ${next.reserved}`)
    this.#undo.set(wallets, type, next)
  }

  #changeHouse(name: string, amount: bigint): void {
    this.#undo.set(this.#house, name, (this.#house.get(name) ?? 0n) + amount)
  }
}

/** Compares what is committed with itself: wallets with their postings and open bets. */
export function auditWallets(store: Store): void {
  const sums = new Map<string, bigint>()
  const perTxn = new Map<string, bigint>()
  for (const posting of store.postings) {
    add(perTxn, `${posting.txnId}:${posting.currency}`, posting.amount)
    if (posting.account === 'MEMBER')
      add(sums, `${posting.siteId}:${posting.memberId}:${posting.walletType}`, posting.amount)
  }
  for (const [txn, sum] of perTxn) equal(sum, 0n, `sum of the postings of ${txn}`)
  const open = new Map<string, bigint>()
  for (const bet of store.bets.values())
    if (bet.status === 0) add(open, `${bet.siteId}:${bet.memberId}:BINARY`, bet.point)
  for (const [name, wallet] of store.wallets) {
    equal(wallet.posted, sums.get(name) ?? 0n, `posted balance of ${name}`)
    equal(wallet.reserved, open.get(name) ?? 0n, `reserved of ${name}`)
    if (wallet.posted < 0n || wallet.reserved > wallet.posted) throw new Error(`wallet ${name} is below zero`)
  }
}

function add(map: Map<string, bigint>, name: string, amount: bigint): void {
  map.set(name, (map.get(name) ?? 0n) + amount)
}
