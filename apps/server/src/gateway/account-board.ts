/** An account whose figures move with the prices, and where it was told last. */
interface Watched {
  readonly siteId: number
  readonly memberId: number
  listeners: number
  told: string
  toldAt: number
}

export interface AccountSource {
  /** The newest figures as they are sent; null where the member has no such account. */
  read(siteId: number, memberId: number): unknown
  tell(siteId: number, memberId: number, data: unknown): void
  /** What nobody foresaw went wrong at the end of a turn, where no caller hears of it. */
  failed(error: unknown): void
}

/**
 * Figures that are not counted but shown: told when they changed, at most once in `everyMs` while prices move them, and at once
 * after something that the member did or that happened to him. All that happens to him in one turn is told once.
 */
export class AccountBoard {
  readonly #source: AccountSource
  readonly #everyMs: number
  readonly #now: () => number
  readonly #watched = new Map<string, Watched>()
  #urgent: Set<Watched> | null = null

  constructor(source: AccountSource, everyMs: number, now: () => number) {
    this.#source = source
    this.#everyMs = everyMs
    this.#now = now
  }

  /** A listener was told the figures of now; returns what ends his listening. */
  join(siteId: number, memberId: number): () => void {
    const key = `${siteId}:${memberId}`
    let watched = this.#watched.get(key)
    if (watched === undefined) {
      const told = JSON.stringify(this.#source.read(siteId, memberId))
      watched = { siteId, memberId, listeners: 0, told, toldAt: this.#now() }
      this.#watched.set(key, watched)
    }
    watched.listeners += 1
    const joined = watched
    return () => {
      joined.listeners -= 1
      if (joined.listeners === 0) this.#watched.delete(key)
    }
  }

  /** Something happened to a member: his figures leave at the end of this turn. */
  touch(siteId: number, memberId: number): void {
    const watched = this.#watched.get(`${siteId}:${memberId}`)
    if (watched === undefined) return
    if (this.#urgent === null) {
      this.#urgent = new Set()
      setImmediate(() => this.#tellUrgent())
    }
    this.#urgent.add(watched)
  }

  /** Tells whom it is time to tell; call it often. */
  beat(): void {
    const now = this.#now()
    for (const watched of this.#watched.values()) {
      if (now - watched.toldAt >= this.#everyMs) this.#tell(watched, now)
    }
  }

  #tellUrgent(): void {
    const urgent = this.#urgent ?? []
    this.#urgent = null
    for (const watched of urgent) {
      if (watched.listeners === 0) continue
      try {
        this.#tell(watched, this.#now())
      } catch (error) {
        this.#source.failed(error)
      }
    }
  }

  #tell(watched: Watched, now: number): void {
    const data = this.#source.read(watched.siteId, watched.memberId)
    const text = JSON.stringify(data)
    if (text === watched.told) return
    watched.told = text
    watched.toldAt = now
    this.#source.tell(watched.siteId, watched.memberId, data)
  }
}
