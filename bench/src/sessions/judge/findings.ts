import { seoulTime } from '../calendar.ts'
import type { Fill, Order, Position, Records } from '../records.ts'

export interface Verdict {
  /** The number of ends for each cause, by kind of case. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** What no rule explains. */
  readonly faults: readonly string[]
}

/** How an end came about, or why it may not have. */
export interface Cause {
  readonly how?: string
  readonly fault?: string
}

/** The findings of a run. */
export class Findings implements Verdict {
  readonly counts = new Map<string, Map<string, number>>()
  readonly faults: string[] = []
  readonly #options: Records['options']
  /** The end of the run: what has not ended is blamed at this time. */
  readonly #to: number

  constructor(options: Records['options'], to: number) {
    this.#options = options
    this.#to = to
  }

  count(what: string, how: string): undefined {
    const counts = this.counts.get(what) ?? new Map<string, number>()
    this.counts.set(what, counts.set(how, (counts.get(how) ?? 0) + 1))
  }

  /** Blames a row. */
  fault(of: Position | Order | Fill, why: string): undefined {
    const what = 'orderId' in of ? 'fill' : 'openedAt' in of ? 'position' : `order ${of.marketType}`
    const at = 'orderId' in of ? of.at : (of.closedAt ?? this.#to)
    const { instrument } = this.#options.get(of.optionId)!
    this.say(`${what} ${of.id} of ${of.memberId} in ${instrument} at ${seoulTime(at)}: ${why}`)
  }

  say(fault: string): undefined {
    this.faults.push(fault)
  }
}
