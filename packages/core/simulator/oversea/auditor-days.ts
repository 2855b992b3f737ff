import type { FixingRow, OverseaOption, Rows } from '../../src/index.ts'
import { equal } from '../checks.ts'
import { kstDay } from '../store.ts'
import type { Markets } from './margin-accounts.ts'

const HOUR = 3_600_000
/** A rate older than this is not good, */
export const RATE_AGE = 96 * HOUR
/** and a fixing of which this is true is no more carried on. */
const FIXING_AGE = 72 * HOUR

/** The dollar's rate of each trading day: fixed once, at the first moment at which it can be. */
export class Fixings {
  readonly #markets: Markets
  readonly #leads = new Map<string, number>() // by instrument
  #rate: Pick<FixingRow, 'rate' | 'source' | 'sourceTs'> | null = null
  /** What should have been fixed and was not seen yet. */
  #due: FixingRow[] = []
  #saved: FixingRow | null = null
  /** The fixing in force. */
  now: FixingRow | null = null
  count = 0

  constructor(markets: Markets, options: readonly OverseaOption[]) {
    this.#markets = markets
    for (const { instrument, fixLeadMs } of options)
      this.#leads.set(instrument, Math.max(this.#leads.get(instrument) ?? 0, fixLeadMs))
  }

  /** The rate of a trading day; 0 before the first. */
  get rate(): number {
    return this.now?.rate ?? 0
  }

  /** Takes a rate that is one. */
  hear(rate: number, source: string, sourceTs: number): void {
    if (Number.isSafeInteger(rate) && rate > 0) this.#rate = { rate, source, sourceTs }
  }

  /** What time, a rate or a session makes due. */
  pass(at: number): void {
    for (const [instrument, lead] of this.#leads) {
      const session = this.#markets.get(instrument)!.session
      if (session === null) continue
      const { times, nextOpenAt } = session
      const isRunning = at >= times.openAt && at < times.closeAt
      let day: string | null = isRunning ? times.tradingDay : null
      if (!isRunning && nextOpenAt !== null && at >= nextOpenAt - lead) day = kstDay(nextOpenAt)
      if (day === null || (this.now !== null && this.now.tradingDay >= day)) continue
      const isBegun = isRunning || at >= nextOpenAt!
      if (this.#rate !== null && at - this.#rate.sourceTs <= RATE_AGE)
        this.#fix({ siteGroup: 'main', tradingDay: day, ...this.#rate, at })
      else if (isBegun && this.now !== null && at - this.now.at < FIXING_AGE)
        this.#fix({ ...this.now, tradingDay: day })
    }
  }

  check(rows: Rows['fixings']): void {
    for (const row of rows) {
      const due = this.#due.shift()
      if (!due) throw new Error(`the dollar was fixed for ${row.tradingDay} without reason`)
      for (const field of ['tradingDay', 'rate', 'source', 'sourceTs', 'at'] as const)
        equal(row[field], due[field], `${field} of the fixing of ${due.tradingDay}`)
      this.count++
    }
    if (this.#due.length > 0) throw new Error(`the dollar was not fixed for ${this.#due[0]!.tradingDay}`)
  }

  committed(): void {
    this.#saved = this.now
  }

  /** A rate that was heard is forgotten; a fixing that was stored is not. */
  crashed(): void {
    this.now = this.#saved
    this.#rate = null
    this.#due = []
    this.#tell()
  }

  #fix(row: FixingRow): void {
    this.now = row
    this.#due.push(row)
    this.#tell()
  }

  #tell(): void {
    for (const market of this.#markets.values()) market.fixedDay = this.now?.tradingDay ?? null
  }
}
