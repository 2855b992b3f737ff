type Stream = 'depth' | 'mark' | 'last'

interface Heard<Message> {
  readonly price: number
  readonly at: number
  readonly message: Message
}

interface Waiting<Message> {
  readonly endsAt: number
  /** The price before; null after a gap. */
  readonly before: number | null
  /** What the next one is compared with, and the newest. */
  told: Heard<Message>
  newest: Heard<Message>
}

interface One<Message> {
  counted: number | null
  heard: Heard<Message> | null
  wasStale: boolean
  waiting: Waiting<Message> | null
}

/** What counts of what an instrument says (rules 0, a jump), by the auditor's own reckoning. `jumpPpm`: as its sites configure it now. */
export class HeldPrices<Message> {
  readonly #isContract: boolean
  readonly #jumpPpm: () => number
  readonly #streams = new Map<Stream, One<Message>>()

  constructor(isContract: boolean, jumpPpm: () => number) {
    this.#isContract = isContract
    this.#jumpPpm = jumpPpm
  }

  get isHeld(): boolean {
    const judged = this.#isContract ? 'last' : 'mark'
    return this.#of('depth').waiting !== null || this.#of(judged).waiting !== null
  }

  stale(): void {
    for (const name of ['depth', 'mark', 'last'] as const) this.#of(name).wasStale = true
  }

  forget(): void {
    this.#streams.forEach((one, name) => {
      this.#streams.set(name, { ...one, counted: null, waiting: null })
    })
  }

  /** A message comes; gives what counts from now on: an order book first, a trade last. `price` null: an order book without orders. */
  hear(name: Stream, price: number | null, message: Message, at: number): Message[] {
    if (price === null) return [message]
    const one = this.#of(name)
    const isLate = one.wasStale && one.heard !== null && at - one.heard.at > 10_000
    const heard = { price, at, message }
    one.heard = heard
    one.wasStale = false
    if (this.#jumpPpm() === 0 || this.#counts(one, heard, isLate)) {
      one.counted = price
      one.waiting = null
    }
    const fresh = one.waiting === null ? [[name, message] as const] : []
    const agreed = this.#agreed(at).filter(([other]) => other !== name || fresh.length === 0)
    const rank = (stream: Stream) => ['depth', 'mark', 'last'].indexOf(stream)
    return [...fresh, ...agreed].sort(([a], [b]) => rank(a) - rank(b)).map(([, told]) => told)
  }

  /** Time passes: what waited for as long as anything may counts now. */
  expire(at: number): Message[] {
    const over = [...this.#streams.values()].filter(({ waiting }) => waiting !== null && waiting.endsAt <= at)
    return over.sort((a, b) => a.waiting!.endsAt - b.waiting!.endsAt).map((one) => this.#release(one))
  }

  #counts(one: One<Message>, heard: Heard<Message>, isLate: boolean): boolean {
    const { waiting, counted } = one
    const { price, at } = heard
    if (waiting === null) {
      const before = isLate ? null : counted
      if (before !== null && !this.#isFar(price, before, 1)) return true
      const name = [...this.#streams].find(([, other]) => other === one)![0]
      const longest = this.#isContract ? 6_000 : name === 'mark' ? 1_500 : 1_000
      one.waiting = { endsAt: at + longest, before, told: heard, newest: heard }
      return false
    }
    const { before, told } = waiting
    if (at >= waiting.endsAt || (before !== null && !this.#isFar(price, before, 1))) return true
    const isSameSide = before !== null && price > before === told.price > before
    const isConfirming = isSameSide || !this.#isFar(price, told.price, 2)
    if (isConfirming && at >= told.at + 300) return true
    waiting.newest = heard
    if (!isConfirming) waiting.told = heard
    return false
  }

  /** What waits and has another stream on its side, no older than two seconds. */
  #agreed(at: number): (readonly [Stream, Message])[] {
    if (this.#isContract) return []
    const released: (readonly [Stream, Message])[] = []
    const witnesses = { depth: ['mark'], mark: ['depth'], last: ['mark', 'depth'] } as const
    for (const name of ['depth', 'mark', 'last'] as const) {
      const one = this.#of(name)
      if (one.waiting === null) continue
      const { price } = one.waiting.newest
      const isWitnessed = witnesses[name].some((other) => {
        const { heard } = this.#of(other)
        return heard !== null && at - heard.at <= 2_000 && !this.#isFar(price, heard.price, 3)
      })
      if (isWitnessed) released.push([name, this.#release(one)])
    }
    return released
  }

  #release(one: One<Message>): Message {
    const { price, message } = one.waiting!.newest
    one.counted = price
    one.waiting = null
    return message
  }

  /** Further from another price than the jump's share of it, divided by `parts`. */
  #isFar(price: number, from: number, parts: number): boolean {
    return BigInt(Math.abs(price - from) * 2) * 1_000_000n * BigInt(parts) > BigInt(from * 2) * BigInt(this.#jumpPpm())
  }

  #of(name: Stream): One<Message> {
    let one = this.#streams.get(name)
    if (!one) {
      one = { counted: null, heard: null, wasStale: false, waiting: null }
      this.#streams.set(name, one)
    }
    return one
  }
}

/** The middle of an order book, or the best price of its only side. */
export function middleOf(book: {
  readonly bids: readonly (readonly [number, number])[]
  readonly asks: readonly (readonly [number, number])[]
}): number | null {
  const sides = [book.bids, book.asks].flatMap(([best]) => (best ? [best[0]] : []))
  return sides.length === 0 ? null : sides.reduce((sum, price) => sum + price, 0) / sides.length
}
