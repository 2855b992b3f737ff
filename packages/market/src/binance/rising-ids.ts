/**
 * The ids of a stream, which rise. One far ahead of the last is a damaged message, unless the next one follows it closely: alone it would
 * keep out all that come after it.
 */
export class RisingIds {
  readonly #far: number
  #last: number | null = null
  #ahead: number | null = null

  /** `far`: so far no stream gets ahead between two messages that arrive. */
  constructor(far: number) {
    this.#far = far
  }

  /** The newest that was believed; null before the first. */
  get last(): number | null {
    return this.#last
  }

  /** OLD: it was there before; AHEAD: not believed yet; NEW: it is the newest now. */
  take(id: number): 'NEW' | 'OLD' | 'AHEAD' {
    if (this.#last === null) return this.#believe(id)
    if (id <= this.#last) return 'OLD'
    const from = this.#ahead !== null && id > this.#ahead ? this.#ahead : this.#last
    if (id - from <= this.#far) return this.#believe(id)
    this.#ahead = id
    return 'AHEAD'
  }

  #believe(id: number): 'NEW' {
    this.#last = id
    this.#ahead = null
    return 'NEW'
  }
}
