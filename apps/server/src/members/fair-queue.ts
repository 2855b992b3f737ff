/** The queue has no place for it. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export interface FairQueueConfig {
  /** Works that run at the same time. */
  readonly atOnce: number
  /** Works that may wait, of all and of each who asks. */
  readonly mostWaiting: number
  readonly mostWaitingEach: number
}

interface Waiting {
  start(): void
  refuse(): void
}

/**
 * Runs few works at once. Those who ask take turns, whatever number of works each of them brings, and where no place is left the one who
 * takes the most of them gives one up: nobody can shut the others out alone.
 */
export class FairQueue {
  readonly #config: FairQueueConfig
  /** In order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  #length = 0
  #running = 0

  constructor(config: FairQueueConfig) {
    this.#config = config
  }

  /** Runs `work` when it is `who`'s turn; throws QueueFull without a place for it. */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#config.atOnce) await this.#wait(who)
    else this.#running += 1
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #wait(who: string): Promise<void> {
    const mine = this.#waiting.get(who) ?? []
    if (mine.length >= this.#config.mostWaitingEach || !this.#hasPlace(mine.length)) throw new QueueFull()
    return new Promise((resolve, reject) => {
      mine.push({ start: resolve, refuse: () => reject(new QueueFull()) })
      this.#waiting.set(who, mine)
      this.#length += 1
    })
  }

  #hasPlace(mine: number): boolean {
    if (this.#length < this.#config.mostWaiting) return true
    const [who, longest] = [...this.#waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    if (longest.length <= mine + 1) return false
    longest.pop()?.refuse()
    this.#length -= 1
    if (longest.length === 0) this.#waiting.delete(who)
    return true
  }

  /** The place passes on to the next in turn; only without one is it free. */
  #next(): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#running -= 1
      return
    }
    const [who, theirs] = first
    this.#waiting.delete(who)
    const next = theirs.shift()
    if (theirs.length > 0) this.#waiting.set(who, theirs)
    this.#length -= 1
    next?.start()
  }
}
