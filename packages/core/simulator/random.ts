/** A small seeded generator (sfc32): the same seed gives the same run on every machine. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number) {
    this.#a = seed >>> 0
    this.#b = (seed / 2 ** 32) >>> 0
    this.#c = 0x9e3779b9
    for (let round = 0; round < 15; round++) this.next()
  }

  /** Another generator that begins from here; this one goes on as if nobody had asked. */
  aside(): Random {
    return new Random(((this.#a ^ this.#b ^ this.#c) + this.#counter) >>> 0)
  }

  /** A 32-bit integer, 0 or more. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + (this.next() % (high - low + 1))
  }

  /** True `percent` times in a hundred. */
  chance(percent: number): boolean {
    return this.next() % 10_000 < percent * 100
  }

  pick<T>(items: readonly T[]): T {
    return items[this.next() % items.length]!
  }

  hex(bytes: number): string {
    let text = ''
    while (text.length < bytes * 2) text += this.next().toString(16).padStart(8, '0')
    return text.slice(0, bytes * 2)
  }

  uuid(): string {
    const hex = this.hex(16)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}
