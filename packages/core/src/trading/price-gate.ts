import type { EpochMs, PriceUnits } from '../base.ts'

/** A held message is confirmed by one that comes at least so much later. */
const CONFIRM_MS = 300
/** After more than so long without a message, in which the feed was stale, the first one is held however near it lies. */
const GAP_MS = 10_000
const MILLION = 1_000_000

/** Messages of one stream that do not count yet. */
export interface Hold<Message> {
  readonly since: EpochMs
  /** From then on the newest message counts, whatever it says. */
  readonly until: EpochMs
  /** What was accepted last; null: nothing that this could be compared with, the stream begins or had a gap. */
  readonly from: PriceUnits | null
  readonly price: PriceUnits
  /** What a confirmation is compared with. */
  compared: { readonly price: PriceUnits; readonly at: EpochMs }
  newest: Offer<Message>
}

interface Offer<Message> {
  readonly message: Message
  readonly price: PriceUnits
  readonly at: EpochMs
}

export interface GateRules {
  readonly jumpPpm: number // 0: nothing is held
  readonly maxMs: number
}

export type Ending = 'CONFIRMED' | 'FALSE' | 'EXPIRED'
export interface EndedHold<Message> extends Hold<Message> {
  readonly ending: Ending
}

/**
 * Decides which messages of one stream of an instrument count (rules 0, a jump): one that lies further than `jumpPpm` from the last
 * accepted one, or comes first after a gap, is held until a second one confirms it, a newer one shows that it was false, or its time ends.
 */
export class PriceGate<Message> {
  #accepted: PriceUnits | null = null
  #newest: { readonly price: PriceUnits; readonly at: EpochMs } | null = null
  #isInterrupted = false
  #hold: Hold<Message> | null = null

  get hold(): Hold<Message> | null {
    return this.#hold
  }

  /** The price of the newest message, accepted or held, where it came within `ms`. */
  newestWithin(ms: number, at: EpochMs): PriceUnits | null {
    return this.#newest !== null && at - this.#newest.at <= ms ? this.#newest.price : null
  }

  /** The feed was stale: a gap in the stream is no mere lack of news. */
  interrupt(): void {
    this.#isInterrupted = true
  }

  /** Nothing of before counts any more: a session opens or ends. */
  forget(): void {
    this.#accepted = null
    this.#hold = null
  }

  /** Takes a message. Gives the hold that it ended, where one did; the message is accepted where none is held after it. */
  offer(message: Message, price: PriceUnits, at: EpochMs, { jumpPpm, maxMs }: GateRules): EndedHold<Message> | null {
    const isAfterGap = this.#accepted === null || (this.#isInterrupted && at - (this.#newest?.at ?? at) > GAP_MS)
    this.#newest = { price, at }
    this.#isInterrupted = false
    const hold = this.#hold
    if (jumpPpm === 0) return this.#accept(price, 'CONFIRMED')
    if (hold === null) {
      const from = isAfterGap ? null : this.#accepted
      if (from === null || isBeyond(price, from, jumpPpm)) {
        const newest = { message, price, at }
        this.#hold = { since: at, until: at + maxMs, from, price, compared: newest, newest }
      } else this.#accepted = price
      return null
    }
    if (at >= hold.until) return this.#accept(price, 'EXPIRED')
    const { from, compared } = hold
    if (from !== null && !isBeyond(price, from, jumpPpm)) return this.#accept(price, 'FALSE')
    const goesOn =
      !isBeyond(price, compared.price, jumpPpm / 2) ||
      (from !== null && Math.sign(price - from) === Math.sign(compared.price - from))
    if (goesOn && at - compared.at >= CONFIRM_MS) return this.#accept(price, 'CONFIRMED')
    hold.newest = { message, price, at }
    if (!goesOn) hold.compared = hold.newest
    return null
  }

  /** Accepts the newest message of what is held. */
  release(ending: Ending): EndedHold<Message> {
    return this.#accept(this.#hold!.newest.price, ending)!
  }

  #accept(price: PriceUnits, ending: Ending): EndedHold<Message> | null {
    const hold = this.#hold
    this.#accepted = price
    this.#hold = null
    return hold && { ...hold, ending }
  }
}

/** Whether a price lies further from another than so many parts per million of it. */
export const isBeyond = (price: PriceUnits, from: PriceUnits, ppm: number): boolean =>
  Math.abs(price - from) * MILLION > from * ppm
