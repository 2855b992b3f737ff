import type { Command, Effects, PayoutRow } from '../../src/index.ts'
import type { Store } from '../store.ts'
import type { UndoLog } from '../undo.ts'

/**
 * Judges a house that began anew from a backup: no payout has the number or key of one that the lost house made, and none leaves, or ends by
 * what is heard, until its provider was asked or two persons have seen what it paid.
 */
export class LostPayouts {
  readonly #undo: UndoLog
  readonly #payouts = new Map<number, PayoutRow>()
  /** Numbers and keys of payouts that were made since the newest backup. */
  readonly #since = new Set<number | string>()
  /** Of the houses that were lost. */
  readonly #lost = new Set<number | string>()
  readonly #barred = new Map<string, number>()
  readonly counts = { restores: 0, 'lost payouts': 0, 'bars lifted': 0, 'bars ended': 0 }

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  backedUp(): void {
    this.#since.clear()
  }

  restored({ payoutBars }: Store): void {
    this.counts.restores++
    for (const name of this.#since) this.#lost.add(name)
    this.#since.clear()
    for (const { siteId, provider, barredAt } of payoutBars.values())
      this.#barred.set(`${siteId}:${provider}`, barredAt)
  }

  isBarred(siteId: number, provider: string): boolean {
    return this.#barred.has(`${siteId}:${provider}`)
  }

  follow({ payouts, payoutBars }: Effects['rows'], command: Command | null): void {
    for (const row of payoutBars) this.#lift(row, command)
    for (const row of payouts) this.#judge(row, command)
  }

  #lift(
    { siteId, provider, barredAt, liftedAt }: Effects['rows']['payoutBars'][number],
    command: Command | null,
  ): void {
    const isAsked = command?.kind === 'liftPayoutBar'
    const isSeen = command?.kind === 'endPayoutBar' && command.approval !== undefined
    const name = `${siteId}:${provider}`
    if (liftedAt === null || !(isAsked || isSeen) || this.#barred.get(name) !== barredAt)
      throw new Error(`${command?.kind} lifted the bar of ${name}`)
    this.counts[isAsked ? 'bars lifted' : 'bars ended']++
    this.#undo.delete(this.#barred, name)
  }

  #judge(row: PayoutRow, command: Command | null): void {
    const before = this.#payouts.get(row.id)
    this.#undo.set(this.#payouts, row.id, row)
    if (before === undefined) {
      for (const name of [row.id, row.key]) {
        if (this.#lost.has(name)) throw new Error(`the payout ${name} of a lost house came again`)
        this.#since.add(name)
      }
      this.counts['lost payouts'] = this.#lost.size / 2
      return
    }
    const isMoved = before.state !== row.state && command?.kind !== 'payoutOutcome'
    if (isMoved && this.isBarred(row.siteId, row.provider))
      throw new Error(`${command?.kind} made the payout ${row.id} ${row.state} before ${row.provider} was asked`)
  }
}
