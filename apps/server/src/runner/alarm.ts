/** Calls `ring` at a time of a clock; answers how to take that back. */
export type CallAt = (at: number, ring: () => void) => () => void

/** Rings at one time of a clock; another time takes the place of the one before. */
export class Alarm {
  readonly #callAt: CallAt
  readonly #ring: () => void
  #at: number | null = null
  #cancel: (() => void) | null = null

  constructor(callAt: CallAt, ring: () => void) {
    this.#callAt = callAt
    this.#ring = ring
  }

  /** null: not at all. */
  set(at: number | null): void {
    if (at === this.#at) return
    this.#cancel?.()
    this.#at = at
    this.#cancel =
      at === null
        ? null
        : this.#callAt(at, () => {
            this.#at = null
            this.#ring()
          })
  }
}
