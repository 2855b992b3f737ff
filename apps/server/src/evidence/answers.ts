import type { RoundEvidence } from '@maru/contract'

export interface Issued {
  readonly evidence: RoundEvidence
  /** Nothing of it will change any more. */
  readonly final: boolean
}

/**
 * A cache of answers: final ones as long as there is room, others for a moment. A caller who asks while an answer is being
 * made waits for the same one: a page that a crowd opens at the end of a round is signed once.
 */
export class AnswerCache {
  readonly #now: () => number
  readonly #kept = new Map<number, { readonly answer: Promise<Issued | null>; until: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  async get(id: number, make: () => Promise<Issued | null>): Promise<RoundEvidence | null> {
    const known = this.#kept.get(id)
    if (known && known.until > this.#now()) return (await known.answer)?.evidence ?? null
    const answer = make()
    const entry = { answer, until: this.#now() + fleetingMs }
    this.#remember(id, entry)
    try {
      const issued = await answer
      if (issued?.final) entry.until = Number.POSITIVE_INFINITY
      return issued?.evidence ?? null
    } catch (error) {
      this.#kept.delete(id)
      throw error
    }
  }

  #remember(id: number, entry: { readonly answer: Promise<Issued | null>; until: number }): void {
    this.#kept.delete(id)
    this.#kept.set(id, entry)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
  }
}

const fleetingMs = 1_000
const mostKept = 1_000
