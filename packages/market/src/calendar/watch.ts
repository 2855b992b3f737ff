import { isOverseas, type MarketInstrument } from '../instruments.ts'
import type { Calendar } from './plans.ts'
import { type SessionState, sessionState } from './sessions.ts'

/** An opening or closing by the calendar. */
export interface SessionChange {
  readonly instrument: string
  readonly at: number
}

/** Keeps where the overseas instruments stand in their calendar. */
export class SessionWatch {
  readonly #calendar: Calendar
  readonly #watched = new Map<string, { readonly instrument: MarketInstrument; state: SessionState }>()
  #nextAt = Number.POSITIVE_INFINITY

  constructor(calendar: Calendar, instruments: readonly MarketInstrument[], at: number) {
    this.#calendar = calendar
    for (const instrument of instruments.filter(isOverseas))
      this.#watched.set(instrument.symbol, { instrument, state: sessionState(calendar, instrument, at) })
    this.#findNext()
  }

  /** Of overseas instruments as of the last check; null for others. */
  of(symbol: string): SessionState | null {
    return this.#watched.get(symbol)?.state ?? null
  }

  /** When the next instrument opens or closes; infinity where none does. */
  get nextAt(): number {
    return this.#nextAt
  }

  /** Moves on to the next opening or closing up to `now` and gives the instruments that it concerns; none where nothing is due. */
  advance(now: number): SessionChange[] {
    if (now < this.#nextAt) return []
    const at = this.#nextAt
    const changes: SessionChange[] = []
    for (const [symbol, watched] of this.#watched) {
      if (changeOf(watched.state) !== at) continue
      watched.state = sessionState(this.#calendar, watched.instrument, at)
      changes.push({ instrument: symbol, at })
    }
    this.#findNext()
    return changes
  }

  #findNext(): void {
    this.#nextAt = Math.min(...[...this.#watched.values()].map(({ state }) => changeOf(state)))
  }
}

const changeOf = ({ isRest, session, nextOpenAt }: SessionState): number => (isRest ? nextOpenAt : session.closeAt)
