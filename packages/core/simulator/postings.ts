import type { Effects, FillRow, PostingRow } from '../src/index.ts'
import { equal } from './checks.ts'
import type { Store } from './store.ts'
import type { AuditedTrader } from './traders.ts'

/** Money that a member pays (−) or gets (+), and the house account on the other side. */
export interface Due {
  readonly reason: string
  readonly account: string
  readonly amount: bigint
}

/** What the events of a call should have posted: each is booked into the auditor's own sums as it is asked for. */
export interface Bookings {
  fill(fill: FillRow): readonly Due[]
  /** Of postings that follow one another and belong to no fill. */
  other(first: PostingRow, own: readonly PostingRow[]): readonly Due[]
  /** Distinguishes events with the same reference. */
  kindOf(posting: PostingRow): string
}

/** Goes through the postings of a call in their order: each belongs to a fill, or to another event that the book knows. */
export function followPostings({ rows: { postings, fills } }: Effects, book: Bookings): void {
  const left = new Map(fills.map((fill) => [fill.id, fill]))
  let index = 0
  while (index < postings.length) {
    const first = postings[index]!
    const kind = (row: PostingRow) => `${row.refId} ${row.reason === 'DEMO_GRANT'} ${book.kindOf(row)}`
    const own: PostingRow[] = []
    for (; postings[index] && kind(postings[index]!) === kind(first); index++) own.push(postings[index]!)
    assertZero(own)
    if (first.reason === 'DEMO_GRANT') continue
    const fill = left.get(first.refId!)
    if (fill) {
      fillsBefore(fill.id, left, book)
      left.delete(fill.id)
    }
    compare(own, fill ? book.fill(fill) : book.other(first, own))
  }
  fillsBefore(Number.POSITIVE_INFINITY, left, book)
}

/** Fills that cost and brought nothing (a maker who pays no fee) have no postings. */
function fillsBefore(id: number, left: Map<number, FillRow>, book: Bookings): void {
  for (const fill of [...left.values()]) {
    if (fill.id >= id) return
    left.delete(fill.id)
    if (book.fill(fill).length > 0) throw new Error(`fill ${fill.id} was booked nowhere`)
  }
}

function compare(own: readonly PostingRow[], due: readonly Due[]): void {
  const sums = new Map<string, bigint>()
  for (const { account, reason, amount } of own)
    if (account !== 'MEMBER') sums.set(`${reason} ${account}`, (sums.get(`${reason} ${account}`) ?? 0n) + amount)
  const wanted = new Map<string, bigint>()
  for (const { reason, account, amount } of due)
    wanted.set(`${reason} ${account}`, (wanted.get(`${reason} ${account}`) ?? 0n) - amount)
  for (const [name, amount] of wanted) {
    equal(sums.get(name) ?? 0n, amount, `posting ${name} of ${own[0]!.refId}`)
    sums.delete(name)
  }
  if (sums.size > 0) throw new Error(`posting ${[...sums.keys()]} of ${own[0]!.refId} has no ground`)
}

function assertZero(postings: readonly PostingRow[]): void {
  const sums = new Map<number, bigint>()
  for (const { txnId, amount } of postings) sums.set(txnId, (sums.get(txnId) ?? 0n) + amount)
  for (const [txn, sum] of sums) equal(sum, 0n, `sum of the postings of ${txn}`)
}

/** Compares committed rows with the auditor's own sums; call it when nothing waits to be committed. */
export function auditBook(
  store: Store,
  wallet: string,
  members: ReadonlyMap<number, AuditedTrader<unknown, { readonly id: number; readonly qty: number }>>,
): void {
  const sums = new Map<number, bigint>()
  const perTxn = new Map<number, bigint>()
  for (const { txnId, account, amount, memberId, walletType } of store.postings.values()) {
    perTxn.set(txnId, (perTxn.get(txnId) ?? 0n) + amount)
    if (account === 'MEMBER' && walletType === wallet) sums.set(memberId!, (sums.get(memberId!) ?? 0n) + amount)
  }
  for (const [txn, sum] of perTxn) equal(sum, 0n, `sum of the postings of ${txn}`)
  for (const { memberId, type, posted } of store.wallets.values()) {
    if (type !== wallet) continue
    equal(posted, sums.get(memberId) ?? 0n, `posted balance of ${memberId}`)
    equal(posted, members.get(memberId)!.purse.posted, `committed balance of ${memberId}`)
  }
  const orders = new Map([...store.orders.values()].map((row) => [row.id, row]))
  const positions = new Map([...store.positions.values()].map((row) => [row.id, row]))
  for (const member of members.values()) {
    for (const order of member.orders.values()) equal(orders.get(order.id)?.closedAt, null, `open order ${order.id}`)
    for (const position of member.positions.values())
      equal(positions.get(position.id)?.qty, position.qty, `open position ${position.id}`)
  }
}
