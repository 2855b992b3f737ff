import type { Snapshot } from './event-board.ts'

/** A margin account whose figures move with the prices, and the newest figures that were sent. */
interface Watched {
  readonly siteId: number
  readonly memberId: number
  listeners: number
  /** Null until the first listener was told. */
  told: string | null
  toldAt: number
  isReading: boolean
  /** Something happened to the member while his figures were read. */
  isOld: boolean
}

export interface MarginAccountSource {
  /** The newest figures as they are sent; no data where the member has no such margin account. */
  read(siteId: number, memberId: number): Promise<Snapshot>
  tell(siteId: number, memberId: number, figures: Snapshot): void
  /** What nobody foresaw went wrong where no caller hears of it. */
  failed(error: unknown): void
}

/**
 * Figures without a sequence number: sent when they changed, at most once in `everyMs` while prices move them, and at once
 * after something that the member did or that happened to him. All that happens to him in one turn is sent once.
 */
export class MarginAccountBoard {
  readonly #source: MarginAccountSource
  readonly #everyMs: number
  readonly #now: () => number
  readonly #watched = new Map<string, Watched>()
  #urgent: Set<Watched> | null = null

  constructor(source: MarginAccountSource, everyMs: number, now: () => number) {
    this.#source = source
    this.#everyMs = everyMs
    this.#now = now
  }

  /** Somebody listens from now on; returns what ends that. Nothing is told before `begin`. */
  join(siteId: number, memberId: number): () => void {
    const key = `${siteId}:${memberId}`
    let watched = this.#watched.get(key)
    if (watched === undefined) {
      watched = { siteId, memberId, listeners: 0, told: null, toldAt: this.#now(), isReading: false, isOld: false }
      this.#watched.set(key, watched)
    }
    watched.listeners += 1
    const joined = watched
    return () => {
      joined.listeners -= 1
      if (joined.listeners === 0) this.#watched.delete(key)
    }
  }

  /** A listener was told these figures. */
  begin(siteId: number, memberId: number, { data }: Snapshot): void {
    const watched = this.#watched.get(`${siteId}:${memberId}`)
    if (watched === undefined || watched.told !== null) return
    watched.told = JSON.stringify(data)
    watched.toldAt = this.#now()
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

  /** Sends the figures that are due; call it often. */
  beat(): void {
    const now = this.#now()
    for (const watched of this.#watched.values()) {
      if (now - watched.toldAt >= this.#everyMs && !watched.isReading) void this.#tell(watched)
    }
  }

  #tellUrgent(): void {
    const urgent = this.#urgent ?? []
    this.#urgent = null
    for (const watched of urgent) {
      if (watched.isReading) watched.isOld = true
      else void this.#tell(watched)
    }
  }

  async #tell(watched: Watched): Promise<void> {
    const { siteId, memberId } = watched
    watched.isReading = true
    try {
      do {
        watched.isOld = false
        if (watched.listeners === 0 || watched.told === null) return
        const figures = await this.#source.read(siteId, memberId)
        if (watched.listeners > 0) this.#give(watched, figures)
      } while (watched.isOld)
    } catch (error) {
      this.#source.failed(error)
    } finally {
      watched.isReading = false
    }
  }

  #give(watched: Watched, figures: Snapshot): void {
    const text = JSON.stringify(figures.data)
    if (text === watched.told) return
    watched.told = text
    watched.toldAt = this.#now()
    this.#source.tell(watched.siteId, watched.memberId, figures)
  }
}
