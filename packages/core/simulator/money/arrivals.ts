import type { Command, DnwRow, Effects, ExpectedDepositRow, SuspenseRow } from '../../src/index.ts'
import { equal } from '../checks.ts'
import type { Store } from '../store.ts'
import type { UndoLog } from '../undo.ts'

type Deposit = Extract<Extract<Command, { kind: 'providerFact' }>['fact'], { kind: 'deposit' }>

/** Judges that money which a bank reports is booked once for ever, in whatever form, order or amount it is reported. */
export class Arrivals {
  readonly #undo: UndoLog
  /** What is booked under each reference. */
  readonly #booked = new Map<string, bigint>()
  /** Lines without a reference whose money no reference names yet: how many of each amount. */
  readonly #lines = new Map<string, number>()
  /** Deposits that the desk completed before the bank spoke. */
  readonly #expected = new Map<number, Pick<ExpectedDepositRow, 'siteId' | 'amount' | 'currency'>>()
  /** Money in suspense that came for a request, from somebody else or when its member might bring none: by its number, the request. */
  readonly #mayFit = new Map<number, number>()
  readonly #counts = { arrivals: 0, differences: 0, expected: 0, met: 0, named: 0 }

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  get counts(): Readonly<Record<string, number>> {
    return this.#counts
  }

  /** A deposit was completed without its money. */
  expect({ id, siteId, point, currency }: DnwRow, command: Command | null): void {
    // Coins are the provider's to report, and nobody completes them before.
    if (command?.kind !== 'approveRequest') return
    this.#counts.expected++
    if ([...this.#mayFit.values()].includes(id))
      throw new Error(`${id} was completed without the money that came for it`)
    this.#undo.set(this.#expected, id, { siteId, amount: point, currency })
  }

  /** Whether money is in suspense that an approval of its request takes. */
  mayFit({ id, state, cause, requestId }: SuspenseRow): void {
    if (state === 'OPEN' && requestId !== null && (cause === 'PAYER' || cause === 'LIMIT'))
      this.#undo.set(this.#mayFit, id, requestId)
    else if (this.#mayFit.has(id)) this.#undo.delete(this.#mayFit, id)
  }

  /** Money in suspense that waits for a request: that is open, and of its amount. */
  waits({ id, cause, requestId, amount, currency }: SuspenseRow, rows: ReadonlyMap<number, DnwRow>): void {
    if (cause !== 'ARRIVED') return
    const request = rows.get(requestId ?? 0)
    equal(
      `${request?.status} ${request?.point} ${request?.currency}`,
      `REVIEW ${amount} ${currency}`,
      `what ${id} waits for`,
    )
  }

  /** What a bank reported: its accounts have as much more as it is more than before. */
  observe(
    siteId: number,
    { providerRef, currency, amount }: Deposit,
    { postings, expectedDeposits }: Effects['rows'],
  ): void {
    const name = `${siteId}:${providerRef}`
    const came = postings
      .filter(({ account }) => account === 'BANK_KRW')
      .reduce((sum, posting) => sum - posting.amount, 0n)
    equal(
      came,
      amount - this.#before(name, siteId, providerRef, amount, expectedDeposits),
      `what the bank brought with ${providerRef}`,
    )
    this.#counts.arrivals++
    this.#undo.set(this.#booked, name, amount)
    const met = expectedDeposits.find(({ closedAt }) => closedAt !== null)
    if (met) equal(`${met.amount} ${met.currency}`, `${amount} ${currency}`, `what was expected of ${met.id}`)
  }

  #before(
    name: string,
    siteId: number,
    providerRef: string,
    amount: bigint,
    expected: readonly ExpectedDepositRow[],
  ): bigint {
    const booked = this.#booked.get(name)
    if (booked !== undefined) {
      if (booked !== amount) this.#counts.differences++
      return booked
    }
    const [of, isLine] = [`${siteId}:${amount}`, providerRef.startsWith('2026-09-21/')]
    const lines = this.#lines.get(of) ?? 0
    if (!isLine && lines > 0) {
      this.#counts.named++
      this.#undo.set(this.#lines, of, lines - 1)
      return amount
    }
    if (isLine) this.#undo.set(this.#lines, of, lines + 1)
    const met = expected.find(({ closedAt }) => closedAt !== null)
    if (!met) return 0n
    this.#counts.met++
    equal(this.#expected.get(met.id)?.siteId, siteId, `who expected ${met.id}`)
    this.#undo.delete(this.#expected, met.id)
    return amount
  }

  /** A deposit was taken back whole, or settled as a break: its money is expected no more. */
  takenBack(requestId: number | null): void {
    if (requestId !== null && this.#expected.has(requestId)) this.#undo.delete(this.#expected, requestId)
  }

  /** Call it when nothing waits to be committed: what is expected is what is known to be. */
  auditStore({ expectedDeposits }: Store): void {
    const open = [...expectedDeposits.values()].filter(({ closedAt }) => closedAt === null)
    equal(
      open
        .map(({ id }) => id)
        .sort()
        .join(),
      [...this.#expected.keys()].sort().join(),
      'the deposits whose money is expected',
    )
  }
}
